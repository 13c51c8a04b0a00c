package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The flags of an API server about admission.
 *
 * @param plugins names of the plugins that are asked, in any order ({@code --enable-admission-plugins} and
 *     {@code --disable-admission-plugins} applied to the defaults)
 * @param own plugins that users have written, by name; all of them are asked: one with the name of a plugin of
 *     Kubernetes in its place, the others after those that change objects and before the webhooks
 */
public record AdmissionConfig(List<String> plugins, Map<String, AdmissionPlugin.Factory> own) {

    /** The plugins of {@link AdmissionPlugins#DEFAULT}. */
    public static final AdmissionConfig DEFAULT = new AdmissionConfig(AdmissionPlugins.DEFAULT, Collections.emptyMap());

    /**
     * Checks the names of plugins.
     *
     * @throws IllegalArgumentException when there is no plugin of some name
     */
    public AdmissionConfig {
        plugins.forEach(name -> check(name, "enable-admission-plugins"));
        plugins = List.copyOf(plugins);
        own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
    }

    /**
     * The defaults of a release with some plugins more and some less: those of {@link AdmissionPlugins#DEFAULT}, where
     * the Javadoc explains why {@code TaintNodesByCondition} is none of them, and {@code ServiceAccount}.
     *
     * @param enabled names separated by commas ({@code --enable-admission-plugins}); may be empty
     * @param disabled names separated by commas ({@code --disable-admission-plugins}); may be empty
     * @throws IllegalArgumentException when the release has no plugin of some name, or one is both enabled and disabled
     */
    public static AdmissionConfig of(KubernetesVersion version, String enabled, String disabled) {
        List<String> more = names(version, enabled, "enable-admission-plugins");
        List<String> less = names(version, disabled, "disable-admission-plugins");
        List<String> plugins = new ArrayList<>(AdmissionPlugins.defaults(version));
        plugins.addAll(more);
        for (String name : less) {
            if (more.contains(name)) {
                throw new IllegalArgumentException(name + " in enable-admission-plugins and disable-admission-plugins"
                        + " overlapped: name it in one of them");
            }
            plugins.remove(name);
        }
        return new AdmissionConfig(plugins, Collections.emptyMap());
    }

    private static List<String> names(KubernetesVersion version, String list, String flag) {
        List<String> names = new ArrayList<>();
        for (String word : list.split(",")) {
            String name = word.strip();
            if (!name.isEmpty()) {
                check(name, flag);
                checkRelease(name, version, flag);
                names.add(name);
            }
        }
        return names;
    }

    private static void check(String name, String where) {
        if (!AdmissionPlugins.ALL.contains(name)) {
            throw new IllegalArgumentException("there is no admission plugin '" + name + "': "
                    + Suggestion.question(name, AdmissionPlugins.ALL) + where + " may name "
                    + String.join(", ", AdmissionPlugins.ALL));
        }
    }

    private static void checkRelease(String name, KubernetesVersion version, String where) {
        List<String> known = AdmissionPlugins.of(version);
        if (!known.contains(name)) {
            throw new IllegalArgumentException("Kubernetes " + version + " has no admission plugin '" + name
                    + "'; under this profile " + where + " may name " + String.join(", ", known));
        }
    }

    /** The same with these plugins of users' own besides. */
    public AdmissionConfig withOwn(Map<String, AdmissionPlugin.Factory> more) {
        Map<String, AdmissionPlugin.Factory> all = new LinkedHashMap<>(own);
        all.putAll(more);
        return new AdmissionConfig(plugins, all);
    }
}

package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.scheduler.config.EnabledPlugin;
import dev.wavetank.model.scheduler.config.ExtensionPoint;
import dev.wavetank.model.scheduler.config.ProfileConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Checks that profiles can be made of plug-ins ({@code profile.NewMap}, {@code runtime.NewFramework}). */
final class ProfileCheck {

    private final Predicate<String> knows;
    private final BiPredicate<String, ExtensionPoint> isAt;

    /**
     * A check.
     *
     * @param knows whether there is a plug-in of that name
     * @param isAt whether it extends the point
     */
    ProfileCheck(Predicate<String> knows, BiPredicate<String, ExtensionPoint> isAt) {
        this.knows = knows;
        this.isAt = isAt;
    }

    /**
     * Checks one profile after its plug-ins have their arguments.
     *
     * @param field of the profile in the file
     * @throws ConfigurationException for the first mistake
     */
    void check(ProfileConfig profile, String field, String prefix) {
        String start = prefix + "creating profile for scheduler name " + profile.schedulerName() + ": ";
        for (EnabledPlugin plugin : profile.plugins().multiPoint().enabled()) {
            if (!knows.test(plugin.name())) {
                throw mistake(
                        field + ".plugins.multiPoint",
                        start + "PreFilterPlugin \"" + plugin.name() + "\" does not exist");
            }
        }
        for (ExtensionPoint point : ExtensionPoint.CHECKED) {
            check(point, profile, field + ".plugins." + point.field(), start);
        }
        List<EnabledPlugin> sort = profile.plugins().at(ExtensionPoint.QUEUE_SORT, isAt);
        if (profile.plugins().at(ExtensionPoint.BIND, isAt).isEmpty()) {
            throw mistake(field + ".plugins.bind", start + "at least one bind plugin is needed");
        }
        if (sort.size() != 1) {
            throw mistake(
                    field + ".plugins.queueSort",
                    prefix + "one queue sort plugin required for profile with scheduler name \""
                            + profile.schedulerName() + "\"");
        }
    }

    private void check(ExtensionPoint point, ProfileConfig profile, String field, String start) {
        Set<String> seen = new TreeSet<>();
        List<EnabledPlugin> plugins = new ArrayList<>(profile.plugins().at(point, isAt));
        for (int i = 0; i < plugins.size(); i++) {
            String name = plugins.get(i).name();
            if (!knows.test(name)) {
                throw mistake(field, start + point.interfaceName() + " \"" + name + "\" does not exist");
            }
            if (!isAt.test(name, point)) {
                throw mistake(
                        field, start + "plugin \"" + name + "\" does not extend " + point.interfaceName() + " plugin");
            }
            if (!seen.add(name)) {
                throw mistake(
                        field,
                        start + "plugin \"" + name + "\" already registered as \"" + point.interfaceName() + "\"");
            }
        }
    }

    private static ConfigurationException mistake(String field, String text) {
        return new ConfigurationException(field, text);
    }
}

package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.scheduler.config.EnabledPlugin;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import dev.wavetank.model.scheduler.config.ExtensionPoint;
import dev.wavetank.model.scheduler.config.PluginSet;
import dev.wavetank.model.scheduler.config.PluginSets;
import dev.wavetank.model.scheduler.config.PluginTable;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@code KubeSchedulerConfiguration} as it is written: types are right, values are not checked yet.
 *
 * @param tree the whole file
 * @param api its version; null for no file
 * @param profiles its profiles
 * @param extenders its extenders
 * @param unknown paths of fields that are not known, and passed over
 */
record Draft(
        Map<String, Object> tree,
        @Nullable ConfigApi api,
        List<Profile> profiles,
        List<ExtenderConfig> extenders,
        List<String> unknown) {

    private static final String CURRENT = "profiles";

    /** No file. */
    static final Draft EMPTY = new Draft(
            Collections.emptyMap(),
            null,
            List.of(new Profile(CURRENT + "[0]", SchedulerConfiguration.DEFAULT_NAME, null, List.of(), null)),
            List.of(),
            List.of());

    /**
     * A profile.
     *
     * @param path its field
     * @param name its scheduler name; empty when it must have one and has none
     * @param plugins its own sets; null when it says nothing of plug-ins
     * @param arguments of plug-ins
     */
    record Profile(
            String path,
            String name,
            @Nullable PluginSets plugins,
            List<Arguments> arguments,
            @Nullable Integer percentageOfNodesToScore) {}

    /** The arguments of a plug-in; {@code path} is the field of the entry. */
    record Arguments(String path, String plugin, Map<String, Object> tree) {}

    static Draft read(ConfigDocument file, ConfigApi api, KubernetesVersion version) {
        Schema schema = ConfigTypes.of(api, version);
        String type = api.label() + "." + ConfigApi.KIND;
        List<String> unknown = List.of();
        if (version.has(Feature.STRICT_SCHEDULER_CONFIG)) {
            file.check(schema, type, version);
        } else {
            unknown = file.checkKnown(schema, type);
        }
        Map<String, Object> tree = Tree.without(file.tree(), unknown);
        ArgumentsDecoder decoder = new ArgumentsDecoder(file, api, schema, version);
        List<Profile> profiles = new ArrayList<>();
        List<Map<String, Object>> written = api.hasOneProfile() ? List.of(tree) : Tree.maps(tree, CURRENT);
        if (written.isEmpty()) {
            written = List.of(new LinkedHashMap<>());
        }
        for (int i = 0; i < written.size(); i++) {
            profiles.add(profile(written.get(i), api.hasOneProfile() ? -1 : i, written.size() == 1, api, decoder));
        }
        return new Draft(tree, api, profiles, ExtenderReader.read(tree), unknown);
    }

    private static Profile profile(
            Map<String, Object> tree, int index, boolean alone, ConfigApi api, ArgumentsDecoder decoder) {
        String name = Tree.textOrNull(tree, "schedulerName");
        String standard = alone ? SchedulerConfiguration.DEFAULT_NAME : "";
        List<Arguments> arguments = new ArrayList<>();
        List<Map<String, Object>> written = Tree.maps(tree, "pluginConfig");
        for (int j = 0; j < written.size(); j++) {
            arguments.add(decoder.decode(written.get(j), index, j));
        }
        return new Profile(
                index < 0 ? "" : CURRENT + "[" + index + "]",
                name == null ? standard : name,
                Tree.has(tree, "plugins") ? sets(Tree.map(tree, "plugins"), api) : null,
                arguments,
                tree.get("percentageOfNodesToScore") instanceof Long percentage && index >= 0
                        ? percentage.intValue()
                        : null);
    }

    private static PluginSets sets(Map<String, Object> written, ConfigApi api) {
        Map<String, Object> plugins = new LinkedHashMap<>(written);
        api.unmergedPoints().forEach(plugins::remove);
        Map<ExtensionPoint, PluginSet> points = new EnumMap<>(ExtensionPoint.class);
        for (ExtensionPoint point : ExtensionPoint.values()) {
            if (Tree.has(plugins, point.field())) {
                points.put(point, set(Tree.map(plugins, point.field())));
            }
        }
        return new PluginSets(points, set(Tree.map(plugins, ConfigApi.MULTI_POINT)));
    }

    private static PluginSet set(Map<String, Object> tree) {
        return new PluginSet(
                Tree.maps(tree, "enabled").stream()
                        .map(one -> new EnabledPlugin(Tree.text(one, "name"), (int) Tree.number(one, "weight", 0)))
                        .toList(),
                Tree.maps(tree, "disabled").stream()
                        .map(one -> Tree.text(one, "name"))
                        .toList());
    }

    /** A resource of this module's parent package. */
    static String notation(String resource) {
        try (InputStream stream = Objects.requireNonNull(PluginTable.class.getResourceAsStream(resource), resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a plug-in of the file takes the place of the default one of its name. */
    boolean isOverriding() {
        return api != null && api.isOverriding();
    }

    /** The plug-ins that its profiles have by default. */
    PluginSets defaults(KubernetesVersion version) {
        return api == null ? PluginTable.get().defaults(version) : api.defaults(version);
    }

    /** Points of its profiles that are read and change nothing. */
    List<String> unmergedPoints() {
        return api == null ? List.of() : api.unmergedPoints();
    }

    long parallelism() {
        return Tree.number(tree, "parallelism", SchedulerConfiguration.DEFAULT_PARALLELISM);
    }

    long backoff() {
        return Tree.number(tree, "podInitialBackoffSeconds", SchedulerConfiguration.DEFAULT_BACKOFF);
    }

    long backoffMax() {
        return Tree.number(tree, "podMaxBackoffSeconds", SchedulerConfiguration.DEFAULT_BACKOFF_MAX);
    }
}

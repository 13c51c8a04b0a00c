package dev.wavetank.model.scheduler.config;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import dev.wavetank.model.version.VersionRange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** {@code plugins.txt}, whose head describes its notation. Immutable once it is read. */
public final class PluginTable {

    private static final String RESOURCE = "plugins.txt";
    private static final String INDENT = "  ";
    private static final String SINCE = "since=";
    private static final String UNTIL = "until=";
    private static final String MULTI_POINT = "multiPoint";

    private final Map<String, Set<ExtensionPoint>> plugins = new TreeMap<>();
    private final Map<String, VersionRange> begins = new TreeMap<>();
    private final Map<String, VersionRange> ends = new TreeMap<>();
    private final List<Block> invalid = new ArrayList<>();
    private final List<Block> defaults = new ArrayList<>();
    private final List<Block> policies = new ArrayList<>();
    private final List<Block> predicates = new ArrayList<>();
    private final List<Block> priorities = new ArrayList<>();

    private final PerVersion<PluginSets> defaultsByVersion = new PerVersion<>(this::readDefaults);

    /** Lines that belong together: what a name means in some versions. */
    private record Block(String name, VersionRange versions, Map<String, List<String>> lines) {}

    /** Read when it is first needed; it never changes. */
    private static final class Lazy {
        private static final PluginTable TABLE = new PluginTable(text());
    }

    /** The table that comes with this module. */
    public static PluginTable get() {
        return Lazy.TABLE;
    }

    private PluginTable(String text) {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            List<String> words = Arrays.asList(line.strip().split(" +"));
            List<String> rest = words.subList(1, words.size());
            if (line.startsWith(INDENT)) {
                lines.put(words.get(0), rest);
            } else {
                lines = new LinkedHashMap<>();
                begin(words.get(0), rest, lines);
            }
        }
    }

    private void begin(String kind, List<String> rest, Map<String, List<String>> lines) {
        switch (kind) {
            case "plugin" -> {
                Set<ExtensionPoint> points = EnumSet.noneOf(ExtensionPoint.class);
                for (String word : rest.subList(1, rest.size())) {
                    if (word.startsWith(SINCE)) {
                        begins.put(rest.get(0), VersionRange.of(word.substring(SINCE.length()), ""));
                    } else if (word.startsWith(UNTIL)) {
                        ends.put(rest.get(0), VersionRange.of("", word.substring(UNTIL.length())));
                    } else {
                        points.add(ExtensionPoint.of(word));
                    }
                }
                plugins.put(rest.get(0), points);
            }
            case "invalid" -> invalid.add(new Block(rest.get(0), range(rest.subList(1, rest.size())), lines));
            case "defaults" -> defaults.add(new Block("", range(rest), lines));
            case "policy" -> policies.add(new Block("", range(rest), lines));
            case "predicate" -> predicates.add(new Block(rest.get(0), range(rest.subList(1, rest.size())), lines));
            case "priority" -> priorities.add(new Block(rest.get(0), range(rest.subList(1, rest.size())), lines));
            default -> throw new IllegalArgumentException(RESOURCE + ": unknown line " + kind + " " + rest);
        }
    }

    private static VersionRange range(List<String> words) {
        String until = words.size() > 1 ? words.get(1).substring(UNTIL.length()) : "";
        return VersionRange.of(words.get(0).substring(SINCE.length()), until);
    }

    /** Whether Kubernetes has a plug-in of that name, in any version. */
    public boolean knows(String plugin) {
        return plugins.containsKey(plugin);
    }

    /** Whether Kubernetes had a plug-in of that name, which this version has no longer. */
    private boolean isRemoved(String plugin, KubernetesVersion version) {
        VersionRange range = ends.get(plugin);
        return range != null && !range.includes(version);
    }

    /** Whether this version has a plug-in of that name. */
    public boolean has(String plugin, KubernetesVersion version) {
        VersionRange begin = begins.get(plugin);
        return knows(plugin) && (begin == null || begin.includes(version)) && !isRemoved(plugin, version);
    }

    /** The plug-ins of Kubernetes, of all versions. */
    public Set<String> names() {
        return plugins.keySet();
    }

    /** Whether the plug-in of that name extends the point. */
    public boolean isAt(String plugin, ExtensionPoint point) {
        Set<ExtensionPoint> points = plugins.get(plugin);
        return points != null && points.contains(point);
    }

    /**
     * Plug-ins that a version refuses by name in files of one version and of later ones ({@code
     * invalidPluginsByVersion} in apis/config/validation/validation.go; {@code removedPluginsByVersion} in v1.22).
     *
     * @param api the version of files, such as {@code v1}
     */
    public List<String> invalidIn(String api, KubernetesVersion version) {
        return merged(invalid.stream().filter(block -> block.name().equals(api)).toList(), version)
                .getOrDefault("plugins", List.of());
    }

    /** The plug-ins that a version enables by default. */
    public PluginSets defaults(KubernetesVersion version) {
        return defaultsByVersion.of(version);
    }

    private PluginSets readDefaults(KubernetesVersion version) {
        Map<String, List<String>> lines = merged(defaults, version);
        if (lines.containsKey("predicates")) {
            return Objects.requireNonNull(new PolicyPlugins(this, version).byDefault());
        }
        Map<ExtensionPoint, PluginSet> points = new EnumMap<>(ExtensionPoint.class);
        lines.forEach((point, names) -> {
            if (!point.equals(MULTI_POINT)) {
                points.put(ExtensionPoint.of(point), set(names));
            }
        });
        return new PluginSets(points, set(lines.getOrDefault(MULTI_POINT, List.of())));
    }

    private static PluginSet set(List<String> names) {
        return new PluginSet(names.stream().map(EnabledPlugin::parse).toList(), List.of());
    }

    /** The predicates of a policy without predicates. */
    public List<String> defaultPredicates(KubernetesVersion version) {
        return policy(version).getOrDefault("predicates", List.of());
    }

    /** The priorities of a policy without priorities, with their weights. */
    public List<EnabledPlugin> defaultPriorities(KubernetesVersion version) {
        return policy(version).getOrDefault("priorities", List.of()).stream()
                .map(EnabledPlugin::parse)
                .toList();
    }

    private Map<String, List<String>> policy(KubernetesVersion version) {
        Map<String, List<String>> lines = merged(policies, version);
        return lines.isEmpty() ? merged(defaults, version) : lines;
    }

    /** The names of all predicates of a version, in the order in which they are tried. */
    public List<String> predicates(KubernetesVersion version) {
        return predicates.stream()
                .filter(block -> block.versions().includes(version))
                .map(Block::name)
                .toList();
    }

    /** The names of all priorities of a version, sorted. */
    public List<String> priorities(KubernetesVersion version) {
        return priorities.stream()
                .filter(block -> block.versions().includes(version))
                .map(Block::name)
                .toList();
    }

    /** The plug-ins that a predicate stands for, by extension point. */
    Map<ExtensionPoint, List<String>> predicate(String name, KubernetesVersion version) {
        return points(predicates, name, version);
    }

    /** The plug-ins that a priority stands for, by extension point. */
    Map<ExtensionPoint, List<String>> priority(String name, KubernetesVersion version) {
        return points(priorities, name, version);
    }

    private static Map<ExtensionPoint, List<String>> points(
            List<Block> blocks, String name, KubernetesVersion version) {
        Map<ExtensionPoint, List<String>> points = new EnumMap<>(ExtensionPoint.class);
        for (Block block : blocks) {
            if (block.name().equals(name) && block.versions().includes(version)) {
                block.lines().forEach((point, names) -> points.put(ExtensionPoint.of(point), names));
            }
        }
        return points;
    }

    private static Map<String, List<String>> merged(List<Block> blocks, KubernetesVersion version) {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        blocks.stream()
                .filter(block -> block.versions().includes(version))
                .forEach(block -> lines.putAll(block.lines()));
        return lines;
    }

    private static String text() {
        try (InputStream stream = Objects.requireNonNull(PluginTable.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

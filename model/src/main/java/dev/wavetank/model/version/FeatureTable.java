package dev.wavetank.model.version;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The facts of {@code features.txt}. Immutable. */
final class FeatureTable {

    private static final int FIELDS = 6;

    private final Map<Feature, Facts> facts = new EnumMap<>(Feature.class);
    private final Map<KubernetesVersion, Set<Feature>> byVersion = new EnumMap<>(KubernetesVersion.class);
    /** The same by ordinal numbers: components ask in every decision. */
    private final boolean[][] has = new boolean[KubernetesVersion.values().length][Feature.values().length];

    /** What is known of a feature. */
    record Facts(String area, VersionRange versions, String gate, String change, String source) {}

    /** Read when it is first needed; it never changes. */
    private static final class Lazy {
        private static final FeatureTable TABLE = new FeatureTable(lines());
    }

    static FeatureTable get() {
        return Lazy.TABLE;
    }

    /**
     * Reads lines.
     *
     * @throws IllegalArgumentException when a line is malformed, or a feature has no line or two
     */
    FeatureTable(List<String> lines) {
        String area = "";
        for (String line : lines) {
            if (line.startsWith("= ")) {
                area = line.substring(2);
            } else {
                add(area, line);
            }
        }
        Set<Feature> missing = EnumSet.allOf(Feature.class);
        missing.removeAll(facts.keySet());
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("features.txt has no line for " + missing);
        }
        for (KubernetesVersion version : KubernetesVersion.values()) {
            Set<Feature> features = EnumSet.noneOf(Feature.class);
            facts.forEach((feature, known) -> {
                if (known.versions().includes(version)) {
                    features.add(feature);
                    has[version.ordinal()][feature.ordinal()] = true;
                }
            });
            byVersion.put(version, Collections.unmodifiableSet(features));
        }
    }

    private void add(String area, String line) {
        String[] fields = line.split("\\|", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("a line of features.txt has " + FIELDS + " fields, not: " + line);
        }
        VersionRange versions = VersionRange.of(fields[1].strip(), fields[2].strip());
        Facts known = new Facts(area, versions, fields[3].strip(), fields[4].strip(), fields[5].strip());
        if (facts.put(Feature.valueOf(fields[0].strip()), known) != null) {
            throw new IllegalArgumentException("features.txt has two lines for " + fields[0].strip());
        }
    }

    Facts facts(Feature feature) {
        return Objects.requireNonNull(facts.get(feature));
    }

    boolean has(KubernetesVersion version, Feature feature) {
        return has[version.ordinal()][feature.ordinal()];
    }

    Set<Feature> in(KubernetesVersion version) {
        return Objects.requireNonNull(byVersion.get(version));
    }

    private static List<String> lines() {
        var stream = Objects.requireNonNull(FeatureTable.class.getResourceAsStream("features.txt"), "features.txt");
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

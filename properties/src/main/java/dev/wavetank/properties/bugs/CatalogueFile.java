package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Reads {@code catalogue.yaml}: all that is known of a bug, but for the part of the cluster that has it. */
final class CatalogueFile {

    private static final String FILE = "catalogue.yaml";

    private CatalogueFile() {}

    /** The bugs, in the order of the file. */
    static List<KnownBug> read(Map<String, UnaryOperator<ClusterParts>> changes) {
        List<KnownBug> bugs = new ArrayList<>();
        Object all = YamlReader.read(FILE, Storm.text(FILE)).get(0).root().get("bugs");
        for (Object entry : (List<?>) Objects.requireNonNull(all)) {
            bugs.add(bug((Map<?, ?>) entry, changes));
        }
        return List.copyOf(bugs);
    }

    private static KnownBug bug(Map<?, ?> entry, Map<String, UnaryOperator<ClusterParts>> changes) {
        String name = text(entry, "name");
        List<KnownBug.Requirement> requirements = new ArrayList<>();
        if (entry.get("needs") instanceof Map<?, ?> needs) {
            needs.forEach((setting, least) -> requirements.add(
                    new KnownBug.Requirement(String.valueOf(setting), Integer.parseInt(String.valueOf(least)))));
        }
        return new KnownBug(
                name,
                Optional.ofNullable(entry.get("row")).map(Object::toString),
                text(entry, "mechanism"),
                text(entry, "about"),
                text(entry, "source"),
                text(entry, "versions"),
                Optional.ofNullable(entry.get("mended")).map(Object::toString).map(KubernetesVersion::parse),
                text(entry, "breaks"),
                requirements,
                storm((Map<?, ?>) Objects.requireNonNull(entry.get("storm"), name)),
                Optional.ofNullable(changes.get(name)));
    }

    private static Storm storm(Map<?, ?> entry) {
        @Nullable Object faults = entry.get("faults");
        return new Storm(
                text(entry, "scenario"),
                faults == null ? null : Intensity.valueOf(faults.toString().toUpperCase(Locale.ROOT)),
                texts(entry.get("kinds")),
                texts(entry.get("aim")),
                Boolean.TRUE.equals(entry.get("strict")));
    }

    private static String text(Map<?, ?> entry, String field) {
        return Objects.requireNonNull(entry.get(field), () -> FILE + ": " + field + " of " + entry)
                .toString()
                .strip();
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> many
                ? many.stream().map(Object::toString).toList()
                : List.of();
    }
}

package dev.wavetank.model.apiserver.printers;

import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import dev.wavetank.model.version.VersionRange;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The columns of the resources that come with a release, from {@code columns.txt}. Immutable. */
public final class BuiltInColumns implements TableColumns {

    private static final String NAME = "@name";
    private static final String AGE = "@age";

    private final Map<String, List<TableColumn>> byResource = new LinkedHashMap<>();
    private final Map<String, String> shared = new LinkedHashMap<>();

    /** Read when they are first needed; they never change. */
    private static final class Lazy {
        private static final PerVersion<BuiltInColumns> COLUMNS = new PerVersion<>(BuiltInColumns::new);
    }

    /** The columns of a release. */
    public static BuiltInColumns of(KubernetesVersion version) {
        return Lazy.COLUMNS.of(version);
    }

    private BuiltInColumns(KubernetesVersion version) {
        List<TableColumn> columns = new ArrayList<>();
        for (String line : lines()) {
            if (line.startsWith("= ")) {
                columns = new ArrayList<>();
                byResource.put(line.substring(2), columns);
            } else if (line.startsWith("@")) {
                int space = line.indexOf(' ');
                shared.put(line.substring(0, space), plain(line.substring(space + 1)));
            } else {
                column(line.split(" \\| ", -1), version).ifPresent(columns::add);
            }
        }
    }

    private Optional<TableColumn> column(String[] parts, KubernetesVersion version) {
        String[] heading = parts[0].split("@", -1);
        VersionRange versions =
                heading.length > 1 ? VersionRange.of(heading[1], heading[2]) : VersionRange.of(null, null);
        if (!versions.includes(version)) {
            return Optional.empty();
        }
        String[] type = parts[1].split(" ");
        String description = shared.getOrDefault(parts[4], plain(parts[4]));
        return Optional.of(new TableColumn(
                heading[0],
                type[0],
                type.length > 1 ? type[1] : "",
                description,
                Integer.parseInt(parts[2]),
                Cells.of(parts[3])));
    }

    private static String plain(String text) {
        return text.replace("\\n", "\n");
    }

    @Override
    public Optional<List<TableColumn>> of(ServedResource served) {
        return Optional.ofNullable(byResource.get(served.canonical().qualified()))
                .map(Collections::unmodifiableList);
    }

    /** The columns of whatever has no printer of its own: name and time of creation. */
    List<TableColumn> standard() {
        return List.of(
                new TableColumn("Name", "string", "name", shared.get(NAME), 0, Cells.of("text metadata.name")),
                new TableColumn("Created At", "date", "", shared.get(AGE), 0, Cells.of("created")));
    }

    /** Columns that somebody else tells, with the name in front. */
    List<TableColumn> named(List<TableColumn> own) {
        List<TableColumn> columns = new ArrayList<>();
        columns.add(standard().get(0));
        columns.addAll(own);
        if (own.isEmpty()) {
            Cell age = Cells.of("age metadata.creationTimestamp");
            columns.add(new TableColumn("Age", "date", "", shared.get(AGE), 0, age));
        }
        return columns;
    }

    private static List<String> lines() {
        var stream = Objects.requireNonNull(BuiltInColumns.class.getResourceAsStream("columns.txt"), "columns.txt");
        try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

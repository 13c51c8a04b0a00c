package dev.wavetank.reports.measure.page;

import dev.wavetank.reports.measure.StagePercentile;
import dev.wavetank.reports.measure.output.ComparisonOutput;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the cells of a comparison are called. */
final class CellNames {

    private final ComparisonOutput output;
    private final boolean isSweep;
    private final List<String> differing;

    /**
     * The names of the combinations of a sweep, or of two saved measurements.
     *
     * @param differing for each cell, what its cluster has that the other has not; empty texts where nothing differs
     */
    CellNames(ComparisonOutput output, boolean isSweep, List<String> differing) {
        this.output = output;
        this.isSweep = isSweep;
        this.differing = differing;
    }

    /** The values of a setting, in order; each once. */
    List<String> values(int name) {
        Set<String> values = new LinkedHashSet<>();
        output.cells().forEach(cell -> values.add(cell.name().get(name)));
        return List.copyOf(values);
    }

    /** The name of a file, and what its cluster has that the other has not. */
    String file(int cell) {
        String name = String.join(", ", output.cells().get(cell).name());
        return differing.get(cell).isEmpty() ? name : name + " (" + differing.get(cell) + ")";
    }

    /**
     * Such as {@code kube-api-qps=20, commit-latency=50ms}; the name of a file for two saved measurements whose
     * clusters do not differ.
     */
    String label(int cell) {
        List<String> name = output.cells().get(cell).name();
        if (!isSweep) {
            return differing.get(cell).isEmpty() ? String.join(", ", name) : differing.get(cell);
        }
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < name.size(); i++) {
            parts.add(settingName(i) + "=" + name.get(i));
        }
        return String.join(", ", parts);
    }

    /** Without its component, unless two settings would have the same name. */
    private String settingName(int index) {
        String name = output.nameColumns().get(index);
        String last = name.substring(name.lastIndexOf('.') + 1);
        return output.nameColumns().stream()
                                .filter(other -> other.endsWith("." + last) || other.equals(last))
                                .count()
                        > 1
                ? name
                : last;
    }

    /** The heads of the columns that name a cell and a percentile. */
    List<String> columns() {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < output.nameColumns().size(); i++) {
            columns.add(isSweep ? settingName(i) : "File");
        }
        columns.add("Percentile");
        return columns;
    }

    /** What stands in these columns. */
    List<String> row(int cell, double percentile) {
        List<String> name = new ArrayList<>(isSweep ? output.cells().get(cell).name() : List.of(file(cell)));
        name.add(StagePercentile.label(percentile));
        return name;
    }
}

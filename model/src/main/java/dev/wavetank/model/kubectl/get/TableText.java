package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A server's table as text (cli-runtime, pkg/printers/tableprinter.go, v1.20). */
final class TableText {

    private static final String NONE = "<none>";

    private final Style style;

    /**
     * What is shown beside the usual columns.
     *
     * @param wide also columns of lower priority
     * @param namespaces the namespace of each object
     * @param labels all labels
     * @param labelColumns labels with columns of their own
     * @param headers the first line
     * @param prefix before each name, such as {@code pod/}; may be empty
     */
    record Style(
            boolean wide,
            boolean namespaces,
            boolean labels,
            List<String> labelColumns,
            boolean headers,
            String prefix) {}

    TableText(Style style) {
        this.style = style;
    }

    /** The lines of a table. */
    List<String> lines(ObjectFields table, KubernetesVersion kubectl) {
        return TabWriter.printed(cells(table, table.list("columnDefinitions"), style.headers()), kubectl);
    }

    /** The cells of a table whose columns are known from an earlier one. */
    List<List<String>> cells(ObjectFields table, List<ObjectFields> columns, boolean headers) {
        List<Integer> shown = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (style.wide() || columns.get(i).number("priority") == 0) {
                shown.add(i);
            }
        }
        List<List<String>> rows = new ArrayList<>();
        if (headers) {
            rows.add(header(columns, shown));
        }
        table.list("rows").forEach(row -> rows.add(row(columns, shown, row)));
        return rows;
    }

    private List<String> header(List<ObjectFields> columns, List<Integer> shown) {
        List<String> header = new ArrayList<>();
        if (style.namespaces()) {
            header.add("NAMESPACE");
        }
        shown.forEach(column -> header.add(columns.get(column).text("name").toUpperCase(Locale.ROOT)));
        style.labelColumns()
                .forEach(label ->
                        header.add(label.substring(label.lastIndexOf('/') + 1).toUpperCase(Locale.ROOT)));
        if (style.labels()) {
            header.add("LABELS");
        }
        return header;
    }

    private List<String> row(List<ObjectFields> columns, List<Integer> shown, ObjectFields row) {
        List<String> cells = new ArrayList<>();
        if (style.namespaces()) {
            cells.add(row.text("object.metadata.namespace"));
        }
        List<?> values = row.value("cells") instanceof List<?> list ? list : List.of();
        for (int column : shown) {
            Object value = column < values.size() ? values.get(column) : "";
            boolean isName = columns.get(column).text("format").equals("name");
            cells.add((isName ? style.prefix() : "") + (value == null ? NONE : String.valueOf(value)));
        }
        Map<String, Object> labels = row.map("object.metadata.labels");
        style.labelColumns().forEach(label -> cells.add(String.valueOf(labels.getOrDefault(label, ""))));
        if (style.labels()) {
            cells.add(labels(labels));
        }
        return cells;
    }

    private static String labels(Map<String, Object> labels) {
        return labels.isEmpty()
                ? NONE
                : new TreeMap<>(labels)
                        .entrySet().stream()
                                .map(label -> label.getKey() + "=" + label.getValue())
                                .collect(Collectors.joining(","));
    }
}

package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import dev.wavetank.model.apiserver.printers.TableColumn;
import dev.wavetank.model.gotext.Ages;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Columns of tables of a custom resource ({@code additionalPrinterColumns}). */
final class PrinterColumn {

    private PrinterColumn() {}

    /** The column that a definition describes. */
    static TableColumn of(Map<String, Object> column) {
        String type = Tree.text(column, "type");
        JsonPath path = JsonPath.of(Tree.text(column, "jsonPath"));
        return new TableColumn(
                Tree.text(column, "name"),
                type,
                Tree.text(column, "format"),
                Tree.text(column, "description"),
                column.get("priority") instanceof Number priority ? priority.intValue() : 0,
                (object, now) -> cell(type, path.values(object.tree()), now));
    }

    /** What a cell holds: a value of the column's type, or null when the object has none. */
    private static Object cell(String type, List<Object> values, Instant now) {
        if (values.isEmpty()) {
            return null;
        }
        Object value = values.get(0);
        return switch (type) {
            case "integer" -> value instanceof Number number ? Long.valueOf(number.longValue()) : null;
            case "number" -> value instanceof Number number ? number : null;
            case "boolean" -> value instanceof Boolean ? value : null;
            case "date" -> value instanceof String text ? Ages.since(text, now) : null;
            default -> value instanceof String ? value : String.valueOf(value);
        };
    }
}

package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import java.util.List;
import java.util.Map;

/**
 * A column of tables of a custom resource ({@code additionalPrinterColumns}).
 *
 * @param name heading
 * @param type {@code string}, {@code integer}, {@code number}, {@code boolean} or {@code date}
 * @param format how the value is to be shown; empty when nothing is said
 * @param description what it means
 * @param priority 0 for columns that are always shown
 * @param path where the value stands
 */
public record PrinterColumn(String name, String type, String format, String description, int priority, String path) {

    static PrinterColumn of(Map<String, Object> column) {
        return new PrinterColumn(
                Tree.text(column, "name"),
                Tree.text(column, "type"),
                Tree.text(column, "format"),
                Tree.text(column, "description"),
                column.get("priority") instanceof Number priority ? priority.intValue() : 0,
                Tree.text(column, "jsonPath"));
    }

    /**
     * What the cell of an object holds: a value of the column's type, or null when the object has none.
     *
     * @param object the whole object as a JSON tree
     */
    public Object cell(Map<String, Object> object) {
        List<Object> values = JsonPath.of(path).values(object);
        if (values.isEmpty()) {
            return null;
        }
        Object value = values.get(0);
        return switch (type) {
            case "integer" -> value instanceof Number number ? Long.valueOf(number.longValue()) : null;
            case "number" -> value instanceof Number number ? number : null;
            case "boolean" -> value instanceof Boolean ? value : null;
            case "date" -> value instanceof String ? value : null;
            default -> value instanceof String ? value : String.valueOf(value);
        };
    }
}

package dev.wavetank.model.apiserver.printers;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A column of a table.
 *
 * @param name the heading
 * @param type as in OpenAPI: {@code string}, {@code integer}, {@code boolean}, {@code number} or {@code date}
 * @param format {@code name} for the column that names the object; else mostly the empty string
 * @param description for people
 * @param priority 0 for what is always shown; more for what is shown on demand
 * @param cell what stands in it
 */
public record TableColumn(String name, String type, String format, String description, int priority, Cell cell) {

    /** The definition as it goes over the wire. */
    Map<String, Object> definition() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", name);
        tree.put("type", type);
        tree.put("format", format);
        tree.put("description", description);
        tree.put("priority", priority);
        return tree;
    }
}

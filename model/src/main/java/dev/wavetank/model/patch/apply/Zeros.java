package dev.wavetank.model.patch.apply;

import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What objects look like before anybody said anything: Go writes some fields even when they are empty. Immutable. */
public final class Zeros {
    private final Schema schema;
    private final Map<String, List<String>> types = TypeLines.read("zeros.txt");

    /** Reads the facts that come with this module. */
    public Zeros(Schema schema) {
        this.schema = schema;
    }

    /** A new object of a type: the fields that the API server always writes, empty. */
    Map<String, Object> of(String type) {
        return in(type, new LinkedHashMap<>());
    }

    /**
     * The object with the fields that the API server always writes, empty where they are not given. It
     * shares what is not changed.
     */
    public Map<String, Object> in(String type, Map<String, Object> object) {
        Map<String, Object> result = new LinkedHashMap<>(object);
        for (String word : types.getOrDefault(type, List.of())) {
            int colon = word.indexOf(':');
            String field = word.substring(0, colon);
            String text = word.substring(colon + 1);
            if (result.get(field) == null) {
                result.put(field, value(type, field, text));
            } else if (text.equals("{}")) {
                result.put(field, in(struct(type, field), JsonTree.map(result.get(field))));
            }
        }
        return result;
    }

    private String struct(String type, String field) {
        return schema.fields(type).get(field).name();
    }

    private Object value(String type, String field, String text) {
        return switch (text) {
            case "{}" -> of(struct(type, field));
            case "0" -> 0L;
            case "\"\"" -> "";
            default -> null;
        };
    }
}

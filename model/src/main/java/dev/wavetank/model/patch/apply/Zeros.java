package dev.wavetank.model.patch.apply;

import dev.wavetank.model.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What objects look like before anybody said anything. Immutable. */
final class Zeros {
    private final Schema schema;
    private final Map<String, List<String>> types = TypeLines.read("zeros.txt");

    Zeros(Schema schema) {
        this.schema = schema;
    }

    /** A new object of a type: the fields that the API server always writes, empty. */
    Map<String, Object> of(String type) {
        Map<String, Object> result = new LinkedHashMap<>();
        for (String word : types.getOrDefault(type, List.of())) {
            int colon = word.indexOf(':');
            String field = word.substring(0, colon);
            result.put(field, value(type, field, word.substring(colon + 1)));
        }
        return result;
    }

    private Object value(String type, String field, String text) {
        return switch (text) {
            case "{}" -> of(schema.fields(type).get(field).name());
            case "0" -> 0L;
            case "\"\"" -> "";
            default -> null;
        };
    }
}

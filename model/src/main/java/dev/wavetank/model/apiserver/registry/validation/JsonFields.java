package dev.wavetank.model.apiserver.registry.validation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads fields of JSON trees; what is absent or of another type is empty. */
public final class JsonFields {

    private JsonFields() {}

    /** A text; the empty one when it is absent. */
    public static String text(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof String text ? text : "";
    }

    /** A tree; an empty one when the value is none. */
    @SuppressWarnings("unchecked") // JSON has text keys only
    public static Map<String, Object> map(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Collections.emptyMap();
    }

    /** The tree in a field. */
    public static Map<String, Object> map(Map<String, Object> tree, String field) {
        return map(tree.get(field));
    }

    /** The trees in a list. */
    public static List<Map<String, Object>> list(Map<String, Object> tree, String field) {
        List<Map<String, Object>> items = new ArrayList<>(0);
        if (tree.get(field) instanceof List<?> list) {
            list.forEach(item -> items.add(map(item)));
        }
        return items;
    }

    /** The items of a list as texts. */
    public static List<String> texts(Map<String, Object> tree, String field) {
        List<String> items = new ArrayList<>(0);
        if (tree.get(field) instanceof List<?> list) {
            list.forEach(item -> items.add(String.valueOf(item)));
        }
        return items;
    }

    /** A number, or null. */
    public static Long number(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof Number number ? Long.valueOf(number.longValue()) : null;
    }

    /** The map of texts in a field. */
    public static Map<String, String> textMap(Map<String, Object> tree, String field) {
        Map<String, String> texts = new LinkedHashMap<>();
        map(tree, field).forEach((key, value) -> texts.put(key, String.valueOf(value)));
        return texts;
    }
}

package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON trees; what is absent or of another type is empty. */
public final class Tree {

    private Tree() {}

    /** The value as an object. */
    @SuppressWarnings("unchecked") // JSON has text keys only
    public static Map<String, Object> map(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Collections.emptyMap();
    }

    /** The object in a field. */
    public static Map<String, Object> map(Map<String, Object> tree, String field) {
        return map(tree.get(field));
    }

    /** The list in a field. */
    public static List<Object> list(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof List<?> list ? Collections.unmodifiableList(list) : Collections.emptyList();
    }

    /** The objects of the list in a field. */
    public static List<Map<String, Object>> maps(Map<String, Object> tree, String field) {
        List<Map<String, Object>> maps = new ArrayList<>(0);
        list(tree, field).forEach(item -> maps.add(map(item)));
        return maps;
    }

    /** The texts of the list in a field. */
    public static List<String> texts(Map<String, Object> tree, String field) {
        List<String> texts = new ArrayList<>(0);
        list(tree, field).forEach(item -> texts.add(String.valueOf(item)));
        return texts;
    }

    /** The text in a field. */
    public static String text(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof String text ? text : "";
    }

    /** Whether a field is true. */
    public static boolean isTrue(Map<String, Object> tree, String field) {
        return Boolean.TRUE.equals(tree.get(field));
    }

    /** The tree with another value in a field; null takes the field away. */
    public static Map<String, Object> with(Map<String, Object> tree, String field, Object value) {
        Map<String, Object> fields = new LinkedHashMap<>(tree);
        if (value == null) {
            fields.remove(field);
        } else {
            fields.put(field, value);
        }
        return fields;
    }

    /** A tree of its own with the same content. */
    public static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, inner) -> copy.put(key, copy(inner)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            list.forEach(item -> copy.add(copy(item)));
            return copy;
        }
        return value;
    }

    /** Whether two values are the same, however their numbers are held. */
    public static boolean equal(Object one, Object other) {
        if (one instanceof Number a && other instanceof Number b) {
            return isWhole(a) && isWhole(b) ? a.longValue() == b.longValue() : a.doubleValue() == b.doubleValue();
        }
        if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            return a.size() == b.size()
                    && a.entrySet().stream()
                            .allMatch(entry ->
                                    b.containsKey(entry.getKey()) && equal(entry.getValue(), b.get(entry.getKey())));
        }
        if (one instanceof List<?> a && other instanceof List<?> b) {
            boolean same = a.size() == b.size();
            for (int i = 0; same && i < a.size(); i++) {
                same = equal(a.get(i), b.get(i));
            }
            return same;
        }
        return one == null ? other == null : one.equals(other);
    }

    static boolean isWhole(Number number) {
        return !(number instanceof Double || number instanceof Float)
                || number.doubleValue() == StrictMath.rint(number.doubleValue())
                        && StrictMath.abs(number.doubleValue()) < 1L << 53;
    }

    /** The name of a field below a path. */
    public static String child(String path, String field) {
        return path.isEmpty() ? field : path + "." + field;
    }
}

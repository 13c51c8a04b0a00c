package dev.wavetank.model.patch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What every patch does with JSON trees. */
public final class JsonTree {

    private JsonTree() {}

    /** The tree with containers of its own. */
    public static Object copy(Object tree) {
        if (tree instanceof Map<?, ?>) {
            return copy(map(tree));
        }
        return tree instanceof List<?> list ? copy(list) : tree;
    }

    /** The map with containers of its own. */
    public static Map<String, Object> copy(Map<String, ?> map) {
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, value) -> result.put(key, copy(value)));
        return result;
    }

    /** The list with containers of its own. */
    public static List<Object> copy(List<?> list) {
        List<Object> result = new ArrayList<>(list.size());
        list.forEach(item -> result.add(copy(item)));
        return result;
    }

    /** A tree that is known to be a map. */
    @SuppressWarnings("unchecked") // keys of JSON objects are text
    public static Map<String, Object> map(Object tree) {
        return (Map<String, Object>) tree;
    }

    /** A tree that is known to be a list. */
    @SuppressWarnings("unchecked") // lists hold trees
    public static List<Object> list(Object tree) {
        return (List<Object>) tree;
    }

    /** The tree as a list: itself, or without items when it is null. */
    public static List<Object> listOrEmpty(Object tree) {
        return tree == null ? new ArrayList<>() : list(tree);
    }

    /** The tree as a map: itself, or without entries when it is null. */
    public static Map<String, Object> mapOrEmpty(Object tree) {
        return tree == null ? new LinkedHashMap<>() : map(tree);
    }
}

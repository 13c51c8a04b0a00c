package dev.wavetank.model.scheduler.config.file;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of JSON trees whose types have been checked. */
final class Tree {

    private Tree() {}

    static String text(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof String text ? text : "";
    }

    static @Nullable String textOrNull(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof String text ? text : null;
    }

    static boolean bool(Map<String, Object> tree, String field, boolean otherwise) {
        return tree.get(field) instanceof Boolean value ? value : otherwise;
    }

    static long number(Map<String, Object> tree, String field, long otherwise) {
        return tree.get(field) instanceof Number number ? number.longValue() : otherwise;
    }

    static boolean has(Map<String, Object> tree, String field) {
        return tree.get(field) != null;
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    static Map<String, Object> map(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof Map<?, ?> map ? (Map<String, Object>) map : Collections.emptyMap();
    }

    static List<Map<String, Object>> maps(Map<String, Object> tree, String field) {
        List<Map<String, Object>> items = new ArrayList<>();
        if (tree.get(field) instanceof List<?> list) {
            for (Object item : list) {
                Map<String, Object> holder = new LinkedHashMap<>();
                holder.put("item", item);
                items.add(map(holder, "item"));
            }
        }
        return items;
    }

    /** The tree without the fields at these paths, which are written as in {@code extenders[0].weight}. */
    static Map<String, Object> without(Map<String, Object> tree, Collection<String> paths) {
        return paths.isEmpty() ? tree : without(tree, "", paths);
    }

    private static Map<String, Object> without(Map<?, ?> tree, String path, Collection<String> paths) {
        Map<String, Object> left = new LinkedHashMap<>();
        tree.forEach((name, value) -> {
            String field = path.isEmpty() ? String.valueOf(name) : path + "." + name;
            if (!paths.contains(field)) {
                left.put(String.valueOf(name), within(value, field, paths));
            }
        });
        return left;
    }

    private static @Nullable Object within(@Nullable Object value, String path, Collection<String> paths) {
        if (value instanceof Map<?, ?> map) {
            return without(map, path, paths);
        }
        if (!(value instanceof List<?> list)) {
            return value;
        }
        List<@Nullable Object> left = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            left.add(within(list.get(i), path + "[" + i + "]", paths));
        }
        return left;
    }

    static List<String> texts(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}

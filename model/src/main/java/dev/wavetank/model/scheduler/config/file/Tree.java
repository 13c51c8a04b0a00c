package dev.wavetank.model.scheduler.config.file;

import java.util.ArrayList;
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

    static List<String> texts(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}

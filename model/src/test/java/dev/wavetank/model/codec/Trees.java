package dev.wavetank.model.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Trees as the tests compare them: without what Kubernetes does not tell from an absent field. */
final class Trees {

    private Trees() {}

    /**
     * The tree without nulls, empty lists, and empty maps of names (labels, annotations, selectors, amounts).
     * Empty structs stay, because they say something: {@code emptyDir: {}}.
     */
    static Object normal(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> result = new TreeMap<>();
            map.forEach((key, inner) -> {
                if (!isAbsent((String) key, inner)) {
                    result.put((String) key, normal(inner));
                }
            });
            return result;
        }
        if (value instanceof List<?> list) {
            List<Object> result = new ArrayList<>();
            list.forEach(item -> result.add(normal(item)));
            return result;
        }
        return value;
    }

    private static boolean isAbsent(String field, Object value) {
        boolean names = List.of("labels", "annotations", "matchLabels", "nodeSelector", "limits", "requests")
                .contains(field);
        return value == null
                || value instanceof List<?> list && list.isEmpty()
                || names && value instanceof Map<?, ?> map && map.isEmpty();
    }
}

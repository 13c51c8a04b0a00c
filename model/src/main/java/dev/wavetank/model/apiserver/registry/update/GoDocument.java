package dev.wavetank.model.apiserver.registry.update;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Patched objects in the form in which errors of the real server quote them. */
final class GoDocument {

    private static final String CREATED = "creationTimestamp";

    private GoDocument() {}

    /**
     * The object after a merge patch: objects that the patch touches have their keys sorted, as the library leaves
     * them; others keep the order in which Go has written them, and metadata without time of creation says so.
     */
    static Map<String, Object> afterMerge(Map<String, Object> object, Object patch) {
        Map<String, Object> written = merged(object, patch);
        written.replaceAll((field, value) -> field.equals("metadata") ? value : withTimes(value));
        return written;
    }

    private static Map<String, Object> merged(Map<String, Object> object, Object patch) {
        Map<String, Object> sorted = new TreeMap<>(object);
        sorted.replaceAll((field, value) -> {
            boolean touched = patch instanceof Map<?, ?> map && map.get(field) instanceof Map && value instanceof Map;
            return touched ? merged(tree(value), ((Map<?, ?>) patch).get(field)) : value;
        });
        return sorted;
    }

    private static Object withTimes(Object value) {
        if (!(value instanceof Map)) {
            return value;
        }
        Map<String, Object> result = new LinkedHashMap<>();
        tree(value)
                .forEach((field, item) -> result.put(field, field.equals("metadata") ? timed(item) : withTimes(item)));
        return result;
    }

    private static Object timed(Object metadata) {
        if (!(metadata instanceof Map) || tree(metadata).containsKey(CREATED)) {
            return metadata;
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(CREATED, null);
        result.putAll(tree(metadata));
        return result;
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    private static Map<String, Object> tree(Object value) {
        return (Map<String, Object>) value;
    }
}

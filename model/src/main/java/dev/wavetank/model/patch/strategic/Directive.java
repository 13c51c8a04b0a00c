package dev.wavetank.model.patch.strategic;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.PatchException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The words of a strategic merge patch that are no fields. */
final class Directive {
    static final String PATCH = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";
    static final String ELEMENT_ORDER = "$setElementOrder/";
    static final String DELETE = "delete";
    static final String REPLACE = "replace";
    static final String MERGE = "merge";

    private Directive() {}

    static boolean isOne(String key) {
        return key.equals(PATCH)
                || key.equals(RETAIN_KEYS)
                || key.startsWith(DELETE_FROM_LIST)
                || key.startsWith(ELEMENT_ORDER);
    }

    /** Whether a list item says no more than that the item of that key has to go. */
    static boolean deletes(Object item) {
        return item instanceof Map<?, ?> map && DELETE.equals(map.get(PATCH));
    }

    /** The value that a patch has where the object has none: without directives, nulls and deletions. */
    static Object withoutDirectives(Object patch) {
        if (patch instanceof Map<?, ?>) {
            Map<String, Object> result = new LinkedHashMap<>();
            JsonTree.map(patch).forEach((key, value) -> {
                if (value != null && !isOne(key) && !deletes(value)) {
                    result.put(key, withoutDirectives(value));
                }
            });
            return result;
        }
        if (patch instanceof List<?> list) {
            List<Object> result = new ArrayList<>();
            list.stream()
                    .filter(item -> !deletes(item) && !says(item))
                    .forEach(item -> result.add(withoutDirectives(item)));
            return result;
        }
        return patch;
    }

    private static boolean says(Object item) {
        return item instanceof Map<?, ?> map && map.size() == 1 && map.containsKey(PATCH);
    }

    /** A value of a patch that has to be a list. */
    static List<Object> list(Object value) {
        if (value instanceof List<?>) {
            return JsonTree.list(value);
        }
        throw PatchException.unexpected("expected a []interface {}, but received a " + GoText.type(value));
    }

    static PatchException unknown(Map<String, Object> patch) {
        return PatchException.unexpected(
                "unknown patch type: " + GoText.plain(patch.get(PATCH)) + " in map: " + GoText.plain(patch));
    }

    static PatchException noMergeKey(Object item, String key) {
        return PatchException.unexpected("map: " + GoText.plain(item) + " does not contain declared merge key: " + key);
    }
}

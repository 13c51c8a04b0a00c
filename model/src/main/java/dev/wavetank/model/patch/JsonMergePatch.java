package dev.wavetank.model.patch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** JSON merge patch (RFC 7386). */
public final class JsonMergePatch {

    private JsonMergePatch() {}

    /**
     * The tree after a patch: maps are merged, null removes, everything else replaces.
     *
     * @param patch as it was sent
     * @throws PatchException 500 in the API server's words when the patch is no object
     */
    public static Map<String, Object> apply(Map<String, Object> tree, Object patch) {
        if (patch instanceof Map<?, ?>) {
            return JsonTree.map(merged(tree, patch));
        }
        throw PatchException.unexpected("Invalid JSON Patch");
    }

    /**
     * The smallest patch that makes the one tree out of the other. A null in the wanted tree cannot be said by a merge
     * patch: the field will be absent.
     *
     * @return a patch for {@link #apply}; empty when the trees are equal
     */
    public static Map<String, Object> diff(Map<String, Object> from, Map<String, Object> to) {
        Map<String, Object> patch = new LinkedHashMap<>();
        from.forEach((key, value) -> {
            if (value != null && to.get(key) == null) {
                patch.put(key, null);
            }
        });
        to.forEach((key, value) -> {
            Object before = from.get(key);
            if (value == null || from.containsKey(key) && Objects.equals(before, value)) {
                return;
            }
            if (before instanceof Map<?, ?> && value instanceof Map<?, ?>) {
                Map<String, Object> inner = diff(JsonTree.map(before), JsonTree.map(value));
                if (!inner.isEmpty()) {
                    patch.put(key, inner);
                }
            } else {
                patch.put(key, JsonTree.copy(value));
            }
        });
        return patch;
    }

    private static Object merged(Object target, Object patch) {
        if (!(patch instanceof Map<?, ?>)) {
            return JsonTree.copy(patch);
        }
        Map<String, Object> result =
                target instanceof Map<?, ?> ? new LinkedHashMap<>(JsonTree.map(target)) : new LinkedHashMap<>();
        JsonTree.map(patch).forEach((key, value) -> {
            if (value == null) {
                result.remove(key);
            } else {
                result.put(key, merged(result.get(key), value));
            }
        });
        return result;
    }
}

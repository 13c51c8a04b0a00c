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

    /**
     * The patch that {@code kubectl apply} sends for a kind without merge keys: what the wanted object says otherwise
     * than the live one, and the removal of what was applied last and is wanted no more. All else in the live object
     * stays; lists are replaced as a whole.
     *
     * @param last what was applied last; empty when nothing was
     * @return a patch for {@link #apply} on the live object; empty when nothing was removed and nothing has to change
     */
    public static Map<String, Object> threeWay(
            Map<String, Object> last, Map<String, Object> wanted, Map<String, Object> live) {
        Map<String, Object> patch = only(false, diff(live, wanted));
        return united(patch, only(true, diff(last, wanted)));
    }

    /** The part of a patch that removes fields, or the part that does not. */
    private static Map<String, Object> only(boolean removals, Map<String, Object> patch) {
        Map<String, Object> part = new LinkedHashMap<>();
        patch.forEach((key, value) -> {
            if (value instanceof Map<?, ?>) {
                Map<String, Object> inner = only(removals, JsonTree.map(value));
                if (!inner.isEmpty() || !removals && JsonTree.map(value).isEmpty()) {
                    part.put(key, inner);
                }
            } else if ((value == null) == removals) {
                part.put(key, value);
            }
        });
        return part;
    }

    private static Map<String, Object> united(Map<String, Object> changes, Map<String, Object> removals) {
        Map<String, Object> patch = new LinkedHashMap<>(changes);
        removals.forEach((key, value) -> {
            boolean both = value instanceof Map<?, ?> && patch.get(key) instanceof Map<?, ?>;
            if (both) {
                patch.put(key, united(JsonTree.map(patch.get(key)), JsonTree.map(value)));
            } else {
                patch.putIfAbsent(key, value);
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

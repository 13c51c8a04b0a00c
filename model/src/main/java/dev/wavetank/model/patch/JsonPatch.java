package dev.wavetank.model.patch;

import dev.wavetank.model.gotext.GoJson;
import dev.wavetank.model.gotext.GoText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * JSON patch (RFC 6902) as the API server applies it.
 *
 * <p>An index may be negative and then counts from the end, as in the library that the API server uses.
 */
public final class JsonPatch {

    /** How many operations the API server takes in one patch. */
    public static final int OPERATIONS_MAX = 10_000;

    /** How many bytes its copies may add; the API server sets it to the size of a request. */
    private static final long COPIES_MAX = 3L * 1024 * 1024;

    /** No API type nests as deep; copies into copies would. */
    private static final int DEPTH_MAX = 400;

    private long copied;

    private JsonPatch() {}

    /**
     * The tree after all operations, or not at all.
     *
     * @param patch the list of operations as it was sent
     * @throws PatchException 400 when it is no list of operations, 413 when there are too many, 422 when one of them
     *     does not apply
     */
    public static Map<String, Object> apply(Map<String, Object> tree, Object patch) {
        Object result = JsonTree.copy(tree);
        JsonPatch run = new JsonPatch();
        for (Map<String, Object> operation : operations(patch)) {
            result = run.applied(result, operation);
        }
        if (!(result instanceof Map<?, ?>)) {
            throw PatchException.doesNotApply("the patch leaves no object");
        }
        return JsonTree.map(result);
    }

    private static List<Map<String, Object>> operations(Object patch) {
        if (patch != null && !(patch instanceof List<?>)) {
            throw cannotDecode(patch, "Patch");
        }
        List<Map<String, Object>> operations = new ArrayList<>();
        for (Object operation : JsonTree.listOrEmpty(patch)) {
            if (!(operation instanceof Map<?, ?>)) {
                throw cannotDecode(operation, "Operation");
            }
            operations.add(JsonTree.map(operation));
        }
        if (operations.size() > OPERATIONS_MAX) {
            throw PatchException.tooLarge("The allowed maximum operations in a JSON patch is " + OPERATIONS_MAX
                    + ", got " + operations.size());
        }
        return operations;
    }

    private static PatchException cannotDecode(Object found, String type) {
        return PatchException.badRequest(
                "json: cannot unmarshal " + GoJson.kind(found) + " into Go value of type jsonpatch." + type);
    }

    private Object applied(Object tree, Map<String, Object> operation) {
        JsonPointer path = pointer(operation, "path");
        String name = String.valueOf(operation.get("op"));
        return switch (name) {
            case "add" -> added(tree, path, value(operation));
            case "remove" -> {
                take(tree, path);
                yield tree;
            }
            case "replace" -> replaced(tree, path, value(operation));
            case "move" -> moved(tree, pointer(operation, "from"), path);
            case "copy" -> added(tree, path, copied(at(tree, pointer(operation, "from")), path));
            case "test" -> {
                test(tree, path, operation.get("value"));
                yield tree;
            }
            default -> throw PatchException.doesNotApply("there is no operation " + GoText.quoted(name));
        };
    }

    /** A copy, unless copies grow without measure. */
    private Object copied(Object value, JsonPointer path) {
        copied += size(value, path.tokens().size());
        if (copied > COPIES_MAX) {
            throw PatchException.doesNotApply("Unable to complete the copy, the accumulated size increase of copy is "
                    + copied + ", exceeding the limit " + COPIES_MAX);
        }
        return JsonTree.copy(value);
    }

    private static long size(Object value, int depth) {
        if (depth > DEPTH_MAX) {
            throw PatchException.doesNotApply("exceeded max depth");
        }
        long size = 2;
        if (value instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                size += ((String) entry.getKey()).length() + 4 + size(entry.getValue(), depth + 1);
            }
        } else if (value instanceof List<?> list) {
            for (Object item : list) {
                size += 1 + size(item, depth + 1);
            }
        } else {
            size += String.valueOf(value).length();
        }
        return size;
    }

    private static JsonPointer pointer(Map<String, Object> operation, String field) {
        if (operation.get(field) instanceof String text) {
            return JsonPointer.of(text);
        }
        throw PatchException.doesNotApply("the operation " + GoText.plain(operation) + " has no " + field);
    }

    private static Object value(Map<String, Object> operation) {
        if (!operation.containsKey("value")) {
            throw PatchException.doesNotApply("the operation " + GoText.plain(operation) + " has no value");
        }
        size(operation.get("value"), pointer(operation, "path").tokens().size());
        return JsonTree.copy(operation.get("value"));
    }

    private static Object added(Object tree, JsonPointer path, Object value) {
        if (path.isRoot()) {
            return value;
        }
        Object parent = at(tree, path.parent());
        if (parent instanceof List<?>) {
            List<Object> items = JsonTree.list(parent);
            items.add(path.last().equals("-") ? items.size() : index(path, items.size() + 1), value);
        } else {
            entries(parent, path).put(path.last(), value);
        }
        return tree;
    }

    private static Object replaced(Object tree, JsonPointer path, Object value) {
        if (path.isRoot()) {
            return value;
        }
        at(tree, path);
        Object parent = at(tree, path.parent());
        if (parent instanceof List<?>) {
            List<Object> items = JsonTree.list(parent);
            items.set(index(path, items.size()), value);
        } else {
            entries(parent, path).put(path.last(), value);
        }
        return tree;
    }

    private static Object moved(Object tree, JsonPointer from, JsonPointer path) {
        if (from.equals(path)) {
            at(tree, from);
            return tree;
        }
        if (from.contains(path)) {
            throw PatchException.doesNotApply("cannot move " + from + " into itself");
        }
        size(at(tree, from), path.tokens().size());
        return added(tree, path, take(tree, from));
    }

    private static void test(Object tree, JsonPointer path, Object expected) {
        Object found = expected == null && !exists(tree, path) ? null : at(tree, path);
        if (!Objects.equals(found, expected)) {
            throw PatchException.doesNotApply("testing value " + path + " failed: test failed");
        }
    }

    private static boolean exists(Object tree, JsonPointer path) {
        if (path.isRoot()) {
            return true;
        }
        Object parent = at(tree, path.parent());
        return !(parent instanceof Map<?, ?> map) || map.containsKey(path.last());
    }

    private static Object take(Object tree, JsonPointer path) {
        if (path.isRoot()) {
            throw PatchException.doesNotApply("cannot remove the whole document");
        }
        Object value = at(tree, path);
        Object parent = at(tree, path.parent());
        if (parent instanceof List<?>) {
            List<Object> items = JsonTree.list(parent);
            items.remove(index(path, items.size()));
        } else {
            entries(parent, path).remove(path.last());
        }
        return value;
    }

    private static Object at(Object tree, JsonPointer path) {
        if (path.isRoot()) {
            return tree;
        }
        Object parent = at(tree, path.parent());
        if (parent instanceof List<?> items) {
            return items.get(index(path, items.size()));
        }
        if (!entries(parent, path).containsKey(path.last())) {
            throw PatchException.doesNotApply("there is nothing at " + path);
        }
        return JsonTree.map(parent).get(path.last());
    }

    private static Map<String, Object> entries(Object parent, JsonPointer path) {
        if (parent instanceof Map<?, ?>) {
            return JsonTree.map(parent);
        }
        throw PatchException.doesNotApply("there is nothing at " + path);
    }

    /** The last token as an index below the size. */
    private static int index(JsonPointer path, int size) {
        int index;
        try {
            index = Integer.parseInt(path.last());
        } catch (NumberFormatException mistake) {
            throw PatchException.doesNotApply(path + " ends in no index");
        }
        int forward = index < 0 ? index + size : index;
        if (forward < 0 || forward >= size) {
            throw PatchException.doesNotApply(path + " is outside the list");
        }
        return forward;
    }

    /** One operation of a patch. */
    static Map<String, Object> operation(String op, JsonPointer path) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("op", op);
        operation.put("path", path.toString());
        return operation;
    }
}

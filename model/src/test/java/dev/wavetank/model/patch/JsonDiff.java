package dev.wavetank.model.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Collects the operations between two trees. Lists are compared from both ends; what differs between is replaced. */
public final class JsonDiff {
    private final List<Object> operations = new ArrayList<>();

    private JsonDiff() {}

    /** A JSON patch that makes the one tree out of the other: only add, remove and replace. */
    public static List<Object> between(Map<String, Object> from, Map<String, Object> to) {
        JsonDiff diff = new JsonDiff();
        diff.maps(new JsonPointer(List.of()), from, to);
        return diff.operations;
    }

    private void values(JsonPointer at, Object from, Object to) {
        if (from instanceof Map<?, ?> && to instanceof Map<?, ?>) {
            maps(at, JsonTree.map(from), JsonTree.map(to));
        } else if (from instanceof List<?> && to instanceof List<?>) {
            lists(at, JsonTree.list(from), JsonTree.list(to));
        } else if (!Objects.equals(from, to)) {
            write("replace", at, to);
        }
    }

    private void maps(JsonPointer at, Map<String, Object> from, Map<String, Object> to) {
        from.forEach((key, value) -> {
            if (to.containsKey(key)) {
                values(at.child(key), value, to.get(key));
            } else {
                operations.add(JsonPatch.operation("remove", at.child(key)));
            }
        });
        to.forEach((key, value) -> {
            if (!from.containsKey(key)) {
                write("add", at.child(key), value);
            }
        });
    }

    private void lists(JsonPointer at, List<Object> from, List<Object> to) {
        int shorter = Math.min(from.size(), to.size());
        int head = 0;
        while (head < shorter && Objects.equals(from.get(head), to.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head
                && Objects.equals(from.get(from.size() - 1 - tail), to.get(to.size() - 1 - tail))) {
            tail++;
        }
        int common = shorter - head - tail;
        for (int i = head; i < head + common; i++) {
            values(at.child(Integer.toString(i)), from.get(i), to.get(i));
        }
        for (int i = head + common; i < to.size() - tail; i++) {
            write("add", at.child(Integer.toString(i)), to.get(i));
        }
        for (int i = from.size() - tail - 1; i >= head + common; i--) {
            operations.add(JsonPatch.operation("remove", at.child(Integer.toString(i))));
        }
    }

    private void write(String op, JsonPointer at, Object value) {
        Map<String, Object> operation = JsonPatch.operation(op, at);
        operation.put("value", JsonTree.copy(value));
        operations.add(operation);
    }
}

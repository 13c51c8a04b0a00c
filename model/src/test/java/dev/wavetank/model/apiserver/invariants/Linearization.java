package dev.wavetank.model.apiserver.invariants;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for an order of the calls that a {@link SequentialObject} could have answered as they were answered, and that
 * agrees with what happened one after the other; key by key (Wing and Gong, with the states already tried left out).
 */
final class Linearization {

    private static final int MOST_CALLS = 64;

    /** Which calls are done, as bits, and the state after them. */
    private record Node(long done, SequentialObject state) {}

    private final List<Call> calls;
    private final long required;

    private Linearization(List<Call> calls) {
        if (calls.size() > MOST_CALLS) {
            throw new IllegalArgumentException("at most " + MOST_CALLS + " calls for one key, were " + calls.size());
        }
        this.calls = calls;
        long answered = 0;
        for (int i = 0; i < calls.size(); i++) {
            answered |= calls.get(i).isUnknown() ? 0 : 1L << i;
        }
        this.required = answered;
    }

    /** The calls of a key that no order explains, if there is one. */
    static Optional<String> flaw(List<Call> all) {
        Map<String, List<Call>> byKey = new LinkedHashMap<>();
        all.stream()
                .filter(call -> call.what.isWrite() || !call.isUnknown())
                .filter(call -> call.outcome.kind() != Outcome.Kind.REFUSED)
                .forEach(call -> byKey.computeIfAbsent(call.key, key -> new ArrayList<>())
                        .add(call));
        for (Map.Entry<String, List<Call>> entry : byKey.entrySet()) {
            List<Call> calls = entry.getValue();
            calls.sort((one, other) -> Long.compare(one.asked, other.asked));
            if (!new Linearization(calls).exists()) {
                return Optional.of("no order explains the calls of " + entry.getKey() + ":\n" + text(calls));
            }
        }
        return Optional.empty();
    }

    static String text(List<Call> calls) {
        return String.join("\n", calls.stream().map(call -> "  " + call).toList());
    }

    private boolean exists() {
        Set<Node> tried = new LinkedHashSet<>();
        Deque<Node> left = new ArrayDeque<>(List.of(new Node(0, SequentialObject.ABSENT)));
        while (!left.isEmpty()) {
            Node node = left.pop();
            if ((node.done & required) == required) {
                return true;
            }
            if (tried.add(node)) {
                next(node, left);
            }
        }
        return false;
    }

    private void next(Node node, Deque<Node> left) {
        long firstHeard = Long.MAX_VALUE;
        for (int i = 0; i < calls.size(); i++) {
            if ((node.done & 1L << i) == 0) {
                firstHeard = Math.min(firstHeard, calls.get(i).heard);
            }
        }
        for (int i = 0; i < calls.size(); i++) {
            long bit = 1L << i;
            Call call = calls.get(i);
            if ((node.done & bit) == 0 && call.asked <= firstHeard) {
                node.state.after(call).ifPresent(after -> left.push(new Node(node.done | bit, after)));
            }
        }
    }
}

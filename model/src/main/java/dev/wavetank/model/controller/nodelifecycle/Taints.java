package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The taints for the conditions of a node. */
final class Taints {

    static final String NOT_READY = "node.kubernetes.io/not-ready";
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    static final String NO_EXECUTE = "NoExecute";

    private static final String NO_SCHEDULE = "NoSchedule";
    private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

    private static final List<Rule> RULES = List.of(
            new Rule(Conditions.READY, Conditions.FALSE, NOT_READY),
            new Rule(Conditions.READY, Conditions.UNKNOWN, UNREACHABLE),
            new Rule("MemoryPressure", Conditions.TRUE, "node.kubernetes.io/memory-pressure"),
            new Rule("DiskPressure", Conditions.TRUE, "node.kubernetes.io/disk-pressure"),
            new Rule("NetworkUnavailable", Conditions.TRUE, "node.kubernetes.io/network-unavailable"),
            new Rule("PIDPressure", Conditions.TRUE, "node.kubernetes.io/pid-pressure"));

    private record Rule(String condition, String status, String key) {}

    private Taints() {}

    static Node.Taint noExecute(String key) {
        return new Node.Taint(key, null, NO_EXECUTE, null);
    }

    static List<Node.Taint> of(Node node) {
        return node.spec() == null ? Collections.emptyList() : node.spec().taints();
    }

    static boolean has(Node node, Node.Taint wanted) {
        List<Node.Taint> taints = of(node);
        for (int i = 0; i < taints.size(); i++) {
            if (same(taints.get(i), wanted)) {
                return true;
            }
        }
        return false;
    }

    /** Two taints are the same when key and effect are equal. */
    static boolean same(Node.Taint one, Node.Taint other) {
        return one.key().equals(other.key()) && one.effect().equals(other.effect());
    }

    /** The {@code NoSchedule} taints for the conditions of a node. */
    static List<Node.Taint> wantedNoSchedule(Node node) {
        List<Node.Taint> wanted = new ArrayList<>();
        for (Rule rule : RULES) {
            Node.Condition condition = Conditions.find(node, rule.condition());
            if (condition != null && condition.status().equals(rule.status())) {
                wanted.add(new Node.Taint(rule.key(), null, NO_SCHEDULE, null));
            }
        }
        if (node.spec() != null && Boolean.TRUE.equals(node.spec().unschedulable())) {
            wanted.add(new Node.Taint(UNSCHEDULABLE, null, NO_SCHEDULE, null));
        }
        return wanted;
    }

    /** The present {@code NoSchedule} taints of a node that follow from conditions. */
    static List<Node.Taint> presentNoSchedule(Node node) {
        List<Node.Taint> present = new ArrayList<>();
        for (Node.Taint taint : of(node)) {
            boolean known = taint.key().equals(UNSCHEDULABLE)
                    || RULES.stream().anyMatch(rule -> rule.key().equals(taint.key()));
            if (known && taint.effect().equals(NO_SCHEDULE)) {
                present.add(taint);
            }
        }
        return present;
    }

    /** The taints of the first list that the second does not have. */
    static List<Node.Taint> without(List<Node.Taint> taints, List<Node.Taint> others) {
        if (taints.isEmpty()) {
            return taints;
        }
        return taints.stream()
                .filter(taint -> others.stream().noneMatch(other -> same(taint, other)))
                .toList();
    }
}

package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import java.util.List;
import java.util.Optional;

/** Which taints keep pods away from nodes, and which drive them away. */
public final class NodeTaints {
    private static final String NO_SCHEDULE = "NoSchedule";
    private static final String NO_EXECUTE = "NoExecute";
    private static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";

    private NodeTaints() {}

    /** The taints of a node that keep away pods which do not tolerate them: with effect NoSchedule or NoExecute. */
    public static List<Node.Taint> repelling(Node node) {
        return with(node, NO_SCHEDULE, NO_EXECUTE);
    }

    /** The taints of a node that drive away pods which do not tolerate them: with effect NoExecute. */
    public static List<Node.Taint> evicting(Node node) {
        return with(node, NO_EXECUTE, NO_EXECUTE);
    }

    /** The taints of a node that pods avoid where they can: with effect PreferNoSchedule. */
    public static List<Node.Taint> discouraging(Node node) {
        return with(node, PREFER_NO_SCHEDULE, PREFER_NO_SCHEDULE);
    }

    private static List<Node.Taint> with(Node node, String effect, String otherEffect) {
        if (node.spec() == null || node.spec().taints().isEmpty()) {
            return List.of();
        }
        return node.spec().taints().stream()
                .filter(taint -> effect.equals(taint.effect()) || otherEffect.equals(taint.effect()))
                .toList();
    }

    /** The first of the taints that the pod does not tolerate ({@code FindMatchingUntoleratedTaint}). */
    public static Optional<Node.Taint> firstUntolerated(PodSpec pod, List<Node.Taint> taints) {
        for (Node.Taint taint : taints) {
            if (!pod.tolerates(taint)) {
                return Optional.of(taint);
            }
        }
        return Optional.empty();
    }
}

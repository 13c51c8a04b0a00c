package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps pods off nodes by their conditions: the predicates CheckNodeCondition, CheckNodeMemoryPressure,
 * CheckNodePIDPressure and CheckNodeDiskPressure, until taints took their place in v1.12 ({@code predicates/predicates.go}).
 */
public final class NodeConditions implements FilterPlugin {

    private final Check check;
    private final KubernetesVersion version;
    private final Status pressed;

    /** Which of the predicates. */
    public enum Check {
        /** Refuses nodes that are not ready, out of disk, without network or cordoned. */
        CONDITION("CheckNodeCondition"),
        /** Refuses nodes with little memory to pods that request nothing. */
        MEMORY_PRESSURE("CheckNodeMemoryPressure"),
        /** Refuses nodes with few process numbers left. */
        PID_PRESSURE("CheckNodePIDPressure"),
        /** Refuses nodes with little disk space. */
        DISK_PRESSURE("CheckNodeDiskPressure");

        private final String predicate;

        Check(String predicate) {
            this.predicate = predicate;
        }

        /** The name of the predicate. */
        public String predicate() {
            return predicate;
        }
    }

    /** The predicate of a version. */
    public NodeConditions(Check check, KubernetesVersion version) {
        this.check = check;
        this.version = version;
        this.pressed = switch (check) {
            case MEMORY_PRESSURE -> pressed("memory", "Memory");
            case PID_PRESSURE -> pressed("pid", "PID");
            case DISK_PRESSURE -> pressed("disk", "Disk");
            case CONDITION -> Status.SUCCESS;
        };
    }

    private Status pressed(String what, String name) {
        return Status.unschedulable(
                Reasons.of(version, "node(s) had " + what + " pressure", "NodeUnder" + name + "Pressure"));
    }

    @Override
    public String name() {
        return check.predicate;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        return switch (check) {
            case CONDITION -> conditions(node.node());
            case MEMORY_PRESSURE -> isBestEffort(pod) && is(node.node(), "MemoryPressure") ? pressed : Status.SUCCESS;
            case PID_PRESSURE -> is(node.node(), "PIDPressure") ? pressed : Status.SUCCESS;
            case DISK_PRESSURE -> is(node.node(), "DiskPressure") ? pressed : Status.SUCCESS;
        };
    }

    private Status conditions(Node node) {
        List<Node.Condition> conditions =
                node.status() == null ? List.of() : node.status().conditions();
        List<String> reasons = List.of();
        for (int i = 0; i < conditions.size(); i++) {
            Node.Condition condition = conditions.get(i);
            boolean isTrue = "True".equals(condition.status());
            boolean isFalse = "False".equals(condition.status());
            switch (condition.type()) {
                case "Ready" -> reasons = isTrue ? reasons : and(reasons, "node(s) were not ready", "NodeNotReady");
                case "OutOfDisk" ->
                    reasons = isFalse ? reasons : and(reasons, "node(s) were out of disk space", "NodeOutOfDisk");
                case "NetworkUnavailable" ->
                    reasons = isFalse
                            ? reasons
                            : and(reasons, "node(s) had unavailable network", "NodeNetworkUnavailable");
                default -> {
                    // Other conditions do not keep pods away.
                }
            }
        }
        if (NodeUnschedulable.isCordoned(node)) {
            reasons = and(reasons, "node(s) were unschedulable", "NodeUnschedulable");
        }
        return reasons.isEmpty() ? Status.SUCCESS : Status.unresolvable(reasons.toArray(String[]::new));
    }

    private List<String> and(List<String> reasons, String sentence, String predicate) {
        List<String> more = new ArrayList<>(reasons);
        more.add(Reasons.of(version, sentence, predicate));
        return more;
    }

    private static boolean is(Node node, String type) {
        if (node.status() != null) {
            for (Node.Condition condition : node.status().conditions()) {
                if (type.equals(condition.type())) {
                    return "True".equals(condition.status());
                }
            }
        }
        return false;
    }

    private static boolean isBestEffort(PodInfo pod) {
        for (Container container : pod.pod().spec().containers()) {
            if (container.resources() != null
                    && (!container.resources().requests().isEmpty()
                            || !container.resources().limits().isEmpty())) {
                return false;
            }
        }
        return true;
    }
}

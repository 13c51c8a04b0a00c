package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which nodes a DaemonSet wants. */
final class DaemonNodes {

    /** What every daemon pod tolerates ({@code AddOrUpdateDaemonPodTolerations}), by key and effect. */
    private static final Set<String> TOLERATED = Set.of(
            "node.kubernetes.io/not-ready NoExecute",
            "node.kubernetes.io/unreachable NoExecute",
            "node.kubernetes.io/disk-pressure NoSchedule",
            "node.kubernetes.io/memory-pressure NoSchedule",
            "node.kubernetes.io/pid-pressure NoSchedule",
            "node.kubernetes.io/unschedulable NoSchedule");

    private final Map<String, Object> spec;

    DaemonNodes(GenericObject set) {
        this.spec = JsonFields.map(JsonFields.map(Trees.spec(set), "template"), "spec");
    }

    /** Whether a pod is to be on this node. What an affinity or a name of a node asks for is not judged. */
    boolean wants(Node node) {
        return !spec.containsKey("affinity") && !spec.containsKey("nodeName") && permits(node) && isOpen(node);
    }

    /** Whether the labels of the node are those that the set selects nodes by. */
    boolean permits(Node node) {
        return JsonFields.textMap(spec, "nodeSelector").entrySet().stream()
                .allMatch(label ->
                        label.getValue().equals(node.metadata().labels().get(label.getKey())));
    }

    private boolean isOpen(Node node) {
        List<Node.Taint> taints = node.spec() == null ? List.of() : node.spec().taints();
        return taints.stream().allMatch(this::isTolerated);
    }

    private boolean isTolerated(Node.Taint taint) {
        return taint.effect().equals("PreferNoSchedule")
                || TOLERATED.contains(taint.key() + " " + taint.effect())
                || JsonFields.list(spec, "tolerations").stream().anyMatch(toleration -> tolerates(toleration, taint));
    }

    private static boolean tolerates(Map<String, Object> toleration, Node.Taint taint) {
        String key = JsonFields.text(toleration, "key");
        String effect = JsonFields.text(toleration, "effect");
        boolean isMeant =
                (key.isEmpty() || key.equals(taint.key())) && (effect.isEmpty() || effect.equals(taint.effect()));
        String value = taint.value() == null ? "" : taint.value();
        return isMeant
                && (JsonFields.text(toleration, "operator").equals("Exists")
                        || JsonFields.text(toleration, "value").equals(value));
    }
}

package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import java.util.List;
import java.util.Set;

/** The eligible nodes of a DaemonSet. */
public final class DaemonNodes {

    /** The tolerations of every daemon pod ({@code AddOrUpdateDaemonPodTolerations}), by key and effect. */
    private static final Set<String> TOLERATED = Set.of(
            "node.kubernetes.io/not-ready NoExecute",
            "node.kubernetes.io/unreachable NoExecute",
            "node.kubernetes.io/disk-pressure NoSchedule",
            "node.kubernetes.io/memory-pressure NoSchedule",
            "node.kubernetes.io/pid-pressure NoSchedule",
            "node.kubernetes.io/unschedulable NoSchedule");

    private final PodSpec spec;

    /** The eligible nodes of this one. */
    public DaemonNodes(DaemonSet set) {
        this.spec = set.spec().template().spec();
    }

    /**
     * Whether the controller may miss that a pod has become available, beside the one that it is to replace: it looks
     * again when the first of them does, and forgets that it was to look later, too.
     */
    public static boolean mayKeepTwo(DaemonSet set) {
        DaemonSet.UpdateStrategy strategy = set.spec().updateStrategy();
        Object surge = strategy == null || strategy.rollingUpdate() == null
                ? null
                : strategy.rollingUpdate().maxSurge();
        Integer delay = set.spec().minReadySeconds();
        return surge != null && !String.valueOf(surge).matches("0%?") && delay != null && delay > 0;
    }

    /** Whether a pod is to be on this node. What an affinity or a name of a node asks for is not judged. */
    public boolean wants(Node node) {
        return spec.affinity() == null && spec.nodeName() == null && permits(node) && isOpen(node);
    }

    /** Whether a pod that is on this node may stay there: taints that only keep pods from being placed end none. */
    public boolean keepsOn(Node node) {
        List<Node.Taint> taints = node.spec() == null ? List.of() : node.spec().taints();
        return spec.affinity() == null
                && permits(node)
                && taints.stream().allMatch(taint -> !taint.effect().equals("NoExecute") || isTolerated(taint));
    }

    /** Whether the labels of the node are those that the set selects nodes by. */
    boolean permits(Node node) {
        return spec.nodeSelector().entrySet().stream()
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
                || spec.tolerations().stream().anyMatch(toleration -> tolerates(toleration, taint));
    }

    private static boolean tolerates(PodSpec.Toleration toleration, Node.Taint taint) {
        String key = text(toleration.key());
        String effect = text(toleration.effect());
        boolean isMeant =
                (key.isEmpty() || key.equals(taint.key())) && (effect.isEmpty() || effect.equals(taint.effect()));
        String value = taint.value() == null ? "" : taint.value();
        return isMeant
                && (text(toleration.operator()).equals("Exists")
                        || text(toleration.value()).equals(value));
    }

    private static String text(String text) {
        return text == null ? "" : text;
    }
}

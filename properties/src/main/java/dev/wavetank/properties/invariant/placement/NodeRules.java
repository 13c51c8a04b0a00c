package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a pod requires of the node itself: its labels, its name, its taints. */
final class NodeRules {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String CORDON = "node.kubernetes.io/unschedulable";

    private NodeRules() {}

    /** Why the pod may not be scheduled to the node; empty when it may. */
    static Optional<String> against(PodSpec pod, Node node) {
        Node.Spec spec = node.spec();
        if (spec != null && Boolean.TRUE.equals(spec.unschedulable()) && !pod.tolerates(cordon())) {
            return Optional.of("which is cordoned");
        }
        if (spec != null) {
            for (Node.Taint taint : spec.taints()) {
                if (!"PreferNoSchedule".equals(taint.effect()) && !pod.tolerates(taint)) {
                    return Optional.of("whose taint " + taint.key() + ":" + taint.effect() + " it does not tolerate");
                }
            }
        }
        return isSelected(pod, node)
                ? Optional.empty()
                : Optional.of("which its node selector and required node affinity do not select");
    }

    private static Node.Taint cordon() {
        return new Node.Taint(CORDON, null, "NoSchedule", Collections.emptyMap());
    }

    /** Whether node selector and required node affinity select the node. */
    static boolean isSelected(PodSpec pod, Node node) {
        Map<String, String> labels = node.metadata().labels();
        boolean isSelected = pod.nodeSelector().entrySet().stream()
                .allMatch(one -> one.getValue().equals(labels.get(one.getKey())));
        Object required = JsonTree.child(JsonTree.child(pod.affinity(), "nodeAffinity"), REQUIRED);
        return isSelected
                && (required == null
                        || JsonTree.list(required, "nodeSelectorTerms").stream().anyMatch(term -> fulfils(node, term)));
    }

    private static boolean fulfils(Node node, Object term) {
        List<LabelSelector.Requirement> labels = JsonTree.requirements(term, "matchExpressions");
        List<LabelSelector.Requirement> fields = JsonTree.requirements(term, "matchFields");
        Map<String, String> name =
                Collections.singletonMap("metadata.name", node.metadata().name());
        return labels.size() + fields.size() > 0
                && labels.stream().allMatch(one -> one.matches(node.metadata().labels()))
                && fields.stream().allMatch(one -> one.matches(name));
    }
}

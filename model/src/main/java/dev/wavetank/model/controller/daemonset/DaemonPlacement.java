package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.NodeTaints;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** On which nodes a DaemonSet has pods, and how a pod names the node to which it belongs. */
final class DaemonPlacement {

    private static final String EXECUTE = "NoExecute";
    private static final String SCHEDULE = "NoSchedule";
    private static final String NODE_AFFINITY = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";
    private static final String FIELDS = "matchFields";
    private static final String NAME_FIELD = "metadata.name";
    private static final String VALUES = "values";

    private DaemonPlacement() {}

    /**
     * Whether a node is eligible for a DaemonSet.
     *
     * @param isWanted whether the set wants a pod there
     * @param shouldRun whether the controller has to create a pod there
     * @param mayStay whether an existing pod may stay there
     */
    record Fit(boolean isWanted, boolean shouldRun, boolean mayStay) {

        /** No pod of the set belongs there. */
        static final Fit NONE = new Fit(false, false, false);
    }

    /** Whether the node is eligible for the DaemonSet, whatever else is on it. */
    static Fit fit(DaemonSet set, Node node) {
        PodSpec spec = set.spec().template().spec();
        boolean elsewhere = spec.nodeName() != null
                && !spec.nodeName().isEmpty()
                && !spec.nodeName().equals(node.metadata().name());
        if (elsewhere || !RequiredNodeAffinity.matches(spec, node)) {
            return Fit.NONE;
        }
        PodSpec tolerant = withTolerations(spec);
        boolean shouldRun = NodeTaints.firstUntolerated(tolerant, NodeTaints.repelling(node))
                .isEmpty();
        boolean mayStay =
                NodeTaints.firstUntolerated(tolerant, NodeTaints.evicting(node)).isEmpty();
        return new Fit(shouldRun, shouldRun, mayStay);
    }

    /** The spec with the tolerations that every daemon pod has. */
    static PodSpec withTolerations(PodSpec spec) {
        List<PodSpec.Toleration> tolerations = new ArrayList<>(spec.tolerations());
        add(tolerations, "not-ready", EXECUTE);
        add(tolerations, "unreachable", EXECUTE);
        add(tolerations, "disk-pressure", SCHEDULE);
        add(tolerations, "memory-pressure", SCHEDULE);
        add(tolerations, "pid-pressure", SCHEDULE);
        add(tolerations, "unschedulable", SCHEDULE);
        if (Boolean.TRUE.equals(spec.other().get("hostNetwork"))) {
            add(tolerations, "network-unavailable", SCHEDULE);
        }
        return spec.withTolerations(tolerations);
    }

    private static void add(List<PodSpec.Toleration> tolerations, String taint, String effect) {
        PodSpec.Toleration added = new PodSpec.Toleration("node.kubernetes.io/" + taint, "Exists", null, effect, null);
        for (int i = 0; i < tolerations.size(); i++) {
            PodSpec.Toleration present = tolerations.get(i);
            if (added.key().equals(present.key())
                    && added.operator().equals(present.operator())
                    && effect.equals(present.effect())
                    && present.value() == null) {
                tolerations.set(i, added);
                return;
            }
        }
        tolerations.add(added);
    }

    /** The spec with a required affinity for one node, which replaces the required terms of the template. */
    static PodSpec boundTo(PodSpec spec, String node) {
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("key", NAME_FIELD);
        field.put("operator", "In");
        field.put(VALUES, List.of(node));
        Map<String, Object> affinity = copy(spec.affinity());
        Map<String, Object> ofNodes = copy(affinity.get(NODE_AFFINITY));
        ofNodes.put(REQUIRED, tree(TERMS, List.of(tree(FIELDS, List.of(field)))));
        affinity.put(NODE_AFFINITY, ofNodes);
        return spec.withAffinity(affinity);
    }

    /** The node to which a pod is or will be bound; null when the pod names none. */
    static String target(Pod pod) {
        if (pod.nodeName() != null && !pod.nodeName().isEmpty()) {
            return pod.nodeName();
        }
        Object required = copy(copy(pod.spec().affinity()).get(NODE_AFFINITY)).get(REQUIRED);
        for (Object term : list(copy(required).get(TERMS))) {
            for (Object field : list(copy(term).get(FIELDS))) {
                List<?> values = list(copy(field).get(VALUES));
                if (NAME_FIELD.equals(copy(field).get("key")) && values.size() == 1) {
                    return String.valueOf(values.get(0));
                }
            }
        }
        return null;
    }

    private static Map<String, Object> tree(String field, Object value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, value);
        return tree;
    }

    private static Map<String, Object> copy(Object tree) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (tree instanceof Map<?, ?> map) {
            map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        }
        return copy;
    }

    private static List<?> list(Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}

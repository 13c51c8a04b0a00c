package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.scheduler.framework.SelectorReader;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One spread constraint of a pod ({@code podtopologyspread.topologySpreadConstraint}).
 *
 * @param maxSkew by how many pods domains may differ
 * @param topologyKey the label whose values are the domains
 * @param isHard whether nodes are refused; else they only score less
 * @param selectors all of which a pod must match to count; none matches no pod
 * @param minDomains how many domains there must be for a least count above 0; 1 when the pod does not say
 * @param honorsAffinity whether only nodes count that match the pod's node selector and node affinity
 * @param honorsTaints whether only nodes count whose taints the pod tolerates
 */
record Constraint(
        int maxSkew,
        String topologyKey,
        boolean isHard,
        List<LabelSelector> selectors,
        int minDomains,
        boolean honorsAffinity,
        boolean honorsTaints) {

    static final String HOSTNAME = "kubernetes.io/hostname";

    private static final String HONOR = "Honor";

    /** The constraints in the specification of a pod. */
    static List<Constraint> of(Pod pod, KubernetesVersion version) {
        Object trees = pod.spec().other().get("topologySpreadConstraints");
        if (!(trees instanceof List<?> list) || list.isEmpty()) {
            return List.of();
        }
        List<Constraint> constraints = new ArrayList<>(list.size());
        for (Object tree : list) {
            if (tree instanceof Map<?, ?> one) {
                constraints.add(of(one, pod, version));
            }
        }
        return constraints;
    }

    /** The constraint of a tree; keys of labels mean those of the pod. */
    static Constraint of(Map<?, ?> tree, @Nullable Pod pod, KubernetesVersion version) {
        LabelSelector selector = SelectorReader.selector(tree.get("labelSelector"));
        if (selector != null
                && pod != null
                && version.has(Feature.SPREAD_MATCH_LABEL_KEYS)
                && tree.get("matchLabelKeys") instanceof List<?> keys) {
            selector = SelectorReader.withLabelsOf(selector, pod.metadata().labels(), keys, "In");
        }
        boolean hasPolicies = version.has(Feature.SPREAD_NODE_INCLUSION);
        boolean hasMinimum = version.has(Feature.SPREAD_MIN_DOMAINS);
        return new Constraint(
                tree.get("maxSkew") instanceof Number skew ? skew.intValue() : 1,
                String.valueOf(tree.get("topologyKey")),
                !"ScheduleAnyway".equals(tree.get("whenUnsatisfiable")),
                selector == null ? List.of() : List.of(selector),
                hasMinimum && tree.get("minDomains") instanceof Number least ? least.intValue() : 1,
                !hasPolicies || is(tree.get("nodeAffinityPolicy"), true),
                hasPolicies && is(tree.get("nodeTaintsPolicy"), false));
    }

    private static boolean is(@Nullable Object policy, boolean absent) {
        return policy == null ? absent : HONOR.equals(policy);
    }

    /** Whether a pod with these labels counts. */
    boolean counts(Map<String, String> labels) {
        for (int i = 0; i < selectors.size(); i++) {
            if (!selectors.get(i).matches(labels)) {
                return false;
            }
        }
        return !selectors.isEmpty();
    }

    /** Whether a pod counts; one that is being deleted does not. */
    boolean isCounted(Pod pod, String namespace) {
        return !pod.metadata().isDeleting()
                && pod.metadata().namespace().equals(namespace)
                && counts(pod.metadata().labels());
    }

    /** Whether a node counts for a pod that requires this. */
    boolean includes(
            Node node, List<Node.Taint> taints, RequiredNodeAffinity required, List<PodSpec.Toleration> tolerations) {
        if (honorsAffinity && !required.matches(node)) {
            return false;
        }
        if (honorsTaints) {
            for (Node.Taint taint : taints) {
                if (tolerations.stream().noneMatch(toleration -> toleration.tolerates(taint))) {
                    return false;
                }
            }
        }
        return true;
    }
}

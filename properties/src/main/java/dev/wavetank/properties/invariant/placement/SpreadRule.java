package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A topology spread constraint that must be met ({@code DoNotSchedule}).
 *
 * @param maxSkew by how many pods a place may exceed the emptiest one
 * @param topologyKey label of nodes whose value makes them one place
 * @param selector of the pods that are counted; null counts none
 * @param minDomains with fewer places than that the emptiest counts as empty
 * @param honorsAffinity whether only nodes count that the pod's node selector and affinity select
 * @param honorsTaints whether only nodes count whose taints the pod tolerates
 */
record SpreadRule(
        int maxSkew,
        String topologyKey,
        @Nullable LabelSelector selector,
        int minDomains,
        boolean honorsAffinity,
        boolean honorsTaints) {

    /** Those of a pod. */
    static List<SpreadRule> of(Pod pod) {
        List<SpreadRule> rules = new ArrayList<>();
        for (Object tree : JsonTree.list(pod.spec().other(), "topologySpreadConstraints")) {
            if (!JsonTree.text(tree, "whenUnsatisfiable").equals("ScheduleAnyway")) {
                LabelSelector selector = JsonTree.selector(tree, "labelSelector");
                rules.add(new SpreadRule(
                        JsonTree.number(tree, "maxSkew", 1),
                        JsonTree.text(tree, "topologyKey"),
                        selector == null
                                ? null
                                : LabelKeys.added(selector, pod, JsonTree.texts(tree, "matchLabelKeys"), "In"),
                        JsonTree.number(tree, "minDomains", 1),
                        !JsonTree.text(tree, "nodeAffinityPolicy").equals("Ignore"),
                        JsonTree.text(tree, "nodeTaintsPolicy").equals("Honor")));
            }
        }
        return rules;
    }

    /** Whether it counts that pod, for a pod of the same namespace. */
    boolean counts(Pod other, Pod self) {
        return selector != null
                && !other.metadata().isDeleting()
                && other.key().namespace().equals(self.key().namespace())
                && selector.matches(other.metadata().labels());
    }

    /** Whether the pods of a node count. */
    boolean includes(Node node, Pod pod, List<SpreadRule> all) {
        return all.stream().allMatch(rule -> node.metadata().labels().containsKey(rule.topologyKey))
                && (!honorsAffinity || NodeRules.isSelected(pod.spec(), node))
                && (!honorsTaints || NodeRules.against(pod.spec(), node).isEmpty());
    }
}

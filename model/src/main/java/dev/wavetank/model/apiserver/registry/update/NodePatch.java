package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.apiserver.registry.core.NodeStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What strategic merge patches of nodes do that components send all the time, without the documents. */
final class NodePatch {

    private static final NodeStrategy STRATEGY = new NodeStrategy();

    private NodePatch() {}

    /** Conditions are merged by type; other fields are replaced. */
    static Changed conditions(ApiRequest.Change.NodeConditions change, KubernetesObject before) {
        if (!(before instanceof Node node) || !(change.node() instanceof Node reported)) {
            return new Changed.Refused(Status.badRequest(before.kind() + " has no status of a node"));
        }
        Node.Status status = STRATEGY.withDefaults(node).status();
        List<Node.Condition> conditions =
                merged(status.conditions(), reported.status().conditions());
        return new Changed.To(STRATEGY.prepareForStatusUpdate(
                node.withStatus(new Node.Status(
                        status.capacity(),
                        status.allocatable(),
                        conditions,
                        merged(status.other(), reported.status().other()))),
                node));
    }

    private static Map<String, Object> merged(Map<String, Object> before, Map<String, Object> reported) {
        if (reported.isEmpty()) {
            return before;
        }
        Map<String, Object> all = new LinkedHashMap<>(before);
        all.putAll(reported);
        return all;
    }

    /**
     * The reported ones in their order; the others stay before a reported one when they were before it ({@code
     * normalizeElementOrder} in apimachinery's strategicpatch/patch.go).
     */
    private static List<Node.Condition> merged(List<Node.Condition> before, List<Node.Condition> reported) {
        List<Node.Condition> merged = new ArrayList<>(before.size() + 1);
        int next = 0;
        for (Node.Condition condition : reported) {
            int place = place(before, condition);
            for (; next < place; next++) {
                addOther(merged, before.get(next), reported);
            }
            merged.add(place < 0 ? condition : merged(before.get(place), condition));
        }
        for (; next < before.size(); next++) {
            addOther(merged, before.get(next), reported);
        }
        return merged;
    }

    private static Node.Condition merged(Node.Condition before, Node.Condition reported) {
        return new Node.Condition(
                before.type(),
                latest(before.status(), reported.status()),
                latest(before.lastHeartbeatTime(), reported.lastHeartbeatTime()),
                latest(before.lastTransitionTime(), reported.lastTransitionTime()),
                latest(before.reason(), reported.reason()),
                latest(before.message(), reported.message()));
    }

    private static <T> @Nullable T latest(@Nullable T before, @Nullable T reported) {
        return reported == null ? before : reported;
    }

    private static void addOther(List<Node.Condition> merged, Node.Condition condition, List<Node.Condition> reported) {
        if (place(reported, condition) < 0) {
            merged.add(condition);
        }
    }

    /** Where the condition of the same type is; -1 when there is none. */
    private static int place(List<Node.Condition> conditions, Node.Condition wanted) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).type().equals(wanted.type())) {
                return i;
            }
        }
        return -1;
    }

    /** The list of taints is replaced as a whole. */
    static Changed taints(ApiRequest.Patch patch, ApiRequest.Change.NodeTaints change, KubernetesObject before) {
        if (!(before instanceof Node node) || !(change.node() instanceof Node wanted)) {
            return new Changed.Refused(Status.badRequest(before.kind() + " has no taints"));
        }
        if (change.unlessChanged()
                && !wanted.metadata().resourceVersion().equals(node.metadata().resourceVersion())) {
            return new Changed.Refused(Status.modified(patch.resource(), patch.name()));
        }
        Node.Spec spec = node.spec() == null ? new Node.Spec(null, null, null, null) : node.spec();
        Node.Spec tainted = new Node.Spec(
                spec.podCIDR(), spec.unschedulable(), wanted.spec().taints(), spec.other());
        return new Changed.To(STRATEGY.prepareForUpdate(STRATEGY.withDefaults(node.withSpec(tainted)), node));
    }
}

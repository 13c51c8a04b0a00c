package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.apiserver.registry.core.NodeStrategy;
import java.util.ArrayList;
import java.util.List;

/** What strategic merge patches of nodes do that components send all the time, without the documents. */
final class NodePatch {

    private static final NodeStrategy STRATEGY = new NodeStrategy();

    private NodePatch() {}

    /** Conditions are merged by type; one that is new comes last. */
    static Changed conditions(ApiRequest.Change.NodeConditions change, KubernetesObject before) {
        if (!(before instanceof Node node) || !(change.node() instanceof Node reported)) {
            return new Changed.Refused(Status.badRequest(before.kind() + " has no status of a node"));
        }
        Node.Status status = STRATEGY.withDefaults(node).status();
        List<Node.Condition> conditions = new ArrayList<>(status.conditions());
        for (Node.Condition condition : reported.status().conditions()) {
            put(conditions, condition);
        }
        return new Changed.To(STRATEGY.prepareForStatusUpdate(
                node.withStatus(new Node.Status(status.capacity(), status.allocatable(), conditions, status.other())),
                node));
    }

    private static void put(List<Node.Condition> conditions, Node.Condition condition) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).type().equals(condition.type())) {
                conditions.set(i, condition);
                return;
            }
        }
        conditions.add(condition);
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

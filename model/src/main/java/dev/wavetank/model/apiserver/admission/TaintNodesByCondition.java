package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Keeps pods away from new nodes until they are known to be ready, by a taint ({@code TaintNodesByCondition}). The
 * node lifecycle controller takes the taint away; a cluster without one must not have this plugin.
 */
public final class TaintNodesByCondition implements AdmissionPlugin {

    private static final Node.Taint NOT_READY =
            new Node.Taint("node.kubernetes.io/not-ready", null, "NoSchedule", null);

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.creates(Resources.NODES);
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        Node node = (Node) request.object();
        Node.Spec spec = node.spec() == null ? new Node.Spec(null, null, null, null) : node.spec();
        boolean has = spec.taints().stream()
                .anyMatch(taint -> NOT_READY.key().equals(taint.key())
                        && NOT_READY.effect().equals(taint.effect()));
        if (has) {
            return Completion.of(new AdmissionDecision.Admitted(node));
        }
        List<Node.Taint> taints = new ArrayList<>(spec.taints());
        taints.add(NOT_READY);
        return Completion.of(new AdmissionDecision.Admitted(node.withSpec(new Node.Spec(
                spec.podCIDR(), spec.unschedulable(), Collections.unmodifiableList(taints), spec.other()))));
    }
}

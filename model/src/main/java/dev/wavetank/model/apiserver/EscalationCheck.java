package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.authz.rbac.Escalation;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;

/**
 * Refuses roles and bindings that grant what the writer does not have. In a real server the storage of these resources
 * does it; here it is the last to judge before storage, and no plugin that could be switched off.
 */
final class EscalationCheck implements AdmissionPlugin {

    private final Escalation rule;
    private final ClusterView cluster;

    EscalationCheck(Escalation rule, ClusterView cluster) {
        this.rule = rule;
        this.cluster = cluster;
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.verb() != Verb.DELETE
                && request.object() != null
                && request.resource().group().equals("rbac.authorization.k8s.io");
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        if (request.verb() == Verb.CREATE) {
            return judge(request, null);
        }
        return cluster.live(request.resource(), request.object().key())
                .then(response -> judge(
                        request,
                        response instanceof EtcdResponse.Found found && found.entry() != null
                                ? found.entry().value()
                                : null));
    }

    private Completion<AdmissionDecision> judge(AdmissionRequest request, KubernetesObject before) {
        return rule.refusal(request.user(), request.resource(), request.object(), before)
                .map(refusal -> refusal.isPresent()
                        ? new AdmissionDecision.Refused(refusal.get())
                        : new AdmissionDecision.Admitted(request.object()));
    }
}

package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.sim.Completion;

/**
 * Creates the namespace of a new object when there is none ({@code NamespaceAutoProvision}). Whether another request
 * created it first does not matter. Does nothing in a dry run.
 */
public final class NamespaceAutoProvision implements AdmissionPlugin {

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public NamespaceAutoProvision(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(Resources.NAMESPACES);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.verb() == Verb.CREATE
                && !request.dryRun()
                && !request.namespace().isEmpty()
                && !request.resource().equals(Resources.NAMESPACES);
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        AdmissionDecision admitted = new AdmissionDecision.Admitted(request.object());
        if (cluster.cached(Resources.NAMESPACES, new ObjectKey("", request.namespace())) != null) {
            return Completion.of(admitted);
        }
        Namespace missing = new Namespace(ObjectMeta.named(null, request.namespace()), null, null);
        return cluster.request(ApiRequest.Create.of(Resources.NAMESPACES, missing))
                .map(response -> response instanceof ApiResponse.Failed failed
                                && !response.failedWith(StatusReason.ALREADY_EXISTS)
                        ? new AdmissionDecision.Refused(failed.status())
                        : admitted);
    }
}

package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;

/**
 * Refuses every write into a namespace that does not exist ({@code NamespaceExists}). Looks into the cache first, then
 * into etcd; does not care whether the namespace is being deleted.
 */
public final class NamespaceExists implements AdmissionPlugin {

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public NamespaceExists(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(Resources.NAMESPACES);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.verb() != Verb.CONNECT
                && !request.namespace().isEmpty()
                && !request.resource().equals(Resources.NAMESPACES);
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        ObjectKey key = new ObjectKey("", request.namespace());
        if (cluster.cached(Resources.NAMESPACES, key) != null) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        return cluster.live(Resources.NAMESPACES, key).map(response -> {
            if (!(response instanceof EtcdResponse.Found found)) {
                return new AdmissionDecision.Refused(Status.internal(((EtcdResponse.Failure) response).message()));
            }
            return found.entry() == null
                    ? new AdmissionDecision.Refused(Status.notFound(Resources.NAMESPACES, request.namespace()))
                    : new AdmissionDecision.Admitted(request.object());
        });
    }
}

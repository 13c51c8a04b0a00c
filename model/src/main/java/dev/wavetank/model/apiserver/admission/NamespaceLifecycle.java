package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * Nothing is created in a namespace that does not exist or is being deleted, and the system namespaces cannot be
 * deleted.
 *
 * <p>A namespace that the cache does not have is looked up in etcd before a creation is refused.
 */
public final class NamespaceLifecycle implements AdmissionPlugin {

    private static final List<String> IMMORTAL = List.of("default", "kube-system", "kube-public");

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public NamespaceLifecycle(ClusterView cluster) {
        this.cluster = cluster;
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.verb() == Verb.CREATE && !request.namespace().isEmpty()
                || request.verb() == Verb.DELETE && request.resource().equals(Resources.NAMESPACES);
    }

    @Override
    public Completion<Verdict> mutate(AdmissionRequest request) {
        for (KubernetesObject namespace : cluster.cached(Resources.NAMESPACES, "")) {
            if (namespace.metadata().name().equals(request.namespace())) {
                return Completion.of(judge(request, namespace));
            }
        }
        return cluster.live(Resources.NAMESPACES, new ObjectKey("", request.namespace()))
                .map(response -> {
                    if (response instanceof EtcdResponse.Found found && found.entry() != null) {
                        return judge(request, found.entry().value());
                    }
                    return new Verdict.Refused(Status.notFound(Resources.NAMESPACES, request.namespace()));
                });
    }

    @Override
    public Completion<Verdict> validate(AdmissionRequest request) {
        if (request.verb() == Verb.DELETE && IMMORTAL.contains(request.name())) {
            return Completion.of(new Verdict.Refused(
                    Status.forbidden(request.resource(), request.name(), "this namespace may not be deleted")));
        }
        return Completion.of(new Verdict.Admitted(request.object()));
    }

    private static Verdict judge(AdmissionRequest request, KubernetesObject namespace) {
        if (!namespace.metadata().isDeleting()) {
            return new Verdict.Admitted(request.object());
        }
        Status refusal = Status.forbidden(
                request.resource(),
                request.name(),
                "unable to create new content in namespace " + request.namespace() + " because it is being terminated");
        Status.Details details = refusal.details();
        Status.Cause cause = new Status.Cause(
                "NamespaceTerminating",
                "namespace " + request.namespace() + " is being terminated",
                "metadata.namespace");
        return new Verdict.Refused(refusal.withDetails(
                new Status.Details(details.name(), details.group(), details.kind(), null, List.of(cause), null)));
    }
}

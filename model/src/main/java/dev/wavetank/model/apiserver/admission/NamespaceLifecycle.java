package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nothing is created in a namespace that does not exist or is being deleted, and the system namespaces cannot be
 * deleted ({@code NamespaceLifecycle}).
 *
 * <p>A namespace that the cache does not have may be so new that the cache has not seen it: the plugin waits a little
 * and looks again, and then asks etcd. A namespace whose deletion has passed through this server is asked for in
 * etcd for some time, because the cache may still show it alive. Another server does not know of that deletion.
 */
public final class NamespaceLifecycle implements AdmissionPlugin {

    /** How long a creation waits for the cache to see a new namespace ({@code missingNamespaceWait}). */
    private static final long MISSING_WAIT = 50 * VirtualTime.MILLISECOND;

    /** For how long a deleted namespace is asked for in etcd ({@code forceLiveLookupTTL}). */
    private static final long FORCE_LIVE = 30 * VirtualTime.SECOND;

    /** How many deleted namespaces are remembered. */
    private static final int FORCED_MAX = 100;

    private static final List<String> IMMORTAL = List.of("default", "kube-system", "kube-public");

    private final ClusterView cluster;
    private final Map<String, Long> forcedUntil = new LinkedHashMap<>(16, 0.75f, true);

    /** The plugin over a view of the cluster. */
    public NamespaceLifecycle(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(Resources.NAMESPACES);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.verb() == Verb.CREATE && !request.namespace().isEmpty()
                || request.verb() == Verb.DELETE && request.resource().equals(Resources.NAMESPACES);
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        if (request.verb() == Verb.DELETE) {
            return Completion.of(delete(request));
        }
        if (request.resource().equals(Resources.NAMESPACES)) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        KubernetesObject namespace = cached(request);
        if (namespace != null) {
            return decide(request, namespace);
        }
        Completion<AdmissionDecision> verdict = new Completion<>();
        cluster.after(MISSING_WAIT, () -> second(request).whenDone(verdict::complete));
        return verdict;
    }

    private AdmissionDecision delete(AdmissionRequest request) {
        if (IMMORTAL.contains(request.name())) {
            return new AdmissionDecision.Refused(
                    Status.forbidden(request.resource(), request.name(), "this namespace may not be deleted"));
        }
        forcedUntil.put(request.name(), cluster.now() + FORCE_LIVE);
        if (forcedUntil.size() > FORCED_MAX) {
            Iterator<String> oldest = forcedUntil.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return new AdmissionDecision.Admitted(request.object());
    }

    private Completion<AdmissionDecision> second(AdmissionRequest request) {
        KubernetesObject namespace = cached(request);
        return namespace == null ? live(request) : decide(request, namespace);
    }

    /** Where this server has deleted the namespace a while ago, a cache that says otherwise is not believed. */
    private Completion<AdmissionDecision> decide(AdmissionRequest request, KubernetesObject namespace) {
        return !namespace.metadata().isDeleting() && isForced(request.namespace())
                ? live(request)
                : Completion.of(judge(request, namespace));
    }

    private KubernetesObject cached(AdmissionRequest request) {
        return cluster.cached(Resources.NAMESPACES, new ObjectKey("", request.namespace()));
    }

    private boolean isForced(String namespace) {
        Long until = forcedUntil.get(namespace);
        return until != null && cluster.now() < until;
    }

    private Completion<AdmissionDecision> live(AdmissionRequest request) {
        return cluster.live(Resources.NAMESPACES, new ObjectKey("", request.namespace()))
                .map(response -> {
                    if (!(response instanceof EtcdResponse.Found found)) {
                        return new AdmissionDecision.Refused(
                                Status.internal(((EtcdResponse.Failure) response).message()));
                    }
                    return found.entry() == null
                            ? new AdmissionDecision.Refused(Status.notFound(Resources.NAMESPACES, request.namespace()))
                            : judge(request, found.entry().value());
                });
    }

    private static AdmissionDecision judge(AdmissionRequest request, KubernetesObject namespace) {
        if (!namespace.metadata().isDeleting()) {
            return new AdmissionDecision.Admitted(request.object());
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
        return new AdmissionDecision.Refused(refusal.withDetails(
                new Status.Details(details.name(), details.group(), details.kind(), null, List.of(cause), null)));
    }
}

package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.liveness.StateReader;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of an object, without the fields that change with every write: revisions, generations, times, messages
 * and the identities of containers. What counts up, such as restarts, stays.
 */
final class ObjectState {

    /** Reports and heartbeats never end, and are not part of the cluster's state. */
    private static final Set<String> REPORTS = Set.of("events", "leases", "nodes");

    /** What follows from other objects as a whole. */
    private static final Set<String> OBSERVED = Set.of("pods", "endpoints", "endpointslices");

    private static final ObjectMeta NO_METADATA = ObjectMeta.named(null, null);
    private static final String REVISION = "deployment.kubernetes.io/revision";

    private @Nullable KubernetesObject last;
    private int desiredOfLast;
    /** Most writes leave the spec as it is. By uid. */
    private final Map<String, Hashed> specs = new LinkedHashMap<>();

    private record Hashed(Object spec, int hash) {}

    /** All that a write left, status included. */
    Optional<StateReader.State> afterWrite(TraceEntry entry) {
        return entry.record() instanceof RequestTrace request
                        && request.response() instanceof ApiResponse.One one
                        && !isReport(request)
                ? state(request, one.object(), whole(one.object()))
                : Optional.empty();
    }

    /**
     * The desired state after a write. Pods follow other objects' desired state, and a status, like the addresses of
     * a Service, is only an observation.
     */
    Optional<StateReader.State> desiredAfterWrite(TraceEntry entry) {
        return entry.record() instanceof RequestTrace request
                        && request.response() instanceof ApiResponse.One one
                        && !isReport(request)
                        && !request.call().request().subresource().equals("status")
                        && !OBSERVED.contains(
                                request.call().request().resource().plural())
                ? state(request, one.object(), desired(one.object()))
                : Optional.empty();
    }

    private static Optional<StateReader.State> state(RequestTrace request, KubernetesObject object, int hash) {
        return Optional.of(new StateReader.State(object.uid(), hash, isGone(request, object.metadata())));
    }

    private static boolean isReport(RequestTrace request) {
        return REPORTS.contains(request.call().request().resource().plural())
                || request.call().userAgent().equals(LeaderElection.USER_AGENT);
    }

    private static boolean isGone(RequestTrace request, ObjectMeta metadata) {
        Long grace = request.call().request() instanceof ApiRequest.Delete delete
                        && delete.options().gracePeriodSeconds() != null
                ? delete.options().gracePeriodSeconds()
                : metadata.deletionGracePeriodSeconds();
        return metadata.isDeleting()
                ? metadata.finalizers().isEmpty() && (grace == null || grace == 0)
                : request.call().request().verb() == Verb.DELETE;
    }

    private int whole(KubernetesObject object) {
        return Objects.hash(desired(object), observed(object));
    }

    /** The same write is read for its desired and for its whole state. */
    private int desired(KubernetesObject object) {
        if (object != last) {
            last = object;
            desiredOfLast = hash(object);
        }
        return desiredOfLast;
    }

    /** Objects whose names the server made can take each other's place. */
    private int hash(KubernetesObject object) {
        ObjectMeta metadata = object.metadata();
        String name = metadata.generateName() == null ? metadata.name() : metadata.generateName();
        int annotations = 0;
        for (Map.Entry<String, String> annotation : metadata.annotations().entrySet()) {
            annotations += annotation.getKey().equals(REVISION) ? 0 : annotation.hashCode();
        }
        return Objects.hash(
                object.kind(),
                metadata.namespace(),
                name,
                metadata.labels(),
                annotations,
                metadata.ownerReferences(),
                metadata.finalizers(),
                metadata.isDeleting(),
                ofSpec(object));
    }

    /** Of a pod, what can change: where it is and what it runs. */
    private int ofSpec(KubernetesObject object) {
        if (object instanceof Pod pod) {
            int hash = Objects.hashCode(pod.nodeName());
            for (Container container : pod.spec().containers()) {
                hash = 31 * hash + Objects.hashCode(container.image());
            }
            return hash;
        }
        Object spec = object.spec();
        if (spec == null) {
            return object.withMetadata(NO_METADATA).hashCode();
        }
        Hashed before = specs.get(object.uid());
        if (before == null || before.spec() != spec) {
            before = new Hashed(spec, spec.hashCode());
            specs.put(object.uid(), before);
        }
        return before.hash();
    }

    private static int observed(KubernetesObject object) {
        if (object instanceof Pod pod) {
            return pod.status() == null ? 0 : observed(pod.status());
        }
        if (object instanceof ReplicaSet set) {
            return set.status() == null ? 0 : observed(set.status());
        }
        if (object instanceof Deployment deployment) {
            return deployment.status() == null ? 0 : observed(deployment.status());
        }
        return object.withMetadata(NO_METADATA).hashCode();
    }

    private static int observed(Pod.Status status) {
        int hash = Objects.hash(status.phase(), status.reason());
        for (Pod.Condition condition : status.conditions()) {
            hash = Objects.hash(hash, condition.type(), condition.status(), condition.reason());
        }
        return observed(status.containerStatuses(), observed(status.initContainerStatuses(), hash));
    }

    private static int observed(List<Pod.ContainerStatus> containers, int before) {
        int hash = before;
        for (Pod.ContainerStatus container : containers) {
            hash = Objects.hash(hash, container.ready(), container.restartCount(), waiting(container.state()));
        }
        return hash;
    }

    private static String waiting(Pod.ContainerState state) {
        if (state == null || state.waiting() == null) {
            return state != null && state.running() != null ? "running" : "ended";
        }
        return state.waiting().reason();
    }

    private static int observed(ReplicaSet.Status status) {
        int hash = Objects.hash(status.replicas(), status.readyReplicas(), status.availableReplicas());
        for (ReplicaSet.Condition condition : status.conditions()) {
            hash = Objects.hash(hash, condition.type(), condition.status(), condition.reason());
        }
        return hash;
    }

    private static int observed(Deployment.Status status) {
        int hash = Objects.hash(
                status.replicas(),
                status.updatedReplicas(),
                status.readyReplicas(),
                status.availableReplicas(),
                status.collisionCount());
        for (Deployment.Condition condition : status.conditions()) {
            hash = Objects.hash(hash, condition.type(), condition.status(), condition.reason());
        }
        return hash;
    }
}

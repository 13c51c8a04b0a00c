package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * As long as nothing goes wrong, the endpoints of a Service say soon that a pod is being deleted: it is no address of
 * its Endpoints any more, and its entry in an EndpointSlice is terminating, not ready, and serving as long as the pod
 * is ready.
 *
 * <p>"Termination of Pods" in the documentation: at the same time as the kubelet begins a graceful shutdown, the
 * control plane takes the pod out of the endpoints.
 */
public final class EndingPodsLetGo implements Invariant {

    /** Both controllers may be told to wait for more changes. */
    private static final List<String> BATCHES = List.of(
            "kube-controller-manager.endpoint-updates-batch-period",
            "kube-controller-manager.endpointslice-updates-batch-period");

    private static final String MANAGER = "endpointslice.kubernetes.io/managed-by";
    private static final String OWN = "endpointslice-controller.k8s.io";

    private final CacheLag lag;
    private boolean isJudged;
    private final Present<EndpointSlice> slices = new Present<>(EndpointSlice.class);
    private final Present<Endpoints> endpoints = new Present<>(Endpoints.class);
    private final Map<ObjectKey, Service> services = new LinkedHashMap<>();
    /** Pods that are being deleted, by uid, with the time since when they are ready, or not. */
    private final Map<String, Ending> ending = new LinkedHashMap<>();
    /** Services that a controller has given up to sync, by key. */
    private final Set<String> givenUp = new LinkedHashSet<>();

    private record Ending(Pod pod, long since) {}

    /** In that cluster, with the age of what controllers act on. */
    public EndingPodsLetGo(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        this.isJudged = BATCHES.stream().noneMatch(cluster.settings()::containsKey);
    }

    @Override
    public String name() {
        return "EndingPodsLetGo";
    }

    @Override
    public String reason() {
        return "A server that ends slowly, to finish what it has begun, is to get no new requests meanwhile; and when"
                + " there is no other, those that still serve get them. Judged until the first fault, and until a node"
                + " is deleted; Services that"
                + " publish pods that are not ready, and those that a controller has given up, are not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Lifecycle: Termination of Pods",
                "API reference v1.32, EndpointSlice: EndpointConditions",
                "pkg/controller/endpoint/endpoints_controller.go (v1.32), shouldPodBeInEndpoints;"
                        + " staging/src/k8s.io/endpointslice/util/controller_utils.go (v1.32), podEndpointsChanged");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NETWORK, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "Endpoints and EndpointSlices say soon of a pod that it is being deleted, and whether it still serves.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                Service.class,
                Endpoints.class,
                EndpointSlice.class,
                Node.class,
                GivenUpTrace.class,
                FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!isJudged) {
            return;
        }
        if (entry.record() instanceof FaultTrace) {
            isJudged = false;
        } else if (entry.record() instanceof GivenUpTrace one) {
            givenUp.add(one.object());
        } else if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time(), outcomes);
        }
    }

    private void observe(StoreTrace change, long now, Outcomes outcomes) {
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof Pod pod) {
            observe(pod, isGone, now, outcomes);
        } else if (change.object() instanceof Node) {
            // A slice cannot be written while it has a pod of a node that is gone.
            isJudged &= !isGone;
        } else if (change.object() instanceof Service service) {
            if (isGone) {
                services.remove(service.key());
            } else {
                services.put(service.key(), service);
            }
        } else if (!slices.observe(change)) {
            endpoints.observe(change);
        }
    }

    private void observe(Pod pod, boolean isGone, long now, Outcomes outcomes) {
        Ending before = ending.get(pod.uid());
        boolean isEnding = pod.metadata().isDeleting() && !pod.isFinished() && !isGone;
        if (before == null) {
            if (isEnding) {
                ending.put(pod.uid(), new Ending(pod, now));
            }
            return;
        }
        boolean isSame = isEnding
                && before.pod().isReady() == pod.isReady()
                && before.pod().metadata().labels().equals(pod.metadata().labels());
        if (isSame) {
            return;
        }
        if (!lag.mayHide(before.since(), now)) {
            judge(before, now, outcomes);
        }
        if (isEnding) {
            ending.put(pod.uid(), new Ending(pod, now));
        } else {
            ending.remove(pod.uid());
        }
    }

    private void judge(Ending one, long now, Outcomes outcomes) {
        String since = ", which is being deleted for " + VirtualTime.span(now - one.since());
        for (Endpoints found : endpoints.all()) {
            if (isJudged(found.key()) && listed(found, one.pod())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(found),
                        "still has pod " + one.pod().metadata().name() + since);
            }
        }
        for (EndpointSlice slice : slices.all()) {
            String service = slice.metadata().labels().get(EndpointSlice.SERVICE_NAME);
            if (service != null
                    && OWN.equals(slice.metadata().labels().get(MANAGER))
                    && isJudged(new ObjectKey(slice.key().namespace(), service))) {
                wrong(slice, one.pod())
                        .ifPresent(field -> outcomes.broken(
                                this,
                                ObjectNames.of(slice),
                                "still has " + field + " for pod "
                                        + one.pod().metadata().name() + since));
            }
        }
    }

    private boolean isJudged(ObjectKey key) {
        Service service = services.get(key);
        return service != null
                && !service.spec().selector().isEmpty()
                && !Boolean.TRUE.equals(service.spec().publishNotReadyAddresses())
                && !givenUp.contains(key.toString());
    }

    private static boolean listed(Endpoints endpoints, Pod pod) {
        for (Endpoints.Subset subset : endpoints.subsets()) {
            for (Endpoints.Address address : subset.addresses()) {
                if (address.targetRef() != null
                        && Objects.equals(address.targetRef().uid(), pod.uid())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Optional<String> wrong(EndpointSlice slice, Pod pod) {
        for (EndpointSlice.Endpoint entry : slice.endpoints()) {
            EndpointSlice.Conditions conditions = entry.conditions();
            if (conditions == null
                    || entry.targetRef() == null
                    || !Objects.equals(entry.targetRef().uid(), pod.uid())) {
                continue;
            }
            if (Boolean.TRUE.equals(conditions.ready())) {
                return Optional.of("the condition ready");
            }
            if (Boolean.FALSE.equals(conditions.terminating())) {
                return Optional.of("no condition terminating");
            }
            if (conditions.serving() != null && conditions.serving() != pod.isReady()) {
                return Optional.of((conditions.serving() ? "the" : "no") + " condition serving");
            }
        }
        return Optional.empty();
    }
}

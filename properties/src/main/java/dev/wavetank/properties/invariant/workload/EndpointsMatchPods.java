package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * At rest the Endpoints and the EndpointSlices of a Service have the addresses of the ready pods that it selects.
 */
public final class EndpointsMatchPods implements Invariant {

    private static final int MOST_ADDRESSES = 1000;
    /** More changes than a cache may be behind when a run ends. */
    private static final int MOST_EARLIER = 64;

    private static final String OF_SERVICE = "kubernetes.io/service-name";

    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Endpoints> endpoints = new LinkedHashMap<>();
    private final Map<String, EndpointSlice> slices = new LinkedHashMap<>();
    private final Map<String, Pod> pods = new LinkedHashMap<>();
    /** The addresses that Endpoints had before, the latest of them, by key of the Service. */
    private final Map<String, Deque<Set<String>>> earlier = new LinkedHashMap<>();

    /** Services whose Endpoints nobody syncs any more, and has not written since, by key. */
    private final Map<String, GivenUpTrace> withoutEndpoints = new LinkedHashMap<>();
    /** The same for their EndpointSlices. */
    private final Map<String, GivenUpTrace> withoutSlices = new LinkedHashMap<>();

    private final KubernetesVersion version;

    /** In a cluster of this version. */
    public EndpointsMatchPods(KubernetesVersion version) {
        this.version = version;
    }

    @Override
    public String name() {
        return "EndpointsMatchPods";
    }

    @Override
    public String reason() {
        return "An address that is missing serves nobody, and one that is left over fails a share of all"
                + " requests. Services that publish pods that are not ready, and such without ports, are not"
                + " judged; nor those with more pods than one Endpoints object holds, nor those whose key a"
                + " controller has dropped from its queue as upstream does.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Service; EndpointSlices",
                "kubernetes#125638; kubernetes#99345 and kubernetes#126578 for keys that are dropped");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NETWORK, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest Endpoints and EndpointSlices have the addresses of the ready pods of their Service.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Service.class, Endpoints.class, EndpointSlice.class, GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof GivenUpTrace givenUp) {
            if (givenUp.isBy(KubernetesController.ENDPOINTS.label())) {
                withoutEndpoints.put(givenUp.object(), givenUp);
            } else if (givenUp.isBy(KubernetesController.ENDPOINT_SLICE.label())) {
                withoutSlices.put(givenUp.object(), givenUp);
            }
        } else if (entry.record() instanceof StoreTrace change) {
            observe(change);
        }
    }

    private void observe(StoreTrace change) {
        if (change.object() instanceof Pod pod) {
            replace(pods, pod.uid(), pod, change);
        } else if (change.object() instanceof Service service) {
            replace(services, service.uid(), service, change);
        } else if (change.object() instanceof Endpoints found) {
            withoutEndpoints.remove(found.key().toString());
            replace(endpoints, found.key().toString(), found, change);
            if (change.previous() instanceof Endpoints before) {
                remember(found.key().toString(), ready(before));
            }
        } else if (change.object() instanceof EndpointSlice slice) {
            service(slice).ifPresent(withoutSlices::remove);
            replace(slices, slice.uid(), slice, change);
        }
    }

    private void remember(String service, Set<String> before) {
        Deque<Set<String>> all = earlier.computeIfAbsent(service, missing -> new ArrayDeque<>());
        all.addLast(before);
        if (all.size() > MOST_EARLIER) {
            all.removeFirst();
        }
    }

    private static <T extends KubernetesObject> void replace(
            Map<String, T> map, String key, T object, StoreTrace change) {
        if (change.change() == WatchEvent.Type.DELETED) {
            map.remove(key);
        } else {
            map.put(key, object);
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (Service service : services.values()) {
            Map<String, String> selector = service.spec().selector();
            if (!selector.isEmpty() && !service.metadata().isDeleting() && isPlain(service.spec())) {
                judge(service, selector, outcomes);
            }
        }
    }

    private static boolean isPlain(Service.Spec spec) {
        return !Boolean.TRUE.equals(spec.publishNotReadyAddresses())
                && !spec.ports().isEmpty()
                && !"ExternalName".equals(spec.other().get("type"));
    }

    private void judge(Service service, Map<String, String> selector, Outcomes outcomes) {
        Set<String> expected = new TreeSet<>();
        for (Pod pod : pods.values()) {
            if (pod.key().namespace().equals(service.key().namespace())
                    && pod.isActive()
                    && pod.isReady()
                    && pod.status().podIP() != null
                    && pod.metadata().labels().entrySet().containsAll(selector.entrySet())) {
                expected.add(pod.status().podIP());
            }
        }
        Set<String> reached = new TreeSet<>();
        for (Pod pod : pods.values()) {
            String address = pod.status() == null ? null : pod.status().podIP();
            if (address != null && expected.contains(address) && isReached(pod, service)) {
                reached.add(address);
            }
        }
        if (reached.size() <= MOST_ADDRESSES) {
            Endpoints found = endpoints.get(service.key().toString());
            Set<String> addresses = found == null ? new TreeSet<>() : ready(found);
            String seen = "has Endpoints " + addresses + ", expected the ready pods " + reached;
            Optional<String> reason = givenUp(withoutEndpoints, service);
            if (!addresses.equals(reached) && reason.isEmpty() && isStaleComparison(service, reached)) {
                outcomes.known(KnownBehaviour.STALE_ENDPOINTS, this, ObjectNames.of(service), seen);
            } else {
                compare(service, "Endpoints", addresses, reached, reason, outcomes);
            }
        }
        if (version.has(Feature.ENDPOINT_SLICES)) {
            compare(service, "EndpointSlices", inSlices(service), expected, givenUp(withoutSlices, service), outcomes);
        }
    }

    /** Whether a port of the service leads to a pod: one that has no port of the name is in no Endpoints. */
    private boolean isReached(Pod pod, Service service) {
        List<Container> containers = new ArrayList<>(pod.spec().containers());
        if (version.has(Feature.SIDECAR_PORTS_IN_ENDPOINTS)) {
            pod.spec().initContainers().stream()
                    .filter(ResourceAmounts::isSidecar)
                    .forEach(containers::add);
        }
        return service.spec().ports().stream()
                .anyMatch(port -> !(port.targetPort() instanceof String)
                        || containers.stream()
                                .flatMap(container -> container.ports().stream())
                                .anyMatch(named -> port.targetPort().equals(named.name())
                                        && protocol(port.protocol()).equals(protocol(named.protocol()))));
    }

    private static String protocol(@Nullable String written) {
        return written == null ? "TCP" : written;
    }

    /**
     * Both controllers count it as a failure when their caches do not show their own last write. After 15 failures in a
     * row they drop the service, and when the cache has caught up, nothing wakes them: it shows only what they wrote
     * themselves (the review of kubernetes#99345 wanted it so; kubernetes#126578 shows the log of such a case).
     */
    private static Optional<String> givenUp(Map<String, GivenUpTrace> services, Service service) {
        return Optional.ofNullable(services.get(service.key().toString()))
                .map(given -> "the queue " + given.queue() + " dropped it after " + given.failures()
                        + " failures in a row, as Kubernetes' controller does: " + given.reason());
    }

    /**
     * Before v1.31 the controller compared what is wanted with a cache that may show the Endpoints as they were before
     * its own last write; when they were as wanted then, it writes nothing, and nothing wakes it again.
     */
    private boolean isStaleComparison(Service service, Set<String> expected) {
        return !version.has(Feature.ENDPOINTS_WAIT_FOR_OWN_WRITES)
                && earlier.getOrDefault(service.key().toString(), new ArrayDeque<>())
                        .contains(expected);
    }

    private void compare(
            Service service,
            String what,
            Set<String> found,
            Set<String> expected,
            Optional<String> reason,
            Outcomes outcomes) {
        if (found.equals(expected)) {
            return;
        }
        String seen = "has " + what + " " + found + ", expected the ready pods " + expected;
        reason.ifPresentOrElse(
                why -> outcomes.unknown(this, ObjectNames.of(service) + " " + seen + "; " + why),
                () -> outcomes.broken(this, ObjectNames.of(service), seen));
    }

    private static Set<String> ready(Endpoints endpoints) {
        Set<String> addresses = new TreeSet<>();
        for (Endpoints.Subset subset : endpoints.subsets()) {
            subset.addresses().forEach(address -> addresses.add(address.ip()));
        }
        return addresses;
    }

    private Set<String> inSlices(Service service) {
        Set<String> addresses = new TreeSet<>();
        for (EndpointSlice slice : slices.values()) {
            if (service(slice).filter(service.key().toString()::equals).isPresent()) {
                for (EndpointSlice.Endpoint endpoint : slice.endpoints()) {
                    if (endpoint.conditions() != null
                            && Boolean.TRUE.equals(endpoint.conditions().ready())) {
                        addresses.addAll(endpoint.addresses());
                    }
                }
            }
        }
        return addresses;
    }

    /** The key of the Service that a slice belongs to. */
    private static Optional<String> service(EndpointSlice slice) {
        return Optional.ofNullable(slice.metadata().labels().get(OF_SERVICE))
                .map(name -> new ObjectKey(slice.key().namespace(), name).toString());
    }
}

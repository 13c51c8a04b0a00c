package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * At rest the Endpoints and the EndpointSlices of a Service have the addresses of the ready pods that it selects.
 *
 * <p>Services that publish pods that are not ready, and such without ports, are not judged; nor those with more pods
 * than one Endpoints object holds.
 */
public final class EndpointsMatchPods implements Invariant {

    private static final int MOST_ADDRESSES = 1000;
    private static final String OF_SERVICE = "kubernetes.io/service-name";

    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Endpoints> endpoints = new LinkedHashMap<>();
    private final Map<String, EndpointSlice> slices = new LinkedHashMap<>();
    private final Map<String, Pod> pods = new LinkedHashMap<>();

    @Override
    public String name() {
        return "EndpointsMatchPods";
    }

    @Override
    public String statement() {
        return "At rest Endpoints and EndpointSlices have the addresses of the ready pods of their Service.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            replace(pods, pod.uid(), pod, change);
        } else if (change.object() instanceof Service service) {
            replace(services, service.uid(), service, change);
        } else if (change.object() instanceof Endpoints found) {
            replace(endpoints, found.key().toString(), found, change);
        } else if (change.object() instanceof EndpointSlice slice) {
            replace(slices, slice.uid(), slice, change);
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
    public void conclude(long now, Outcomes outcomes) {
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
        if (expected.size() <= MOST_ADDRESSES) {
            compare(service, "Endpoints", inEndpoints(service), expected, outcomes);
        }
        compare(service, "EndpointSlices", inSlices(service), expected, outcomes);
    }

    private void compare(Service service, String what, Set<String> found, Set<String> expected, Outcomes outcomes) {
        if (!found.equals(expected)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(service),
                    "has " + what + " " + found + ", expected the ready pods " + expected);
        }
    }

    private Set<String> inEndpoints(Service service) {
        Set<String> addresses = new TreeSet<>();
        Endpoints found = endpoints.get(service.key().toString());
        if (found != null) {
            for (Endpoints.Subset subset : found.subsets()) {
                subset.addresses().forEach(address -> addresses.add(address.ip()));
            }
        }
        return addresses;
    }

    private Set<String> inSlices(Service service) {
        Set<String> addresses = new TreeSet<>();
        for (EndpointSlice slice : slices.values()) {
            if (slice.key().namespace().equals(service.key().namespace())
                    && service.metadata()
                            .name()
                            .equals(slice.metadata().labels().get(OF_SERVICE))) {
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
}

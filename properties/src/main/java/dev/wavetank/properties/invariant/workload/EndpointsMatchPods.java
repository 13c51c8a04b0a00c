package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Verdicts;
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

    private final Map<String, GenericObject> services = new LinkedHashMap<>();
    private final Map<String, GenericObject> endpoints = new LinkedHashMap<>();
    private final Map<String, GenericObject> slices = new LinkedHashMap<>();
    private final Map<String, Pod> pods = new LinkedHashMap<>();

    @Override
    public String name() {
        return "EndpointsMatchPods";
    }

    @Override
    public String law() {
        return "At rest Endpoints and EndpointSlices have the addresses of the ready pods of their Service.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Verdicts verdicts) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            replace(pods, pod.uid(), pod, change);
        } else if (change.object() instanceof GenericObject object) {
            switch (object.kind()) {
                case "Service" -> replace(services, object.uid(), object, change);
                case "Endpoints" -> replace(endpoints, object.key().toString(), object, change);
                case "EndpointSlice" -> replace(slices, object.uid(), object, change);
                default -> {
                    // Nothing to do with Services.
                }
            }
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
    public void conclude(long now, Verdicts verdicts) {
        for (GenericObject service : services.values()) {
            Map<String, String> selector = JsonFields.textMap(Trees.spec(service), "selector");
            if (!selector.isEmpty() && !service.metadata().isDeleting() && isPlain(Trees.spec(service))) {
                judge(service, selector, verdicts);
            }
        }
    }

    private static boolean isPlain(Map<String, Object> spec) {
        return !Boolean.TRUE.equals(spec.get("publishNotReadyAddresses"))
                && !JsonFields.list(spec, "ports").isEmpty()
                && !JsonFields.text(spec, "type").equals("ExternalName");
    }

    private void judge(GenericObject service, Map<String, String> selector, Verdicts verdicts) {
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
            compare(service, "Endpoints", inEndpoints(service), expected, verdicts);
        }
        compare(service, "EndpointSlices", inSlices(service), expected, verdicts);
    }

    private void compare(
            GenericObject service, String what, Set<String> found, Set<String> expected, Verdicts verdicts) {
        if (!found.equals(expected)) {
            verdicts.broken(
                    this,
                    ObjectNames.of(service),
                    "has " + what + " " + found + ", expected the ready pods " + expected);
        }
    }

    private Set<String> inEndpoints(GenericObject service) {
        Set<String> addresses = new TreeSet<>();
        GenericObject found = endpoints.get(service.key().toString());
        if (found != null) {
            for (Map<String, Object> subset : JsonFields.list(found.other(), "subsets")) {
                JsonFields.list(subset, "addresses").forEach(address -> addresses.add(JsonFields.text(address, "ip")));
            }
        }
        return addresses;
    }

    private Set<String> inSlices(GenericObject service) {
        Set<String> addresses = new TreeSet<>();
        for (GenericObject slice : slices.values()) {
            if (slice.key().namespace().equals(service.key().namespace())
                    && service.metadata()
                            .name()
                            .equals(slice.metadata().labels().get(OF_SERVICE))) {
                for (Map<String, Object> endpoint : JsonFields.list(slice.other(), "endpoints")) {
                    if (Boolean.TRUE.equals(
                            JsonFields.map(endpoint, "conditions").get("ready"))) {
                        addresses.addAll(JsonFields.texts(endpoint, "addresses"));
                    }
                }
            }
        }
        return addresses;
    }
}

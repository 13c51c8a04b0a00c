package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * At rest the entries of EndpointSlices say of a pod what is so: its address, node, zone and host name, and whether it
 * is ready, serves and ends. Slices and Endpoints say whether their Service is headless, and have its labels.
 */
public final class EntriesDescribePods implements Invariant {

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HEADLESS = "service.kubernetes.io/headless";
    private static final String MANAGER = "endpointslice.kubernetes.io/managed-by";
    private static final String OWN = "endpointslice-controller.k8s.io";

    /** So long after a node has got another zone, a controller knows of it. */
    private static final long KNOWN = 60 * VirtualTime.SECOND;

    private final boolean hasZones;
    private final boolean waitsForWrites;
    private final Present<Pod> pods = new Present<>(Pod.class);
    private final Present<EndpointSlice> slices = new Present<>(EndpointSlice.class);
    private final Map<ObjectKey, Service> services = new LinkedHashMap<>();
    private final Present<Endpoints> endpoints = new Present<>(Endpoints.class);
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    /**
     * Since when each node is in its zone, where that has changed. The entries of pods that were there before keep the
     * old zone until their Service is synced for another reason.
     */
    private final Map<String, Instant> zonedSince = new LinkedHashMap<>();
    /** Services that a controller has given up to sync, by key. */
    private final Set<String> givenUp = new LinkedHashSet<>();

    /** In a cluster of this version. */
    public EntriesDescribePods(KubernetesVersion version) {
        this.hasZones = version.has(Feature.SLICE_ZONES);
        this.waitsForWrites = version.has(Feature.ENDPOINTS_WAIT_FOR_OWN_WRITES);
    }

    @Override
    public String name() {
        return "EntriesDescribePods";
    }

    @Override
    public String reason() {
        return "kube-proxy and gateways keep to a zone, to a node, and to pods that still serve while they end, and the"
                + " names of the pods of a StatefulSet come from here. Services that a controller has given up are not"
                + " judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, EndpointSlice: Endpoint, EndpointConditions",
                "staging/src/k8s.io/endpointslice/utils.go (v1.32), podToEndpoint, setEndpointSliceLabels",
                "pkg/controller/endpointslice/endpointslice_controller.go (v1.32), updateNode: syncs no Service whose"
                        + " slices have no hints",
                "pkg/controller/endpoint/endpoints_controller.go (v1.32), syncService");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NETWORK, Tag.STATUS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest EndpointSlices say of each pod where it is, what its name is, and whether it serves.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Service.class, EndpointSlice.class, Endpoints.class, Node.class, GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof GivenUpTrace one) {
            givenUp.add(one.object());
        } else if (entry.record() instanceof StoreTrace change && !pods.observe(change)) {
            boolean isGone = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof Node node) {
                if (isGone) {
                    nodes.remove(node.metadata().name());
                    zonedSince.remove(node.metadata().name());
                } else {
                    Node before = nodes.put(node.metadata().name(), node);
                    if (before != null && !Objects.equals(zone(before), zone(node))) {
                        zonedSince.put(node.metadata().name(), VirtualTime.calendar(entry.time() + KNOWN));
                    }
                }
            } else if (change.object() instanceof Service service) {
                givenUp.remove(service.key().toString());
                if (isGone) {
                    services.remove(service.key());
                } else {
                    services.put(service.key(), service);
                }
            } else if (!slices.observe(change)) {
                endpoints.observe(change);
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (EndpointSlice slice : slices.all()) {
            Map<String, String> labels = slice.metadata().labels();
            String name = labels.get(EndpointSlice.SERVICE_NAME);
            Service service =
                    name == null ? null : services.get(new ObjectKey(slice.key().namespace(), name));
            if (service != null && OWN.equals(labels.get(MANAGER)) && isJudged(service)) {
                difference(service, labels)
                        .or(() -> slice.endpoints().stream()
                                .map(one -> difference(service, one))
                                .flatMap(Optional::stream)
                                .findFirst())
                        .ifPresent(why -> outcomes.broken(this, ObjectNames.of(slice), why));
            }
        }
        for (Endpoints one : endpoints.all()) {
            Service service = services.get(one.key());
            if (service != null && waitsForWrites && isJudged(service)) {
                difference(service, one.metadata().labels())
                        .ifPresent(why -> outcomes.broken(this, ObjectNames.of(one), why));
            }
        }
    }

    private boolean isJudged(Service service) {
        return !service.spec().selector().isEmpty()
                && !service.metadata().isDeleting()
                && !givenUp.contains(service.key().toString());
    }

    private static Optional<String> difference(Service service, Map<String, String> labels) {
        if (labels.containsKey(HEADLESS) != service.isHeadless()) {
            return Optional.of((labels.containsKey(HEADLESS) ? "has" : "has not") + " the label " + HEADLESS
                    + ", and its Service is " + (service.isHeadless() ? "" : "not ") + "headless");
        }
        return service.metadata().labels().entrySet().stream()
                .filter(label -> !label.getValue().equals(labels.get(label.getKey())))
                .findFirst()
                .map(label -> "has the label " + label.getKey() + "=" + labels.get(label.getKey()) + ", expected "
                        + label.getValue() + " as its Service");
    }

    private Optional<String> difference(Service service, EndpointSlice.Endpoint entry) {
        Pod pod = entry.targetRef() == null ? null : pods.get(entry.targetRef().uid());
        if (pod == null || pod.status() == null) {
            return Optional.empty();
        }
        String name = pod.metadata().name();
        Node node = pod.nodeName() == null ? null : nodes.get(pod.nodeName());
        boolean isNamed = service.metadata().name().equals(pod.spec().other().get("subdomain"));
        Object host = isNamed ? pod.spec().other().get("hostname") : null;
        return expected(name, "nodeName", entry.nodeName(), pod.nodeName())
                .or(() -> expected(
                        name,
                        "addresses",
                        entry.addresses(),
                        List.of(String.valueOf(pod.status().podIP()))))
                .or(() -> expected(name, "hostname", entry.hostname(), host))
                .or(() -> hasZones && node != null && hasCome(pod, node)
                        ? expected(name, "zone", entry.zone(), zone(node))
                        : Optional.empty())
                .or(() -> differenceOfConditions(service, entry, pod));
    }

    private static @Nullable String zone(Node node) {
        return node.metadata().labels().get(ZONE);
    }

    /** Whether the pod was made when its node was known to be in its zone. */
    private boolean hasCome(Pod pod, Node node) {
        Instant since = zonedSince.get(node.metadata().name());
        return since == null || pod.metadata().creationTimestamp().isAfter(since);
    }

    private static Optional<String> differenceOfConditions(Service service, EndpointSlice.Endpoint entry, Pod pod) {
        if (entry.conditions() == null) {
            return Optional.empty();
        }
        String name = pod.metadata().name();
        boolean isGoing = pod.metadata().isDeleting();
        boolean isReady = Boolean.TRUE.equals(service.spec().publishNotReadyAddresses()) || pod.isReady() && !isGoing;
        Boolean serving = entry.conditions().serving();
        Boolean terminating = entry.conditions().terminating();
        return expected(name, "condition ready", entry.conditions().ready(), isReady)
                .or(() -> serving == null
                        ? Optional.empty()
                        : expected(name, "condition serving", serving, pod.isReady()))
                .or(() -> terminating == null
                        ? Optional.empty()
                        : expected(name, "condition terminating", terminating, isGoing));
    }

    private static Optional<String> expected(
            String pod, String field, @Nullable Object there, @Nullable Object wanted) {
        return Objects.equals(there, wanted)
                ? Optional.empty()
                : Optional.of("has for pod " + pod + " the " + field + " " + there + ", expected " + wanted);
    }
}

package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Enqueue;
import dev.wavetank.model.client.EventRecorder;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.client.Index;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.endpoint.ServicePods;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the EndpointSlices of every service with a selector.
 *
 * <p>Pods that are being deleted stay in the slices as terminating since v1.22. As in Kubernetes 1.20; sources in
 * {@code pkg/controller/endpointslice}. Since v1.23 services can ask for hints by zone ({@link TopologyHints}). The
 * annotation with the time of the last change is left out, and so is {@code trafficDistribution}.
 */
public final class EndpointSliceController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = "endpointslice-controller";

    private static final String SERVICE = "kubernetes.io/service-name";
    private static final String MANAGER = "endpointslice.kubernetes.io/managed-by";
    private static final String OWN = "endpointslice-controller.k8s.io";
    private static final String HEADLESS = "service.kubernetes.io/headless";
    private static final int RETRIES = 15;
    private static final String SOURCE = "endpoint-slice-controller";
    private static final int MINOR_WITH_HINTS = 23;

    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<Service> services;
    private final Informer<Pod> pods;
    private final Informer<EndpointSlice> slices;
    private final Informer<Node> nodes;
    private final Index<EndpointSlice> slicesByService;
    private final ServicePods servicePods;
    private final ServiceTopology topology;
    /**
     * The revision of the last write for each service: a cache that is older does not know it, and a plan on it might
     * create the same slice twice ({@code EndpointSliceTracker}, v1.21).
     */
    private final Map<ObjectKey, Long> written = new LinkedHashMap<>();

    private final WorkQueue<ObjectKey> queue;
    private final int minorVersion;
    private final int most;

    /** A controller. */
    public EndpointSliceController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.events = new EventRecorder(environment.context(), client, SOURCE);
        this.services = environment.informer(Resources.SERVICES, Service.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.slices = environment.informer(Resources.ENDPOINT_SLICES, EndpointSlice.class);
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.slicesByService = slices.index(EndpointSliceController::service);
        this.minorVersion = environment.minorVersion();
        this.most = environment.flags().number(ControllerFlag.MAX_ENDPOINTS_PER_SLICE);
        this.queue = environment.queue(
                environment.flags().number(ControllerFlag.CONCURRENT_SERVICE_ENDPOINT_SYNCS), RETRIES, this::sync);
        this.servicePods = new ServicePods(services, pods, queue::add);
        this.topology = new ServiceTopology(nodes, events, queue::add);
    }

    /** Namespace and name of the service of a slice of this controller, as a text; null for other slices. */
    private static String service(EndpointSlice slice) {
        Map<String, String> labels = slice.metadata().labels();
        return OWN.equals(labels.get(MANAGER)) && labels.containsKey(SERVICE)
                ? slice.key().namespace() + "/" + labels.get(SERVICE)
                : null;
    }

    private static String index(ObjectKey service) {
        return service.namespace() + "/" + service.name();
    }

    @Override
    public void start() {
        pods.addHandler(servicePods);
        services.addHandler(Enqueue.object(queue));
        if (minorVersion >= MINOR_WITH_HINTS) {
            nodes.addHandler(topology);
        }
        slices.addHandler(Informer.Handler.always(this::queueService));
    }

    private void queueService(EndpointSlice slice) {
        String service = service(slice);
        if (service != null) {
            queue.add(new ObjectKey(
                    slice.key().namespace(), slice.metadata().labels().get(SERVICE)));
        }
    }

    private Completion<Boolean> sync(ObjectKey key) {
        Service service = services.cached(key);
        // The garbage collector deletes the slices of a service that is gone.
        if (service == null || service.spec().selector().isEmpty()) {
            written.remove(key);
            topology.forget(key);
            return Completion.of(true);
        }
        if (written.getOrDefault(key, 0L) > slices.lastSyncResourceVersion()) {
            return Completion.of(false);
        }
        WantedEndpoints wanted = WantedEndpoints.of(
                service, servicePods.of(service), name -> nodes.cached(new ObjectKey("", name)), minorVersion);
        if (wanted.isHopeless()) {
            return Completion.of(tell(service, wanted.problem()));
        }
        SliceChanges changes = changes(service, wanted);
        if (minorVersion >= MINOR_WITH_HINTS) {
            changes = topology.hinted(service, changes);
        }
        return write(key, changes)
                .map(failure -> tell(
                        service,
                        Optional.ofNullable(wanted.problem()).or(() -> failure).orElse(null)));
    }

    /** Tells what failed, if something has; answers whether nothing has. */
    private boolean tell(Service service, String failure) {
        if (failure != null) {
            events.warning(
                    service,
                    "FailedToUpdateEndpointSlices",
                    "Error updating Endpoint Slices for Service " + service.key() + ": " + failure);
        }
        return failure == null;
    }

    private SliceChanges changes(Service service, WantedEndpoints wanted) {
        SliceChanges changes =
                new SliceChanges(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<List<Endpoints.Port>, List<EndpointSlice>> present = present(service.key());
        wanted.byPorts().forEach((ports, endpoints) -> {
            List<EndpointSlice> slicesOfPorts = present.getOrDefault(ports, List.of());
            present.remove(ports);
            SlicePlan plan = SlicePlan.of(slicesOfPorts, endpoints, most);
            plan.create().forEach(group -> changes.create().add(draft(service, ports, group)));
            changes.update().addAll(plan.update());
            changes.delete().addAll(plan.delete());
            changes.unchanged().addAll(plan.unchanged());
        });
        if (wanted.byPorts().isEmpty()) {
            keepPlaceholder(service, present, changes);
        } else {
            present.values().forEach(changes.delete()::addAll);
        }
        return changes;
    }

    /** Done with the first failure. */
    private Completion<Optional<String>> write(ObjectKey service, SliceChanges changes) {
        List<Completion<Optional<String>>> writes = new ArrayList<>();
        changes.create()
                .forEach(slice -> writes.add(send(service, ApiRequest.Create.of(Resources.ENDPOINT_SLICES, slice))));
        changes.update()
                .forEach(slice ->
                        writes.add(send(service, new ApiRequest.Update(Resources.ENDPOINT_SLICES, "", slice))));
        changes.delete().forEach(slice -> writes.add(delete(slice)));
        return Completion.all(writes)
                .map(failures -> failures.stream().flatMap(Optional::stream).findFirst());
    }

    private Map<List<Endpoints.Port>, List<EndpointSlice>> present(ObjectKey service) {
        Map<List<Endpoints.Port>, List<EndpointSlice>> byPorts = new LinkedHashMap<>();
        for (EndpointSlice slice : slicesByService.find(index(service))) {
            byPorts.computeIfAbsent(slice.ports(), missing -> new ArrayList<>()).add(slice);
        }
        return byPorts;
    }

    /** A service without endpoints keeps one empty slice, so that readers know that somebody has looked. */
    private void keepPlaceholder(
            Service service, Map<List<Endpoints.Port>, List<EndpointSlice>> present, SliceChanges changes) {
        boolean kept = false;
        for (List<EndpointSlice> slicesOfPorts : present.values()) {
            for (EndpointSlice slice : slicesOfPorts) {
                boolean isPlaceholder =
                        slice.endpoints().isEmpty() && slice.ports().isEmpty();
                if (isPlaceholder && !kept) {
                    kept = true;
                } else {
                    changes.delete().add(slice);
                }
            }
        }
        if (!kept) {
            changes.create().add(draft(service, List.of(), List.of()));
        }
    }

    private static EndpointSlice draft(
            Service service, List<Endpoints.Port> ports, List<EndpointSlice.Endpoint> endpoints) {
        Map<String, String> labels = new LinkedHashMap<>(service.metadata().labels());
        labels.put(MANAGER, OWN);
        labels.put(SERVICE, service.key().name());
        if (service.isHeadless()) {
            labels.put(HEADLESS, "");
        }
        return new EndpointSlice(
                ObjectMetaBuilder.builder()
                        .generateName(service.key().name() + "-")
                        .namespace(service.key().namespace())
                        .labels(labels)
                        .ownerReferences(List.of(OwnerReference.controlledBy(service)))
                        .build(),
                "IPv4",
                endpoints,
                ports,
                null);
    }

    private Completion<Optional<String>> delete(EndpointSlice slice) {
        return client.send(new ApiRequest.Delete(
                        Resources.ENDPOINT_SLICES,
                        slice.key().namespace(),
                        slice.key().name(),
                        ApiRequest.DeleteOptions.DEFAULT))
                .map(response -> response.failedWith("NotFound") ? Optional.empty() : failure(response));
    }

    private Completion<Optional<String>> send(ObjectKey service, ApiRequest request) {
        return client.send(request).map(response -> {
            if (response instanceof ApiResponse.One one) {
                written.merge(service, one.object().metadata().revision(), Math::max);
            }
            return failure(response);
        });
    }

    private static Optional<String> failure(ApiResponse response) {
        return response.isSuccess() || FailureText.isNamespaceTerminating(response)
                ? Optional.empty()
                : Optional.of(FailureText.of(response));
    }
}

package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.discovery.EndpointSliceEndpointBuilder;
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
 * {@code pkg/controller/endpointslice}. Zones and topology hints, and the annotation with the time of the last
 * change, are left out.
 */
public final class EndpointSliceController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = "endpointslice-controller";

    private static final String SERVICE = "kubernetes.io/service-name";
    private static final String MANAGER = "endpointslice.kubernetes.io/managed-by";
    private static final String OWN = "endpointslice-controller.k8s.io";
    private static final String HEADLESS = "service.kubernetes.io/headless";
    private static final int RETRIES = 15;
    private static final int MINOR_WITH_TERMINATING = 22;

    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<Service> services;
    private final Informer<Pod> pods;
    private final Informer<EndpointSlice> slices;
    private final Index<EndpointSlice> slicesByService;
    private final ServicePods servicePods;
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
        this.events = new EventRecorder(environment.context(), client, NAME);
        this.services = environment.informer(Resources.SERVICES, Service.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.slices = environment.informer(Resources.ENDPOINT_SLICES, EndpointSlice.class);
        this.slicesByService = slices.index(EndpointSliceController::service);
        this.minorVersion = environment.minorVersion();
        this.most = environment.flags().number(ControllerFlag.MAX_ENDPOINTS_PER_SLICE);
        this.queue = environment.queue(
                environment.flags().number(ControllerFlag.CONCURRENT_SERVICE_ENDPOINT_SYNCS), RETRIES, this::sync);
        this.servicePods = new ServicePods(services, pods, queue::add);
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
            return Completion.of(true);
        }
        if (written.getOrDefault(key, 0L) > slices.lastSyncResourceVersion()) {
            return Completion.of(false);
        }
        List<Completion<Optional<String>>> writes = new ArrayList<>();
        Map<List<Endpoints.Port>, Map<String, EndpointSlice.Endpoint>> wanted = wanted(service);
        Map<List<Endpoints.Port>, List<EndpointSlice>> present = present(key);
        wanted.forEach((ports, endpoints) -> {
            List<EndpointSlice> slicesOfPorts = present.getOrDefault(ports, List.of());
            present.remove(ports);
            plan(service, ports, SlicePlan.of(slicesOfPorts, endpoints, most), writes);
        });
        if (wanted.isEmpty()) {
            keepPlaceholder(service, present, writes);
        } else {
            present.values().forEach(unused -> unused.forEach(slice -> writes.add(delete(slice))));
        }
        return Completion.all(writes).map(failures -> {
            String failure =
                    failures.stream().flatMap(Optional::stream).findFirst().orElse(null);
            if (failure != null) {
                events.warning(
                        service,
                        "FailedToUpdateEndpointSlices",
                        "Error updating Endpoint Slices for Service " + service.key() + ": " + failure);
            }
            return failure == null;
        });
    }

    private Map<List<Endpoints.Port>, List<EndpointSlice>> present(ObjectKey service) {
        Map<List<Endpoints.Port>, List<EndpointSlice>> byPorts = new LinkedHashMap<>();
        for (EndpointSlice slice : slicesByService.find(index(service))) {
            byPorts.computeIfAbsent(slice.ports(), missing -> new ArrayList<>()).add(slice);
        }
        return byPorts;
    }

    private Map<List<Endpoints.Port>, Map<String, EndpointSlice.Endpoint>> wanted(Service service) {
        boolean unready = Boolean.TRUE.equals(service.spec().publishNotReadyAddresses());
        Map<List<Endpoints.Port>, Map<String, EndpointSlice.Endpoint>> byPorts = new LinkedHashMap<>();
        for (Pod pod : servicePods.of(service)) {
            boolean ends = pod.metadata().isDeleting() && !unready;
            boolean told = minorVersion >= MINOR_WITH_TERMINATING ? !pod.isFinished() : !ends;
            if (ServicePods.address(pod) != null && told && ServicePods.mayServe(pod)) {
                byPorts.computeIfAbsent(ports(service, pod), missing -> new LinkedHashMap<>())
                        .put(pod.uid(), endpoint(service, pod, unready));
            }
        }
        return byPorts;
    }

    private static List<Endpoints.Port> ports(Service service, Pod pod) {
        List<Endpoints.Port> ports = new ArrayList<>();
        for (Service.Port port : service.spec().ports()) {
            Integer number = ServicePods.number(pod, port);
            if (number != null) {
                String name = port.name() == null ? "" : port.name();
                ports.add(new Endpoints.Port(name, number, port.protocol(), port.appProtocol()));
            }
        }
        return ports;
    }

    private EndpointSlice.Endpoint endpoint(Service service, Pod pod, boolean unready) {
        boolean terminating = pod.metadata().isDeleting();
        boolean ready = unready || pod.isReady() && !terminating;
        EndpointSlice.Conditions conditions = minorVersion >= MINOR_WITH_TERMINATING
                ? new EndpointSlice.Conditions(ready, pod.isReady(), terminating)
                : new EndpointSlice.Conditions(ready, null, null);
        return EndpointSliceEndpointBuilder.builder()
                .addresses(List.of(ServicePods.address(pod)))
                .conditions(conditions)
                .hostname(ServicePods.hostname(pod, service))
                .targetRef(ServicePods.reference(pod, minorVersion))
                .nodeName(pod.nodeName())
                .build();
    }

    private void plan(
            Service service, List<Endpoints.Port> ports, SlicePlan plan, List<Completion<Optional<String>>> writes) {
        plan.create().forEach(endpoints -> writes.add(create(service, ports, endpoints)));
        plan.update()
                .forEach(slice ->
                        writes.add(send(service.key(), new ApiRequest.Update(Resources.ENDPOINT_SLICES, "", slice))));
        plan.delete().forEach(slice -> writes.add(delete(slice)));
    }

    /** A service without endpoints keeps one empty slice, so that readers know that somebody has looked. */
    private void keepPlaceholder(
            Service service,
            Map<List<Endpoints.Port>, List<EndpointSlice>> present,
            List<Completion<Optional<String>>> writes) {
        boolean kept = false;
        for (List<EndpointSlice> slicesOfPorts : present.values()) {
            for (EndpointSlice slice : slicesOfPorts) {
                boolean isPlaceholder =
                        slice.endpoints().isEmpty() && slice.ports().isEmpty();
                if (isPlaceholder && !kept) {
                    kept = true;
                } else {
                    writes.add(delete(slice));
                }
            }
        }
        if (!kept) {
            writes.add(create(service, List.of(), List.of()));
        }
    }

    private Completion<Optional<String>> create(
            Service service, List<Endpoints.Port> ports, List<EndpointSlice.Endpoint> endpoints) {
        Map<String, String> labels = new LinkedHashMap<>(service.metadata().labels());
        labels.put(MANAGER, OWN);
        labels.put(SERVICE, service.key().name());
        if (service.isHeadless()) {
            labels.put(HEADLESS, "");
        }
        EndpointSlice slice = new EndpointSlice(
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
        return send(service.key(), ApiRequest.Create.of(Resources.ENDPOINT_SLICES, slice));
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

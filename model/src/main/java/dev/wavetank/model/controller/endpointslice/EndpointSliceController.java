package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Enqueue;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.endpoint.ServicePods;
import dev.wavetank.model.controller.endpoint.TriggerTimes;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Keeps the EndpointSlices of every service with a selector.
 *
 * <p>Pods that are being deleted stay in the slices as terminating since v1.22. As in Kubernetes 1.20; sources in
 * {@code pkg/controller/endpointslice}. Since v1.23 services can ask for hints by zone ({@link TopologyHints}); {@code
 * trafficDistribution} is left out.
 */
public final class EndpointSliceController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.ENDPOINT_SLICE.userAgent();

    private static final int RETRIES = 15;
    private static final String SOURCE = "endpoint-slice-controller";
    /** The minimum delay of a sync after another client has changed a slice. */
    private static final long CHANGE_DELAY = VirtualTime.SECOND;

    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<Service> services;
    private final Informer<Pod> pods;
    private final Informer<EndpointSlice> slices;
    private final Informer<Node> nodes;
    private final Index<EndpointSlice> slicesByService;
    private final ServicePods servicePods;
    private final ServiceTopology topology;
    private final TriggerTimes triggerTimes = new TriggerTimes();
    private final SliceTracker tracker = new SliceTracker();
    private final WorkQueue<ObjectKey> queue;
    private final KubernetesVersion version;
    private final int most;
    private final long changeDelay;

    /** A controller. */
    public EndpointSliceController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.events = new EventRecorder(environment.context(), client, SOURCE);
        this.services = environment.informer(Resources.SERVICES, Service.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.slices = environment.informer(Resources.ENDPOINT_SLICES, EndpointSlice.class);
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.slicesByService = slices.index(EndpointSliceController::service);
        this.version = environment.version();
        this.most = environment.flags().number(ControllerFlag.MAX_ENDPOINTS_PER_SLICE);
        long batch = environment.flags().duration(ControllerFlag.ENDPOINTSLICE_UPDATES_BATCH_PERIOD);
        this.changeDelay = Math.max(CHANGE_DELAY, batch);
        this.queue = environment.queue(settings(environment), this::sync);
        this.servicePods = new ServicePods(services, pods, key -> queue.addAfter(key, batch));
        this.topology = new ServiceTopology(nodes, events, queue::add);
    }

    private WorkQueue.Settings settings(ControllerEnvironment environment) {
        int workers = environment.workers(KubernetesController.ENDPOINT_SLICE);
        long longest = (version.has(Feature.SLICE_LONG_BACKOFF) ? 1000 : 100) * VirtualTime.SECOND;
        return WorkQueue.Settings.of(workers, RETRIES).withBackoff(new Backoff(VirtualTime.SECOND, longest));
    }

    /** Namespace and name of the service of a slice of this controller, as a text; null for other slices. */
    private static String service(EndpointSlice slice) {
        Map<String, String> labels = slice.metadata().labels();
        return SliceLabels.OWN.equals(labels.get(SliceLabels.MANAGER)) && labels.containsKey(SliceLabels.SERVICE)
                ? slice.key().namespace() + "/" + labels.get(SliceLabels.SERVICE)
                : null;
    }

    private static String index(ObjectKey service) {
        return service.namespace() + "/" + service.name();
    }

    @Override
    public void start() {
        pods.addHandler(servicePods);
        services.addHandler(Enqueue.object(queue));
        if (version.has(Feature.TOPOLOGY_AWARE_HINTS)) {
            nodes.addHandler(topology);
        }
        slices.addHandler(new Informer.Handler<>() {
            @Override
            public void added(EndpointSlice slice) {
                if (service(slice) != null && tracker.isOfOthers(serviceKey(slice), slice)) {
                    queue.addAfter(serviceKey(slice), changeDelay);
                }
            }

            @Override
            public void updated(EndpointSlice before, EndpointSlice after) {
                if (!Objects.equals(service(before), service(after)) && service(before) != null) {
                    tracker.gone(serviceKey(before), before);
                    queue.addAfter(serviceKey(before), changeDelay);
                }
                added(after);
            }

            @Override
            public void deleted(EndpointSlice last) {
                if (service(last) != null && !tracker.gone(serviceKey(last), last)) {
                    queue.addAfter(serviceKey(last), changeDelay);
                }
            }
        });
    }

    private static ObjectKey serviceKey(EndpointSlice slice) {
        return new ObjectKey(slice.key().namespace(), slice.metadata().labels().get(SliceLabels.SERVICE));
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Service service = services.cached(key);
        // The garbage collector deletes the slices of a deleted service.
        if (service == null || service.spec().selector().isEmpty()) {
            tracker.forget(key);
            triggerTimes.forget(key);
            topology.forget(key);
            return Completion.of(SyncResult.DONE);
        }
        List<EndpointSlice> present = slicesByService.find(index(key));
        if (tracker.isStale(key, present)) {
            return Completion.of(SyncResult.retry("the cache of EndpointSlices is out of date"));
        }
        List<Pod> selected = servicePods.of(service);
        Instant triggerTime = triggerTimes.next(service, selected);
        WantedEndpoints wanted =
                WantedEndpoints.of(service, selected, name -> nodes.cached(new ObjectKey("", name)), version);
        if (wanted.isHopeless()) {
            return Completion.of(reported(service, SyncResult.retry(wanted.problem())));
        }
        SliceChanges changes = SliceReconciler.reconcile(service, present, wanted, most);
        if (version.has(Feature.TOPOLOGY_AWARE_HINTS)) {
            changes = topology.hinted(service, changes);
        }
        SliceChanges last = changes.recycled(service.uid())
                .written(slice -> slice.withMetadata(slice.metadata()
                        .withAnnotations(TriggerTimes.annotated(slice.metadata().annotations(), triggerTime))));
        return write(service, last)
                .map(written ->
                        reported(service, wanted.problem() == null ? written : SyncResult.retry(wanted.problem())));
    }

    /** Reports a failure, if there was one. */
    private SyncResult reported(Service service, SyncResult result) {
        result.failure()
                .ifPresent(failure -> events.warning(
                        service,
                        "FailedToUpdateEndpointSlices",
                        "Error updating Endpoint Slices for Service " + service.key() + ": " + failure));
        return result;
    }

    /** Sends one request after the other until the first failure; done with that failure. */
    private Completion<SyncResult> write(Service service, SliceChanges changes) {
        Completion<SyncResult> done = Completion.of(SyncResult.DONE);
        if (!service.metadata().isDeleting()) {
            for (EndpointSlice slice : changes.create()) {
                done = done.then(result -> result.andThen(() -> create(service, slice)));
            }
        }
        for (EndpointSlice slice : changes.update()) {
            done = done.then(result -> result.andThen(() -> update(service, slice)));
        }
        for (EndpointSlice slice : changes.delete()) {
            done = done.then(result -> result.andThen(() -> delete(service, slice)));
        }
        return done;
    }

    private Completion<SyncResult> create(Service service, EndpointSlice slice) {
        return client.send(ApiRequest.Create.of(Resources.ENDPOINT_SLICES, slice))
                .map(response -> answered(service, "create", response));
    }

    private Completion<SyncResult> update(Service service, EndpointSlice slice) {
        return client.send(new ApiRequest.Update(Resources.ENDPOINT_SLICES, "", slice))
                .map(response -> answered(service, "update " + slice.key().name(), response));
    }

    private Completion<SyncResult> delete(Service service, EndpointSlice slice) {
        return client.send(new ApiRequest.Delete(
                        Resources.ENDPOINT_SLICES,
                        slice.key().namespace(),
                        slice.key().name(),
                        ApiRequest.DeleteOptions.DEFAULT))
                .map(response -> {
                    boolean isGone = response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND);
                    if (isGone && slices.cached(slice.key()) != null) {
                        tracker.deleted(service.key(), slice);
                    }
                    return isGone
                            ? SyncResult.DONE
                            : answered(service, "delete " + slice.key().name(), response);
                });
    }

    private SyncResult answered(Service service, String what, ApiResponse response) {
        if (response instanceof ApiResponse.One one) {
            EndpointSlice slice = one.as(EndpointSlice.class);
            if (slice.metadata().revision() > slices.lastSyncResourceVersion()) {
                tracker.written(service.key(), slice);
            }
            return SyncResult.DONE;
        }
        return FailureText.isNamespaceTerminating(response)
                ? SyncResult.DONE
                : SyncResult.retry("failed to " + what + " EndpointSlice for Service " + service.key() + ": "
                        + FailureText.of(response));
    }
}

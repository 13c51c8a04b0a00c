package dev.wavetank.model.controller.endpointslicemirroring;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
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
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps copies of the Endpoints of services without a selector as EndpointSlices (v1.19). Endpoints with the label
 * {@code endpointslice.kubernetes.io/skip-mirror: "true"} and locks of leaders are not copied. Sources in {@code
 * pkg/controller/endpointslicemirroring}.
 */
public final class EndpointSliceMirroringController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.ENDPOINT_SLICE_MIRRORING.userAgent();

    private static final String SOURCE = "endpoint-slice-mirroring-controller";
    private static final String SKIP = "endpointslice.kubernetes.io/skip-mirror";
    private static final String LEADER = "control-plane.alpha.kubernetes.io/leader";
    private static final int RETRIES = 15;
    private static final Backoff BACKOFF = new Backoff(VirtualTime.SECOND, 100 * VirtualTime.SECOND);
    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<Endpoints> endpoints;
    private final Informer<Service> services;
    private final Informer<EndpointSlice> slices;
    private final Index<EndpointSlice> copies;
    private final WorkQueue<ObjectKey> queue;
    private final boolean mirrorsUnready;
    private final int most;
    private final long batch;
    /** The revision of the last write for each service: an older cache does not have it. */
    private final Map<ObjectKey, Long> written = new LinkedHashMap<>();

    /** A controller. */
    public EndpointSliceMirroringController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.events = new EventRecorder(environment.context(), client, SOURCE);
        this.endpoints = environment.informer(Resources.ENDPOINTS, Endpoints.class);
        this.services = environment.informer(Resources.SERVICES, Service.class);
        this.slices = environment.informer(Resources.ENDPOINT_SLICES, EndpointSlice.class);
        this.copies = slices.index(EndpointSliceMirroringController::service);
        this.mirrorsUnready = environment.version().has(Feature.MIRRORED_UNREADY_ADDRESSES);
        this.most = environment.flags().number(ControllerFlag.MIRRORING_MAX_ENDPOINTS_PER_SUBSET);
        this.batch = environment.flags().duration(ControllerFlag.MIRRORING_ENDPOINTSLICE_UPDATES_BATCH_PERIOD);
        int workers = environment.workers(KubernetesController.ENDPOINT_SLICE_MIRRORING);
        this.queue = environment.queue(WorkQueue.Settings.of(workers, RETRIES).withBackoff(BACKOFF), this::sync);
    }

    /** The service of a copy, as text; null for slices of other controllers. */
    private static String service(EndpointSlice slice) {
        Map<String, String> labels = slice.metadata().labels();
        return MirrorPlan.OWN.equals(labels.get(MirrorPlan.MANAGER)) && labels.containsKey(MirrorPlan.SERVICE)
                ? slice.key().namespace() + "/" + labels.get(MirrorPlan.SERVICE)
                : null;
    }

    @Override
    public void start() {
        services.addHandler(new Informer.Handler<>() {
            @Override
            public void added(Service service) {
                if (hasNoSelector(service)) {
                    queue.add(service.key());
                }
            }

            @Override
            public void updated(Service before, Service after) {
                if (hasNoSelector(before) != hasNoSelector(after)) {
                    queue.add(after.key());
                }
            }

            @Override
            public void deleted(Service last) {
                added(last);
            }
        });
        endpoints.addHandler(Enqueue.object(queue));
        slices.addHandler(Informer.Handler.always(slice -> {
            if (service(slice) != null) {
                String name = slice.metadata().labels().get(MirrorPlan.SERVICE);
                queue.addAfter(new ObjectKey(slice.key().namespace(), name), batch);
            }
        }));
    }

    private static boolean hasNoSelector(Service service) {
        return service.spec().selector().isEmpty();
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Endpoints original = endpoints.cached(key);
        Service service = services.cached(key);
        boolean copied = original != null
                && !"true".equals(original.metadata().labels().get(SKIP))
                && !original.metadata().annotations().containsKey(LEADER)
                && service != null
                && hasNoSelector(service);
        List<EndpointSlice> present = copies.find(key.toString());
        if (!copied) {
            written.remove(key);
            return all(key, present.stream().map(slice -> delete(key, slice)).toList());
        }
        if (written.getOrDefault(key, 0L) > slices.lastSyncResourceVersion()) {
            return Completion.of(SyncResult.retry("the cache of EndpointSlices is out of date"));
        }
        MirrorPlan plan = MirrorPlan.of(original, present, most, mirrorsUnready);
        if (plan.skipped() > 0) {
            events.warning(
                    original,
                    "TooManyAddressesToMirror",
                    "A max of " + most + " addresses can be mirrored to EndpointSlices per Endpoints subset. "
                            + plan.skipped() + " addresses were skipped");
        }
        return all(key, requests(original, plan));
    }

    private List<Completion<ApiResponse>> requests(KubernetesObject original, MirrorPlan plan) {
        List<ApiRequest> requests = new ArrayList<>();
        if (!original.metadata().isDeleting()) {
            plan.create().forEach(slice -> requests.add(ApiRequest.Create.of(Resources.ENDPOINT_SLICES, slice)));
        }
        plan.update().forEach(slice -> requests.add(new ApiRequest.Update(Resources.ENDPOINT_SLICES, "", slice)));
        List<Completion<ApiResponse>> answers =
                new ArrayList<>(requests.stream().map(client::send).toList());
        plan.delete().forEach(slice -> answers.add(delete(original.key(), slice)));
        return answers;
    }

    private Completion<ApiResponse> delete(ObjectKey service, EndpointSlice slice) {
        return client.send(new ApiRequest.Delete(
                Resources.ENDPOINT_SLICES, service.namespace(), slice.key().name(), ApiRequest.DeleteOptions.DEFAULT));
    }

    /** Records the written revision. Done with the first failure, if there was one. */
    private Completion<SyncResult> all(ObjectKey service, List<Completion<ApiResponse>> requests) {
        return Completion.all(requests).map(answers -> {
            List<SyncResult> results = new ArrayList<>(answers.size());
            for (ApiResponse answer : answers) {
                if (answer instanceof ApiResponse.One one) {
                    written.merge(service, one.object().metadata().revision(), Math::max);
                }
                results.add(FailureText.isNamespaceTerminating(answer) ? SyncResult.DONE : SyncResult.orGone(answer));
            }
            return SyncResult.first(results);
        });
    }
}

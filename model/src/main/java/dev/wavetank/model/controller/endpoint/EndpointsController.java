package dev.wavetank.model.controller.endpoint;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Enqueue;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Keeps the Endpoints of every service with a selector: its pods that have an address and are not being deleted.
 *
 * <p>As in Kubernetes 1.20; sources in {@code pkg/controller/endpoint}. Since v1.22 pods that have ended are left out
 * whatever the service asks for, and one object holds at most 1000 addresses.
 */
public final class EndpointsController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.ENDPOINTS.userAgent();

    private static final int RETRIES = 15;
    private static final String HEADLESS = "service.kubernetes.io/headless";

    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<Service> services;
    private final Informer<Pod> pods;
    private final Informer<Endpoints> endpoints;
    private final ServicePods servicePods;
    private final TriggerTimes triggerTimes = new TriggerTimes();
    /** The last versions that this controller has replaced ({@code endpoints_tracker.go}). */
    private final Map<ObjectKey, Long> replaced = new TreeMap<>();

    private final WorkQueue<ObjectKey> queue;
    private final KubernetesVersion version;

    /** A controller. */
    public EndpointsController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.events = new EventRecorder(environment.context(), client, NAME);
        this.services = environment.informer(Resources.SERVICES, Service.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.endpoints = environment.informer(Resources.ENDPOINTS, Endpoints.class);
        this.version = environment.version();
        this.queue = environment.queue(environment.workers(KubernetesController.ENDPOINTS), RETRIES, this::sync);
        long batch = environment.flags().duration(ControllerFlag.ENDPOINT_UPDATES_BATCH_PERIOD);
        this.servicePods = new ServicePods(services, pods, key -> queue.addAfter(key, batch));
    }

    @Override
    public void start() {
        pods.addHandler(servicePods);
        services.addHandler(Enqueue.object(queue));
        endpoints.addHandler(new Informer.Handler<>() {
            @Override
            public void added(Endpoints left) {
                // After a restart: the service may have been deleted meanwhile. The record of an election never has one
                // (checkLeftoverEndpoints in endpoint_controller.go).
                if (!left.metadata().annotations().containsKey(ElectionRecord.ANNOTATION)) {
                    queue.add(left.key());
                }
            }

            @Override
            public void updated(Endpoints before, Endpoints after) {
                // No other client is expected to write them.
            }

            @Override
            public void deleted(Endpoints last) {
                queue.add(last.key());
            }
        });
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Service service = services.cached(key);
        if (service == null) {
            triggerTimes.forget(key);
            replaced.remove(key);
            return endpoints.cached(key) == null
                    ? Completion.of(SyncResult.DONE)
                    : client.send(new ApiRequest.Delete(
                                    Resources.ENDPOINTS, key.namespace(), key.name(), ApiRequest.DeleteOptions.DEFAULT))
                            .map(SyncResult::orGone);
        }
        return service.spec().selector().isEmpty() ? Completion.of(SyncResult.DONE) : write(service);
    }

    private Completion<SyncResult> write(Service service) {
        List<Pod> selected = servicePods.of(service);
        Instant triggerTime = triggerTimes.next(service, selected);
        List<Endpoints.Subset> subsets = subsets(service, selected);
        Endpoints present = endpoints.cached(service.key());
        if (present != null && isReplaced(present)) {
            return Completion.of(
                    new SyncResult.RetryWithBackoff("endpoints informer cache is out of date, resource version "
                            + present.metadata().revision() + " already processed for endpoints " + present.key()));
        }
        Map<String, String> labels = labels(service);
        if (present != null
                && present.subsets().equals(subsets)
                && present.metadata().labels().equals(labels)
                && (!version.has(Feature.ENDPOINTS_CAPACITY) || Capacity.isWhole(present))) {
            return Completion.of(SyncResult.DONE);
        }
        ObjectMeta metadata = present == null
                ? ObjectMeta.named(service.key().namespace(), service.key().name())
                : present.metadata();
        Map<String, String> annotations = annotations(metadata.annotations(), subsets, triggerTime);
        ObjectMeta changed = metadata.withLabels(labels).withAnnotations(annotations);
        List<Endpoints.Subset> kept = version.has(Feature.ENDPOINTS_CAPACITY) ? Capacity.cut(subsets) : subsets;
        Endpoints wanted = present == null
                ? new Endpoints(changed, kept, null)
                : present.with(builder -> builder.metadata(changed).subsets(kept));
        ApiRequest request = present == null
                ? ApiRequest.Create.of(Resources.ENDPOINTS, wanted)
                : new ApiRequest.Update(Resources.ENDPOINTS, "", wanted);
        return client.send(request).map(response -> {
            if (present != null) {
                remember(present, response);
            }
            return written(wanted, present == null, response);
        });
    }

    /** Whether the cache still shows what this controller has replaced: to compare with it would hide a change. */
    private boolean isReplaced(Endpoints present) {
        return version.has(Feature.ENDPOINTS_WAIT_FOR_OWN_WRITES)
                && Objects.equals(
                        replaced.get(present.key()), present.metadata().revision());
    }

    /** A write that changes nothing leaves the version as it is. */
    private void remember(Endpoints present, ApiResponse response) {
        if (response instanceof ApiResponse.One one
                && one.object().metadata().revision() != present.metadata().revision()) {
            replaced.put(present.key(), present.metadata().revision());
        }
    }

    private Map<String, String> annotations(
            Map<String, String> present, List<Endpoints.Subset> subsets, Instant triggerTime) {
        Map<String, String> annotations =
                !version.has(Feature.ENDPOINTS_TRIGGER_TIME) ? present : TriggerTimes.annotated(present, triggerTime);
        return version.has(Feature.ENDPOINTS_CAPACITY) ? Capacity.annotated(annotations, subsets) : annotations;
    }

    private SyncResult written(Endpoints wanted, boolean created, ApiResponse response) {
        if (response.isSuccess() || FailureText.isNamespaceTerminating(response)) {
            return SyncResult.DONE;
        }
        String why = wanted.key() + ": " + FailureText.of(response);
        if (created) {
            events.warning(wanted, "FailedToCreateEndpoint", "Failed to create endpoint for service " + why);
        } else {
            events.warning(wanted, "FailedToUpdateEndpoint", "Failed to update endpoint " + why);
        }
        return SyncResult.of(response);
    }

    private static Map<String, String> labels(Service service) {
        Map<String, String> labels = new LinkedHashMap<>(service.metadata().labels());
        if (service.isHeadless()) {
            labels.put(HEADLESS, "");
        } else {
            labels.remove(HEADLESS);
        }
        return labels;
    }

    private List<Endpoints.Subset> subsets(Service service, List<Pod> selected) {
        boolean unready = Boolean.TRUE.equals(service.spec().publishNotReadyAddresses());
        Subsets subsets = new Subsets();
        for (Pod pod : selected) {
            String address = ServicePods.address(pod);
            if (address == null || pod.metadata().isDeleting() && !unready) {
                continue;
            }
            boolean ready = unready || pod.isReady();
            if (!isListed(pod, ready)) {
                continue;
            }
            Endpoints.Address entry = new Endpoints.Address(
                    address, ServicePods.hostname(pod, service), pod.nodeName(), ServicePods.reference(pod, version));
            if (service.spec().ports().isEmpty() && service.isHeadless()) {
                subsets.add(entry, ready, null);
            }
            for (Service.Port port : service.spec().ports()) {
                Integer number = ServicePods.number(pod, port, version.has(Feature.SIDECAR_PORTS_IN_ENDPOINTS));
                if (number != null) {
                    subsets.add(
                            entry, ready, new Endpoints.Port(port.name(), number, port.protocol(), port.appProtocol()));
                }
            }
        }
        return subsets.packed();
    }

    /** Before v1.22 the restart policy decides, and only about pods that are not ready. */
    private boolean isListed(Pod pod, boolean ready) {
        return version.has(Feature.ENDPOINTS_WITHOUT_ENDED_PODS)
                ? !pod.isFinished()
                : ready || ServicePods.mayServe(pod);
    }
}

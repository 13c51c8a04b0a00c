package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.StreamSender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One controller and an API server that stores what a test puts there, and nothing else: writes of the controller
 * succeed, or fail as the test says, but change nothing.
 */
public final class FakeEnvironment implements ControllerEnvironment {

    private final KubernetesVersion version;
    private final FakeServer server = new FakeServer(this::answer);
    private final Map<ResourceType, Map<ObjectKey, KubernetesObject>> stored = new LinkedHashMap<>();
    private final Map<ResourceType, Informer<?>> informers = new LinkedHashMap<>();
    private final Map<ResourceType, StreamSender<WatchEvent>> watches = new LinkedHashMap<>();
    private final List<WorkQueue<?>> queues = new ArrayList<>();
    /** Writes by verb and subject, and the responses that they get one after the other. */
    private final Map<String, List<ApiResponse>> failures = new TreeMap<>();

    private final List<String> writes = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private long revision;

    /** An empty server, before the controller starts. */
    public FakeEnvironment(KubernetesVersion version) {
        this.version = version;
    }

    private ApiResponse answer(ApiRequest request) {
        Map<ObjectKey, KubernetesObject> objects = objects(request.resource());
        if (request instanceof ApiRequest.List) {
            return new ApiResponse.Many(List.copyOf(objects.values()), revision);
        }
        if (request instanceof ApiRequest.Create create && create.body() instanceof ApiEvent event) {
            events.add(event.type() + " " + event.reason() + " "
                    + event.involvedObject().name() + ": " + event.message());
            return new ApiResponse.One(201, event);
        }
        if (request.resource().equals(Resources.EVENTS)) {
            return new ApiResponse.Done(200);
        }
        if (!(request instanceof ApiRequest.Get)) {
            String write = request.verb() + " " + request.subject();
            writes.add(context().now() / VirtualTime.SECOND + " s: " + write);
            List<ApiResponse> failing = failures.getOrDefault(write, List.of());
            if (!failing.isEmpty()) {
                return failing.remove(0);
            }
        }
        if (request instanceof ApiRequest.Update update) {
            return new ApiResponse.One(200, update.body());
        }
        KubernetesObject found = objects.get(request.key());
        return found == null
                ? new ApiResponse.Failed(Status.notFound(request.resource(), request.name()))
                : new ApiResponse.One(200, found);
    }

    private Map<ObjectKey, KubernetesObject> objects(ResourceType resource) {
        return stored.computeIfAbsent(resource, missing -> new TreeMap<>());
    }

    /** Stores an object, and sends it to the informers that have started. */
    public void put(ResourceType resource, KubernetesObject object) {
        KubernetesObject next =
                object.withMetadata(object.metadata().withResourceVersion(ResourceVersion.of(++revision)));
        boolean isNew = objects(resource).put(next.key(), next) == null;
        send(resource, isNew ? WatchEvent.Type.ADDED : WatchEvent.Type.MODIFIED, next);
    }

    /** Deletes an object. */
    public void delete(ResourceType resource, KubernetesObject object) {
        KubernetesObject last = objects(resource).remove(object.key());
        send(
                resource,
                WatchEvent.Type.DELETED,
                last.withMetadata(last.metadata().withResourceVersion(ResourceVersion.of(++revision))));
    }

    private void send(ResourceType resource, WatchEvent.Type type, KubernetesObject object) {
        if (watches.containsKey(resource)) {
            watches.get(resource).send(WatchEvent.of(type, object));
        }
    }

    /** Lets the next write of that verb and subject fail, such as {@code delete pods/default/p}. */
    public void fail(String write, ApiResponse response) {
        failures.computeIfAbsent(write, missing -> new ArrayList<>()).add(response);
    }

    /** Starts the controller, then its informers, then its workers. */
    public void start(Controller controller) {
        controller.start();
        for (Map.Entry<ResourceType, Informer<?>> entry : informers.entrySet()) {
            entry.getValue().start();
            server.runFor(10 * VirtualTime.MILLISECOND);
            watches.put(entry.getKey(), server.watch());
        }
        queues.forEach(WorkQueue::start);
        runFor(VirtualTime.SECOND / 2);
    }

    /** Goes on for so many nanoseconds. */
    public void runFor(long nanos) {
        context().daemonAfter(nanos, () -> {});
        server.runFor(nanos);
    }

    /** Goes on until so many seconds after the beginning. */
    public void runUntil(long seconds) {
        runFor(seconds * VirtualTime.SECOND - context().now());
    }

    /** The writes so far, as {@code 5 s: verb subject}, without those of Events. */
    public List<String> writes() {
        return writes;
    }

    /** The Events so far, as {@code type reason name: message}, each once. */
    public List<String> events() {
        return events;
    }

    /** The requests so far. */
    public List<ApiRequest> requests() {
        return server.requests();
    }

    /** When the requests of a kind were sent so far, in nanoseconds. */
    public List<Long> sent(Class<? extends ApiRequest> kind) {
        List<Long> sent = new ArrayList<>();
        for (int i = 0; i < server.requests().size(); i++) {
            if (kind.isInstance(server.requests().get(i))) {
                sent.add(server.origins().get(i).sent());
            }
        }
        return sent;
    }

    @Override
    public Context context() {
        return server.context();
    }

    @Override
    public ApiClient client(String userAgent) {
        return server.client();
    }

    @Override
    public ApiClient client(String userAgent, int qps, int burst) {
        return server.client();
    }

    @Override
    public <T extends KubernetesObject> Informer<T> informer(ResourceType resource, Class<T> kind) {
        return informers
                .computeIfAbsent(
                        resource,
                        missing -> new Informer<>(context(), server.client(), resource, ApiRequest.Selection.ALL, kind))
                .narrowedTo(kind);
    }

    @Override
    public ControllerFlags flags() {
        return ControllerFlags.of(version);
    }

    @Override
    public KubernetesVersion version() {
        return version;
    }

    @Override
    public <K> WorkQueue<K> queue(WorkQueue.Settings settings, WorkQueue.Reconciler<K> reconciler) {
        WorkQueue<K> queue = new WorkQueue<>(context(), "queue/" + queues.size(), settings, reconciler);
        queues.add(queue);
        return queue;
    }
}

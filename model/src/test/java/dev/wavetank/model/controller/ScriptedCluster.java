package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One controller in a controller manager, and an API server that contains what the test puts there. Writes of the
 * controller are recorded and change nothing, so the test decides what the cache of the controller shows.
 */
public final class ScriptedCluster {

    private static final String SERVER = "apiserver";
    private static final String INFORMERS = "shared-informers";

    private final Map<ResourceType, TreeMap<ObjectKey, KubernetesObject>> stored = new LinkedHashMap<>();
    private final Map<ResourceType, StreamSender<WatchEvent>> watches = new LinkedHashMap<>();
    private final List<ApiRequest> requests = new ArrayList<>();
    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private Function<ApiRequest, Optional<ApiResponse>> answers = request -> Optional.empty();
    private long revision = 1;

    /** A controller of that version of Kubernetes that has not started. */
    public ScriptedCluster(KubernetesVersion version, Controller.Factory controller) {
        Network network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Constant(VirtualTime.MILLISECOND), VirtualTime.SECOND, VirtualTime.MINUTE));
        components.add(SERVER, context -> () -> serve(network.connect(context)));
        ControllerManager.Config config = new ControllerManager.Config(
                List.of(SERVER),
                "",
                new LinkedHashMap<>(),
                ControllerManager.Config.DEFAULT_LIMIT,
                ControllerFlags.of(version),
                version,
                Optional.empty());
        Map<String, Controller.Factory> controllers = new LinkedHashMap<>();
        controllers.put("tested", controller);
        components.add(ControllerManager.NAME, context -> new ControllerManager(context, network, config, controllers));
    }

    private void serve(Endpoint endpoint) {
        endpoint.serve(ApiCall.requests(SERVER), (caller, call, responder) -> {
            ApiRequest request = call.request();
            if (call.userAgent().equals(INFORMERS)) {
                responder.respond(defaultAnswer(request));
            } else {
                requests.add(request);
                responder.respond(answers.apply(request).orElseGet(() -> defaultAnswer(request)));
            }
        });
        endpoint.serveStream(
                ApiCall.watches(SERVER), (caller, request, sender) -> watches.put(request.resource(), sender));
    }

    private ApiResponse defaultAnswer(ApiRequest request) {
        if (request instanceof ApiRequest.List list) {
            List<KubernetesObject> items = objects(list.resource()).values().stream()
                    .filter(object -> list.namespace().isEmpty()
                            || list.namespace().equals(object.key().namespace()))
                    .toList();
            return new ApiResponse.Many(items, revision);
        }
        if (request instanceof ApiRequest.Create create) {
            return new ApiResponse.One(201, create.body());
        }
        if (request instanceof ApiRequest.Update update) {
            return new ApiResponse.One(200, update.body());
        }
        KubernetesObject found = objects(request.resource()).get(request.key());
        return found == null
                ? new ApiResponse.Failed(Status.notFound(request.resource(), request.name()))
                : new ApiResponse.One(200, found);
    }

    private TreeMap<ObjectKey, KubernetesObject> objects(ResourceType resource) {
        return stored.computeIfAbsent(resource, none -> new TreeMap<>());
    }

    /** Answers requests of the controller in another way; what this answers with nothing is answered as before. */
    public ScriptedCluster answering(Function<ApiRequest, Optional<ApiResponse>> other) {
        answers = other;
        return this;
    }

    /** Stores an object, new or changed; a running controller receives it as an event of its watch. */
    public ScriptedCluster put(ResourceType resource, KubernetesObject object) {
        KubernetesObject next = next(object);
        WatchEvent.Type type =
                objects(resource).put(next.key(), next) == null ? WatchEvent.Type.ADDED : WatchEvent.Type.MODIFIED;
        send(resource, WatchEvent.of(type, next));
        return this;
    }

    /** Removes an object; a running controller receives its last state. */
    public ScriptedCluster remove(ResourceType resource, KubernetesObject object) {
        KubernetesObject last = next(objects(resource).remove(object.key()));
        send(resource, WatchEvent.of(WatchEvent.Type.DELETED, last));
        return this;
    }

    private KubernetesObject next(KubernetesObject object) {
        return object.withMetadata(object.metadata().withResourceVersion(ResourceVersion.of(++revision)));
    }

    private void send(ResourceType resource, WatchEvent event) {
        if (watches.containsKey(resource)) {
            watches.get(resource).send(event);
        }
    }

    /** Starts the API server and the controller, and goes on for a second. */
    public ScriptedCluster start() {
        components.startAll();
        return runFor(VirtualTime.SECOND);
    }

    /** Goes on for so many nanoseconds. */
    public ScriptedCluster runFor(long nanos) {
        simulation.run(RunLimits.until(simulation.now() + nanos));
        return this;
    }

    /** The requests of the controller, without those of the informers. */
    public List<ApiRequest> requests() {
        return requests;
    }

    /** The same as {@code verb resource/namespace/name/subresource}, without Events. */
    public List<String> calls() {
        return requests.stream()
                .filter(request -> !request.resource().plural().equals("events"))
                .map(request -> request.verb() + " " + request.subject())
                .toList();
    }
}

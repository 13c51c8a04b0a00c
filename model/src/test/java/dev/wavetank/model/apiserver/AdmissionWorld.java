package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.admission.webhook.AdmissionWebhook;
import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.controller.resourcequota.ResourceQuotaController;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One etcd, some API servers, webhooks, perhaps the quota controller, and a client that sends what a test says. */
final class AdmissionWorld {

    static final String FIRST = "kube-apiserver";
    static final String SECOND = "kube-apiserver-2";

    final EtcdStore store = new EtcdStore();
    final Trace trace = new Trace();
    final Simulation simulation;
    final Components components;
    final Network network;
    /** Token of those requests that name none. */
    String token = "";

    private Endpoint client;

    AdmissionWorld(long seed, ApiServerConfig config, KubernetesVersion version, String... servers) {
        this(seed, 500 * VirtualTime.MICROSECOND, config, version, servers);
    }

    /** A world whose messages take up to so many nanoseconds. */
    AdmissionWorld(long seed, long latencyMax, ApiServerConfig config, KubernetesVersion version, String... servers) {
        simulation = new Simulation(seed, OrderPolicy.FIFO, trace);
        components = new Components(simulation);
        network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Uniform(100 * VirtualTime.MICROSECOND, latencyMax),
                        VirtualTime.SECOND,
                        10 * VirtualTime.SECOND));
        ClusterBootstrap.initialize(store, RandomStream.of(seed, "bootstrap"), KubernetesVersion.DEFAULT);
        Distribution fsync = new Distribution.Uniform(VirtualTime.MILLISECOND, 3 * VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        for (String server : servers) {
            components.add(server, context -> new ApiServer(context, network.connect(context), config, version));
        }
        components.add("client", context -> () -> client = network.connect(context));
    }

    static AdmissionWorld of(ApiServerConfig config) {
        return new AdmissionWorld(1, config, KubernetesVersion.V1_32, FIRST);
    }

    /** A cluster with these plugins only. */
    static AdmissionWorld with(String... plugins) {
        return of(ApiServerConfig.DEFAULT.withAdmissionPlugins(List.of(plugins)));
    }

    AdmissionWorld webhook(String component, long latency, AdmissionWebhook webhook) {
        components.add(
                component,
                context -> new WebhookServer(
                        context, network.connect(context), webhook, new Distribution.Constant(latency)));
        return this;
    }

    AdmissionWorld quotaController() {
        Map<String, Controller.Factory> controllers = new LinkedHashMap<>();
        controllers.put("resourcequota", ResourceQuotaController::new);
        components.add(
                ControllerManager.NAME,
                context -> new ControllerManager(
                        context,
                        network,
                        ControllerManager.Config.of(List.of(FIRST), ""),
                        controllers,
                        () -> crash(ControllerManager.NAME)));
        return this;
    }

    /** Ends a process, which begins again two seconds later, as a kubelet does it. */
    void crash(String component) {
        if (components.isAlive(component)) {
            components.crash(component);
            simulation.schedule(2 * VirtualTime.SECOND, EventClass.FAULT, () -> components.restart(component));
        }
    }

    AdmissionWorld start() {
        components.startAll();
        runFor(VirtualTime.SECOND);
        return this;
    }

    void runFor(long nanos) {
        simulation.run(RunLimits.until(simulation.now() + nanos));
    }

    Completion<ApiResponse> begin(String server, String token, ApiRequest request) {
        return client.call(ApiCall.requests(server), new ApiCall(token, "test", request), 60 * VirtualTime.SECOND)
                .map(reply -> reply instanceof Reply.Answer<ApiResponse> answer
                        ? answer.value()
                        : new ApiResponse.Unreachable(((Reply.Lost<ApiResponse>) reply).reason()));
    }

    ApiResponse send(String token, ApiRequest request) {
        List<ApiResponse> answers = new ArrayList<>(1);
        begin(FIRST, token, request).whenDone(answers::add);
        for (int i = 0; i < 6500 && answers.isEmpty(); i++) {
            runFor(10 * VirtualTime.MILLISECOND);
        }
        // What has been written shows in the caches a little later.
        runFor(20 * VirtualTime.MILLISECOND);
        return answers.get(0);
    }

    /** Sends a request over the wire; the code and the body. */
    String http(String method, String target, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        List<String> answers = new ArrayList<>(1);
        client.call(HttpRequest.requests(FIRST), HttpRequest.of(method, target, headers, body), 60 * VirtualTime.SECOND)
                .whenDone(reply -> answers.add(
                        reply instanceof Reply.Answer<HttpResponse> answer
                                ? answer.value().code() + " " + answer.value().body()
                                : "no answer"));
        // Some requests are tried again for seconds.
        for (int i = 0; i < 60 && answers.isEmpty(); i++) {
            runFor(VirtualTime.SECOND);
        }
        return answers.get(0);
    }

    KubernetesObject done(ApiRequest request) {
        ApiResponse response = send(token, request);
        if (response instanceof ApiResponse.One one) {
            return one.object();
        }
        throw new AssertionError("refused: " + response);
    }

    String refusal(ApiRequest request) {
        return refusal(token, request);
    }

    String refusal(String token, ApiRequest request) {
        ApiResponse response = send(token, request);
        if (response instanceof ApiResponse.Failed failed) {
            return failed.status().code() + " " + failed.status().message();
        }
        throw new AssertionError("not refused: " + response);
    }

    /** Opens a watch of everything from now on; the list grows while the simulation runs. */
    List<WatchEvent> watch(ResourceType resource, ApiRequest.Selection selection) {
        List<WatchEvent> events = new ArrayList<>();
        WatchRequest request = new WatchRequest("", "test", resource, "", selection, store.revision());
        client.open(ApiCall.watches(FIRST), request, new StreamReceiver<>() {
            @Override
            public void receive(WatchEvent event) {
                events.add(event);
            }

            @Override
            public void closed(Disconnect reason) {
                // The test sees that no more events come.
            }
        });
        return events;
    }

    /** An object from its fields as JSON. */
    static KubernetesObject object(ResourceType resource, String namespace, String name, String fields) {
        @SuppressWarnings("unchecked") // JSON objects have text keys
        Map<String, Object> tree = (Map<String, Object>) GoJsonReader.parse(fields);
        tree.put("apiVersion", resource.apiVersion());
        tree.put("kind", resource.kind());
        return new ObjectCodec().decode(tree).withMetadata(ObjectMeta.named(namespace, name));
    }

    static ResourceType core(String kind, String plural) {
        return new ResourceType("", "v1", kind, plural, true);
    }
}

package dev.wavetank.benchmarks.server;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdLimits;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One member of etcd, one API server and one client. */
final class ServerWorld {

    private static final String SERVER = "kube-apiserver";

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private Endpoint client;
    private long answered;
    /** Of the last list, from where watches begin. */
    private long revision;

    /** How many events all watches have had. */
    long watched;

    ServerWorld(EtcdLimits limits) {
        Components components = new Components(simulation);
        Network network = new Network(
                simulation,
                new NetworkSettings(new Distribution.Constant(100_000), VirtualTime.SECOND, 10 * VirtualTime.SECOND));
        EtcdStore store = new EtcdStore();
        ClusterBootstrap.initialize(store, RandomStream.of(1, "bootstrap"), KubernetesVersion.DEFAULT);
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync, limits));
        components.add(SERVER, context -> new ApiServer(context, network.connect(context), ApiServerConfig.DEFAULT));
        components.add("client", context -> () -> client = network.connect(context));
        components.startAll();
        run(VirtualTime.SECOND);
    }

    private void run(long span) {
        simulation.run(RunLimits.until(simulation.now() + span));
    }

    /** Sends a typed request and goes on until it is answered. */
    void send(ApiRequest request) {
        long before = answered;
        client.call(ApiCall.requests(SERVER), new ApiCall("", "bench", request), 60 * VirtualTime.SECOND)
                .whenDone(this::count);
        while (answered == before) {
            run(VirtualTime.MILLISECOND);
        }
    }

    private void count(Reply<ApiResponse> reply) {
        if (!(reply instanceof Reply.Answer<ApiResponse> answer)
                || !answer.value().isSuccess()) {
            throw new AssertionError("not done: " + reply);
        }
        if (answer.value() instanceof ApiResponse.Many many) {
            revision = many.revision();
        }
        answered++;
    }

    /** The same over HTTP. */
    void http(String method, String target, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", "bench");
        headers.put("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json");
        long before = answered;
        client.call(
                        HttpRequest.requests(SERVER),
                        HttpRequest.of(method, target, headers, body),
                        60 * VirtualTime.SECOND)
                .whenDone(this::countHttp);
        while (answered == before) {
            run(VirtualTime.MILLISECOND);
        }
    }

    private void countHttp(Reply<HttpResponse> reply) {
        if (!(reply instanceof Reply.Answer<HttpResponse> answer)
                || answer.value().code() >= 300) {
            throw new AssertionError("not done: " + reply);
        }
        answered++;
    }

    /** Opens a watch of pods. */
    void watch(ApiRequest.Selection selection) {
        WatchRequest request = new WatchRequest("", "bench", Resources.PODS, "", selection, revision);
        client.open(ApiCall.watches(SERVER), request, new StreamReceiver<WatchEvent>() {
            @Override
            public void receive(WatchEvent event) {
                watched++;
            }

            @Override
            public void closed(Disconnect reason) {
                throw new AssertionError("a watch ended: " + reason);
            }
        });
    }

    /** Lets everything arrive. */
    void settle() {
        run(VirtualTime.SECOND);
    }

    /** A pod of one container, bound to a node. */
    static KubernetesObject pod(String name, String node) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("app", "web");
        labels.put("node", node);
        return new Pod(
                ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name(name)
                        .labels(labels)
                        .build(),
                PodSpecBuilder.builder()
                        .nodeName(node)
                        .containers(List.of(ContainerBuilder.builder()
                                .name("web")
                                .image("nginx")
                                .build()))
                        .build(),
                null,
                null);
    }
}

package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** etcd, an API server of some release that lets everybody do everything, and somebody who sends HTTP. */
final class WireServer {

    private static final String SERVER = "kube-apiserver";

    private final EtcdStore store = new EtcdStore();
    private final Simulation simulation = new Simulation(3, OrderPolicy.FIFO, new Trace());
    private final Network network = new Network(
            simulation,
            new NetworkSettings(
                    new Distribution.Uniform(100_000, 300_000), 5 * VirtualTime.SECOND, 30 * VirtualTime.SECOND));
    private final Components components = new Components(simulation);
    private Endpoint client;

    WireServer(KubernetesVersion version) {
        ClusterBootstrap.initialize(store, simulation.random().stream("bootstrap"), KubernetesVersion.DEFAULT);
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        components.add(
                SERVER, context -> new ApiServer(context, network.connect(context), ApiServerConfig.DEFAULT, version));
        components.add("client", context -> () -> connect(context));
        components.startAll();
        runFor(5 * VirtualTime.SECOND);
    }

    private void connect(Context context) {
        client = network.connect(context);
    }

    void crashEtcd() {
        components.crash("etcd");
    }

    void runFor(long nanos) {
        simulation.run(RunLimits.until(simulation.now() + nanos));
    }

    /** Begins a request; the list holds its answer once there is one. */
    List<HttpResponse> begin(String method, String target, String accept, String body) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (!accept.isEmpty()) {
            headers.put("Accept", accept);
        }
        if (method.equals("PATCH")) {
            headers.put("Content-Type", "application/merge-patch+json");
        }
        List<HttpResponse> answers = new ArrayList<>(1);
        client.call(
                        HttpRequest.requests(SERVER),
                        HttpRequest.of(method, target, headers, body.replace('\'', '"')),
                        60 * VirtualTime.SECOND)
                .whenDone(reply -> answers.add(
                        reply instanceof Reply.Answer<HttpResponse> answer
                                ? answer.value()
                                : new HttpResponse(0, new LinkedHashMap<>(), "no answer")));
        return answers;
    }

    HttpResponse send(String method, String target, String accept, String body) {
        List<HttpResponse> answers = begin(method, target, accept, body);
        for (int i = 0; i < 70 && answers.isEmpty(); i++) {
            runFor(VirtualTime.SECOND);
        }
        return answers.get(0);
    }

    HttpResponse get(String target, String accept) {
        return send("GET", target, accept, "");
    }

    /** A request that must succeed; the answer as a tree. */
    Map<?, ?> done(String method, String target, String body) {
        HttpResponse response = send(method, target, "", body);
        if (response.code() >= 300) {
            throw new AssertionError(method + " " + target + ": " + response);
        }
        return (Map<?, ?>) GoJsonReader.parse(response.body());
    }

    /** Whether something is stored under a key. */
    boolean hasKey(String key) {
        return store.get(key) != null;
    }
}

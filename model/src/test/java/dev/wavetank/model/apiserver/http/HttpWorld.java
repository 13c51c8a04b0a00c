package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpChunk;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** etcd, one API server of a release, and somebody who sends HTTP. */
final class HttpWorld {

    private static final String SERVER = "kube-apiserver";

    final EtcdStore store = new EtcdStore();
    private final Simulation simulation = new Simulation(3, OrderPolicy.FIFO, new Trace());
    private Endpoint client;

    HttpWorld(KubernetesVersion version) {
        Components components = new Components(simulation);
        Network network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Constant(100 * VirtualTime.MICROSECOND),
                        VirtualTime.SECOND,
                        30 * VirtualTime.SECOND));
        ClusterBootstrap.initialize(store, RandomStream.of(3, "bootstrap"), KubernetesVersion.DEFAULT);
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        components.add(
                SERVER, context -> new ApiServer(context, network.connect(context), ApiServerConfig.DEFAULT, version));
        components.add("client", context -> () -> client = network.connect(context));
        components.startAll();
        runFor(VirtualTime.SECOND);
    }

    void runFor(long nanos) {
        simulation.run(RunLimits.until(simulation.now() + nanos));
    }

    long now() {
        return simulation.now();
    }

    private static HttpRequest request(String method, String target, String body) {
        return HttpRequest.of(method, target, new TreeMap<>(), body);
    }

    HttpResponse send(String method, String target, String body) {
        List<HttpResponse> answers = new ArrayList<>(1);
        client.call(HttpRequest.requests(SERVER), request(method, target, body), VirtualTime.HOUR)
                .whenDone(reply -> answers.add(((Reply.Answer<HttpResponse>) reply).value()));
        while (answers.isEmpty()) {
            runFor(VirtualTime.MILLISECOND);
        }
        return answers.get(0);
    }

    /** The body of the answer to a GET, as a tree. */
    Map<?, ?> get(String target) {
        return (Map<?, ?>) GoJsonReader.parse(send("GET", target, "").body());
    }

    /** Code and message of a refused GET. */
    String refusal(String target) {
        Map<?, ?> status = get(target);
        return status.get("code") + " " + status.get("message");
    }

    void create(String collection, String name) {
        HttpResponse response = send(
                "POST", collection, "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"of\":\"" + name + "\"}}}");
        if (response.code() != 201) {
            throw new AssertionError(response);
        }
    }

    /** What came of a request that is answered bit by bit; grows while the simulation runs. */
    static final class Streamed implements StreamReceiver<HttpChunk> {
        final List<HttpChunk> chunks = new ArrayList<>();
        Disconnect closed;

        @Override
        public void receive(HttpChunk chunk) {
            chunks.add(chunk);
        }

        @Override
        public void closed(Disconnect reason) {
            closed = reason;
        }

        /** The types of the events so far. */
        List<String> types() {
            return events().stream().map(event -> (String) event.get("type")).toList();
        }

        /** The events so far. */
        List<Map<?, ?>> events() {
            List<Map<?, ?>> events = new ArrayList<>();
            for (HttpChunk chunk : chunks) {
                if (chunk instanceof HttpChunk.Body body) {
                    events.add((Map<?, ?>) GoJsonReader.parse(body.text()));
                }
            }
            return events;
        }
    }

    Streamed stream(String target) {
        Streamed streamed = new Streamed();
        client.open(HttpRequest.streams(SERVER), request("GET", target, ""), streamed);
        return streamed;
    }
}

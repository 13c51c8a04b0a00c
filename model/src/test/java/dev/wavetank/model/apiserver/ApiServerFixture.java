package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;

/** etcd, an API server and one client that sends what a test tells it. */
final class ApiServerFixture {

    final EtcdStore store = new EtcdStore();
    final MemorySink trace = new MemorySink();
    final Simulation simulation;
    final Components components;
    final Network network;
    private Endpoint client;
    private Context clientContext;

    ApiServerFixture(long seed, ApiServerConfig config) {
        this(seed, config, ApiServerParts.NONE);
    }

    ApiServerFixture(long seed, ApiServerConfig config, ApiServerParts parts) {
        Trace records = new Trace();
        records.addSink(trace);
        simulation = new Simulation(seed, new OrderPolicy.Fifo(), records);
        components = new Components(simulation);
        network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Uniform(100 * VirtualTime.MICROSECOND, 500 * VirtualTime.MICROSECOND),
                        VirtualTime.SECOND,
                        10 * VirtualTime.SECOND));
        ClusterBootstrap.initialize(store, RandomStream.of(seed, "bootstrap"), KubernetesVersion.DEFAULT);
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        components.add(
                "kube-apiserver",
                context -> new ApiServer(context, network.connect(context), config, KubernetesVersion.V1_32, parts));
        components.add("client", context -> () -> connect(network, context));
        components.startAll();
        run();
    }

    Endpoint client() {
        return client;
    }

    static ApiServerFixture started() {
        return new ApiServerFixture(1, ApiServerConfig.DEFAULT);
    }

    private void connect(Network network, Context context) {
        client = network.connect(context);
        clientContext = context;
    }

    /** An informer of the client, started, with a note of what it tells. */
    <T extends KubernetesObject> InformerProbe<T> informer(ResourceType resource, Class<T> kind) {
        ApiClient.Credentials credentials = new ApiClient.Credentials(List.of("kube-apiserver"), "", "test");
        ApiClient api = new ApiClient(clientContext, client, credentials, RateLimit.NONE);
        InformerProbe<T> probe =
                InformerProbe.on(new Informer<>(clientContext, api, resource, ApiRequest.Selection.ALL, kind));
        probe.informer().start();
        return probe;
    }

    /** Long enough for every answer. Not until quiescence: a server that has lost etcd tries again for ever. */
    void run() {
        simulation.run(RunLimits.until(simulation.now() + 10 * VirtualTime.SECOND));
    }

    /** Sends a request without waiting for the answer. */
    Completion<ApiResponse> begin(String token, ApiRequest request) {
        return client.call(
                        ApiCall.requests("kube-apiserver"),
                        new ApiCall(token, "kubectl/v1.32", request),
                        60 * VirtualTime.SECOND)
                .map(reply -> reply instanceof Reply.Answer<ApiResponse> answer
                        ? answer.value()
                        : new ApiResponse.Unreachable(((Reply.Lost<ApiResponse>) reply).reason()));
    }

    ApiResponse send(ApiRequest request) {
        return send("", request);
    }

    ApiResponse send(String token, ApiRequest request) {
        List<ApiResponse> answers = new ArrayList<>(1);
        begin(token, request).whenDone(answers::add);
        run();
        return answers.get(0);
    }

    /** Sends a request over the wire without waiting for the answer. */
    Completion<HttpResponse> begin(HttpRequest request) {
        return client.call(HttpRequest.requests("kube-apiserver"), request, 90 * VirtualTime.SECOND)
                .map(reply -> ((Reply.Answer<HttpResponse>) reply).value());
    }

    /** Sends a request over the wire. */
    HttpResponse send(HttpRequest request) {
        List<HttpResponse> answers = new ArrayList<>(1);
        begin(request).whenDone(answers::add);
        run();
        return answers.get(0);
    }

    /** Sends a request that must succeed and gives the object back. */
    KubernetesObject done(ApiRequest request) {
        ApiResponse response = send(request);
        if (response instanceof ApiResponse.One one) {
            return one.object();
        }
        throw new AssertionError("refused: " + response);
    }

    /** The message with which a request is refused. */
    String refusal(ApiRequest request) {
        ApiResponse response = send(request);
        if (response instanceof ApiResponse.Failed failed) {
            return failed.status().code() + " " + failed.status().message();
        }
        throw new AssertionError("not refused: " + response);
    }

    /** Opens a watch; the list grows while the simulation runs. */
    List<WatchEvent> watch(ResourceType resource, ApiRequest.Selection selection, long fromRevision) {
        List<WatchEvent> events = new ArrayList<>();
        WatchRequest request = new WatchRequest("", "test", resource, "", selection, fromRevision);
        client.open(ApiCall.watches("kube-apiserver"), request, new StreamReceiver<>() {
            @Override
            public void receive(WatchEvent event) {
                events.add(event);
            }

            @Override
            public void closed(Disconnect reason) {
                // A test sees that no more events come.
            }
        });
        run();
        return events;
    }

    /** All records of one kind in the trace, in order. */
    <T extends TraceRecord> List<T> records(Class<T> kind) {
        List<T> found = new ArrayList<>();
        for (TraceEntry entry : trace.entries()) {
            if (kind.isInstance(entry.record())) {
                found.add(kind.cast(entry.record()));
            }
        }
        return found;
    }

    static Pod pod(String name) {
        return pod(ObjectMeta.named("default", name));
    }

    static Pod pod(ObjectMeta metadata) {
        Container container =
                ContainerBuilder.builder().name("c").image("nginx").build();
        return new Pod(
                metadata,
                PodSpecBuilder.builder().containers(List.of(container)).build(),
                null,
                null);
    }
}

package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.AdmissionPlugins;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An API server on its own, whose store changes only by the requests of a test. */
final class LoneServer {

    private static final String SERVER = "kube-apiserver";

    private final Simulation simulation = new Simulation(7, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final EtcdStore store = new EtcdStore();
    private final List<PanicTrace> panics = new ArrayList<>();
    private Endpoint client;

    LoneServer(KubernetesVersion version) {
        this(version, config(), ApiServerParts.NONE);
    }

    /** A server with settings and parts of its own. */
    LoneServer(KubernetesVersion version, ApiServerConfig config, ApiServerParts parts) {
        Network network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Constant(100_000), 5 * VirtualTime.SECOND, 30 * VirtualTime.SECOND));
        ClusterBootstrap.initialize(store, simulation.random().stream("bootstrap"), KubernetesVersion.DEFAULT);
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        components.add(SERVER, context -> new ApiServer(context, network.connect(context), config, version, parts));
        components.add("client", context -> () -> client = network.connect(context));
        simulation.trace().addSink(entry -> {
            if (entry.record() instanceof PanicTrace panic) {
                panics.add(panic);
            }
        });
        components.startAll();
        simulation.run(RunLimits.until(2 * VirtualTime.SECOND));
    }

    /** One user, with the token admin; no service accounts. */
    static ApiServerConfig config() {
        Map<String, User> users = new LinkedHashMap<>();
        users.put("admin", User.master("admin"));
        List<String> plugins = new ArrayList<>(AdmissionPlugins.DEFAULT);
        plugins.remove("ServiceAccount");
        return ApiServerConfig.DEFAULT.withTokens(users).withAdmissionPlugins(plugins);
    }

    /** The exceptions of the server so far. */
    List<PanicTrace> panics() {
        return panics;
    }

    /** How often anything has been stored. */
    long revision() {
        return store.revision();
    }

    /**
     * What is stored, by key. Of ranges of addresses and ports it is what is taken, from the first service on: one that
     * gets no port gives back the address that it has got, by two writes.
     */
    Map<String, Object> content() {
        Map<String, Object> content = new LinkedHashMap<>();
        for (EtcdEntry entry : store.range("")) {
            if (!(entry.value() instanceof GenericObject object && object.kind().equals("RangeAllocation"))) {
                content.put(entry.key(), entry.modRevision());
            } else if (!List.of(0L).equals(object.other().get("data"))) {
                content.put(entry.key(), object.other());
            }
        }
        return content;
    }

    /** The objects of a resource as they are stored. */
    List<KubernetesObject> stored(ResourceType resource) {
        return store.range(resource.storagePrefix("")).stream()
                .map(EtcdEntry::value)
                .toList();
    }

    /** Sends a request as simulated components do, and goes on until it is answered. */
    ApiResponse send(ApiRequest request) {
        List<ApiResponse> answers = new ArrayList<>(1);
        client.call(ApiCall.requests(SERVER), new ApiCall("admin", "kubectl/v1.32", request), 60 * VirtualTime.SECOND)
                .whenDone(reply -> answers.add(((Reply.Answer<ApiResponse>) reply).value()));
        for (int i = 0; i < 70_000 && answers.isEmpty(); i++) {
            simulation.run(RunLimits.until(simulation.now() + VirtualTime.MILLISECOND));
        }
        return answers.get(0);
    }

    HttpResponse send(String method, String target, String type, String body) {
        return send(method, target, type, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a request and goes on until it is answered. */
    HttpResponse send(String method, String target, String type, byte[] body) {
        Map<String, String> headers = RecordedCluster.headers(method, "admin");
        headers.put("Content-Type", type);
        HttpRequest plain = HttpRequest.of(method, target, headers, "");
        return send(new HttpRequest(method, plain.path(), plain.query(), headers, body));
    }

    /** Sends a request and goes on until it is answered. */
    HttpResponse send(HttpRequest request) {
        List<HttpResponse> answers = new ArrayList<>(1);
        client.call(HttpRequest.requests(SERVER), request, 60 * VirtualTime.SECOND)
                .whenDone(reply -> answers.add(
                        reply instanceof Reply.Answer<HttpResponse> answer
                                ? answer.value()
                                : new HttpResponse(0, new LinkedHashMap<>(), "no answer")));
        for (int i = 0; i < 70_000 && answers.isEmpty(); i++) {
            simulation.run(RunLimits.until(simulation.now() + VirtualTime.MILLISECOND));
        }
        return answers.get(0);
    }
}

package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.apiserver.AdmissionPlugins;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.AuthorizationConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.request.Release;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.RateLimit;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.codec.JsonText;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.NodeConfig;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.ContainerRuntimes;
import dev.wavetank.model.kubelet.cri.NodeDisk;
import dev.wavetank.model.kubelet.cri.NodeLatencies;
import dev.wavetank.model.scheduler.Scheduler;
import dev.wavetank.model.scheduler.SchedulerSettings;
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

/** A whole cluster of the recorded shape: ten hollow nodes, the users of the recording, and somebody who sends HTTP. */
final class RecordedCluster {

    private static final String SERVER = "kube-apiserver";
    private static final int NODES = 10;

    private final Simulation simulation = new Simulation(7, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final Network network = new Network(
            simulation,
            new NetworkSettings(
                    new Distribution.Uniform(100_000, 300_000), 5 * VirtualTime.SECOND, 30 * VirtualTime.SECOND));
    private final ContainerRuntimes runtimes = new ContainerRuntimes();
    private Endpoint client;

    RecordedCluster() {
        EtcdStore store = new EtcdStore();
        ClusterBootstrap.initialize(store, simulation.random().stream("bootstrap"));
        ClusterBootstrap.storeSystemRoles(store, simulation.random().stream("roles"));
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        ApiServerConfig config = ApiServerConfig.DEFAULT
                .withTokens(users())
                .withAuthorization(AuthorizationConfig.of("Node,RBAC"))
                .withAdmissionPlugins(plugins())
                .withTracksComponents();
        components.add(SERVER, context -> new ApiServer(context, network.connect(context), config, Release.V1_20));
        components.add(
                ControllerManager.NAME,
                context -> new ControllerManager(
                        context,
                        network,
                        ControllerManager.Config.of(SERVER, "admin"),
                        ClusterParts.DEFAULT.controllers()));
        components.add(
                Scheduler.NAME,
                context -> new Scheduler(
                        context,
                        network,
                        credentials(Scheduler.NAME),
                        SchedulerSettings.V1_20.withClientLimit(new RateLimit(50, 100))));
        for (int number = 0; number < NODES; number++) {
            addNode(number);
        }
        components.add("client", context -> () -> connect(context));
        components.startAll();
        runFor(5 * VirtualTime.SECOND);
    }

    private void connect(Context context) {
        client = network.connect(context);
    }

    private static ApiClient.Credentials credentials(String userAgent) {
        return new ApiClient.Credentials(SERVER, "admin", userAgent);
    }

    /** What the recorded server had, as far as the model has the controllers that belong to it. */
    private static List<String> plugins() {
        List<String> plugins = new ArrayList<>(AdmissionPlugins.DEFAULT);
        plugins.add("ServiceAccount");
        plugins.add("NodeRestriction");
        return plugins;
    }

    private static Map<String, User> users() {
        Map<String, User> users = new LinkedHashMap<>();
        users.put("admin", User.master("admin"));
        users.put("alice", new User("alice", List.of("system:authenticated")));
        users.put("node0tok", new User("system:node:hollow-0", List.of("system:nodes", "system:authenticated")));
        return users;
    }

    private void addNode(int number) {
        String name = "hollow-" + number;
        NodeConfig standard = NodeConfig.standard(name, number);
        Map<String, String> capacity = new LinkedHashMap<>();
        capacity.put("cpu", "1");
        capacity.put("memory", "3840Mi");
        capacity.put("pods", "110");
        NodeConfig config = new NodeConfig(
                name, standard.address(), capacity, standard.podCidr(), standard.labels(), NodeLatencies.hollow());
        NodeDisk disk = new NodeDisk();
        components.add(
                ContainerRuntime.nameOn(name),
                context -> new ContainerRuntime(
                        context,
                        network,
                        new ContainerRuntime.Machine(name, config.podCidr(), config.latencies(), disk),
                        runtimes));
        String kubelet = Kubelet.nameOn(name);
        components.add(
                kubelet, context -> new Kubelet(context, network, credentials(kubelet), config, new RateLimit(5, 10)));
    }

    void runFor(long nanos) {
        simulation.run(RunLimits.until(simulation.now() + nanos));
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
            runFor(VirtualTime.MILLISECOND);
        }
        return answers.get(0);
    }

    /** A request of the administrator that must succeed; the answer as a tree. */
    Map<?, ?> done(String method, String target, String body) {
        HttpResponse response = send(HttpRequest.of(method, target, headers(method, "admin"), body));
        if (response.code() >= 300) {
            throw new AssertionError(method + " " + target + ": " + response);
        }
        return (Map<?, ?>) JsonText.parse(response.body());
    }

    static Map<String, String> headers(String method, String token) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("User-Agent", "oracle-user/v0.0.0");
        if (!token.isEmpty()) {
            headers.put("Authorization", "Bearer " + token);
        }
        if (method.equals("PATCH")) {
            headers.put("Content-Type", "application/strategic-merge-patch+json");
        }
        return headers;
    }
}

package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.AdmissionPlugins;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.AuthorizationConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.chain.FlowControl;
import dev.wavetank.model.apiserver.chain.ServiceTimes;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.ContainerRuntimes;
import dev.wavetank.model.kubelet.cri.Machine;
import dev.wavetank.model.kubelet.cri.NodeDisk;
import dev.wavetank.model.kubelet.cri.NodeLatencies;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.source.ManifestDirectory;
import dev.wavetank.model.scheduler.Scheduler;
import dev.wavetank.model.scheduler.SchedulerSettings;
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
import java.util.Optional;

/** A whole cluster of the recorded shape: ten hollow nodes, the users of the recording, and somebody who sends HTTP. */
final class RecordedCluster {

    private static final String SERVER = "kube-apiserver";
    private static final int NODES = 10;

    /**
     * Another scenario was recorded at the same time with the same controllers, and had emptied the bucket of their
     * clients: what is left are the 20 requests per second, two at once.
     */
    private static final RateLimit BUSY_CONTROLLERS = new RateLimit(20, 2);

    /** From a binding to the first patch of the recorded kubelets, ten to a core, 12 ms passed in the middle. */
    private static final long KUBELET_EVENT_COST = 12 * VirtualTime.MILLISECOND;

    private final Simulation simulation;
    private final Components components;
    private final Network network;
    private final ContainerRuntimes runtimes = new ContainerRuntimes();
    private Endpoint client;

    RecordedCluster() {
        this(7);
    }

    /** One request at a time, as these were recorded, meets no other work: the tail is shorter than that of a crowd. */
    private static final ServiceTimes ALONE = new ServiceTimes(
            ServiceTimes.RECORDED.decode(),
            ServiceTimes.RECORDED.access(),
            ServiceTimes.RECORDED.admission(),
            new Distribution.LogNormal(600 * VirtualTime.MICROSECOND, 12 * VirtualTime.MILLISECOND),
            ServiceTimes.RECORDED.encode());

    RecordedCluster(long seed) {
        simulation = new Simulation(seed, OrderPolicy.FIFO, new Trace());
        components = new Components(simulation);
        network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Uniform(100_000, 300_000), 5 * VirtualTime.SECOND, 30 * VirtualTime.SECOND));
        EtcdStore store = new EtcdStore();
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        ApiServerConfig config = ApiServerConfig.DEFAULT
                .withTokens(users())
                .withAuthorization(AuthorizationConfig.of("Node,RBAC"))
                .withAdmissionPlugins(plugins())
                .withFlow(FlowControl.DEFAULT.withTimes(ALONE))
                .withTracksComponents(true);
        components.add(
                SERVER, context -> new ApiServer(context, network.connect(context), config, KubernetesVersion.V1_20));
        components.add("client", context -> () -> connect(context));
        components.startAll();
        runFor(VirtualTime.SECOND);
        bootstrap();
        components.add(
                ControllerManager.NAME,
                context -> new ControllerManager(
                        context,
                        network,
                        new ControllerManager.Config(
                                List.of(SERVER),
                                "admin",
                                new LinkedHashMap<>(),
                                BUSY_CONTROLLERS,
                                ControllerFlags.DEFAULT,
                                KubernetesVersion.V1_20,
                                Optional.empty()),
                        ClusterParts.DEFAULT.controllers()));
        components.add(
                Scheduler.NAME,
                context -> new Scheduler(
                        context,
                        network,
                        credentials(Scheduler.NAME),
                        SchedulerSettings.of(KubernetesVersion.V1_20).withClientLimit(new RateLimit(50, 100))));
        for (int number = 0; number < NODES; number++) {
            addNode(number);
        }
        components.startAll();
        for (int number = 0; number < NODES; number++) {
            components.slowDown(Kubelet.nameOn("hollow-" + number), KUBELET_EVENT_COST);
        }
        runFor(5 * VirtualTime.SECOND);
    }

    /** The recorded server began with an empty etcd, and wrote these objects itself. */
    private void bootstrap() {
        EtcdStore first = new EtcdStore();
        ClusterBootstrap.initialize(first, simulation.random().stream("bootstrap"), KubernetesVersion.V1_20);
        ClusterBootstrap.storeSystemRoles(first, simulation.random().stream("roles"), KubernetesVersion.V1_20);
        ObjectCodec codec = new ObjectCodec();
        for (EtcdEntry entry : first.range("/registry/")) {
            ResourceType resource = entry.resource();
            KubernetesObject object = entry.value();
            String group = resource.group().isEmpty() ? "/api/v1" : "/apis/" + resource.apiVersion();
            String namespace =
                    resource.namespaced() ? "/namespaces/" + object.key().namespace() : "";
            String json = codec.json(object.withMetadata(object.metadata().withResourceVersion(null)));
            done("POST", group + namespace + "/" + resource.plural(), json);
        }
    }

    private void connect(Context context) {
        client = network.connect(context);
    }

    private static ApiClient.Credentials credentials(String userAgent) {
        return new ApiClient.Credentials(List.of(SERVER), "admin", userAgent);
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
        NodeDisk disk = new NodeDisk(false);
        components.add(
                ContainerRuntime.nameOn(name),
                context -> new ContainerRuntime(
                        context, network, new Machine(name, config.podCidr(), config.latencies(), disk), runtimes));
        String kubelet = Kubelet.nameOn(name);
        components.add(
                kubelet,
                context -> new Kubelet(
                        context,
                        network,
                        credentials(kubelet),
                        config,
                        new ManifestDirectory(),
                        Kubelet.Settings.of(KubernetesVersion.V1_20).withLimit(new RateLimit(5, 10)),
                        () -> null));
    }

    void holdKubelets() {
        for (int number = 0; number < NODES; number++) {
            components.pause(Kubelet.nameOn("hollow-" + number));
        }
    }

    void releaseKubelets() {
        for (int number = 0; number < NODES; number++) {
            components.resume(Kubelet.nameOn("hollow-" + number));
        }
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
        return (Map<?, ?>) GoJsonReader.parse(response.body());
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

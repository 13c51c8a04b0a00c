package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentBuilder;
import dev.wavetank.model.api.apps.DeploymentSpecBuilder;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.controller.garbagecollector.GarbageCollector;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** etcd, API server and controller manager, and a client to ask them with; no scheduler and no kubelet. */
final class TestCluster {

    final List<TraceEntry> entries = new ArrayList<>();
    final Simulation simulation;
    private final Components components;
    private ApiClient client;

    TestCluster(long seed) {
        this(seed, KubernetesVersion.DEFAULT, new LinkedHashMap<>());
    }

    /** With more controllers than those of Deployments, as that version has them. */
    TestCluster(long seed, KubernetesVersion version, Map<String, Controller.Factory> more) {
        Trace trace = new Trace();
        trace.addSink(entries::add);
        simulation = new Simulation(seed, OrderPolicy.FIFO, trace);
        Network network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Uniform(100_000, 300_000), 5 * VirtualTime.SECOND, 30 * VirtualTime.SECOND));
        EtcdStore store = new EtcdStore();
        ClusterBootstrap.initialize(store, simulation.random().stream("bootstrap"), KubernetesVersion.DEFAULT);
        components = new Components(simulation);
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        components.add(
                "apiserver", context -> new ApiServer(context, network.connect(context), ApiServerConfig.DEFAULT));
        components.add(
                ControllerManager.NAME,
                context -> new ControllerManager(context, network, config(version), controllers(more)));
        components.add("user", context -> () -> client = client(context, network));
        components.startAll();
        runFor(2 * VirtualTime.SECOND);
    }

    private static ApiClient client(Context context, Network network) {
        ApiClient.Credentials credentials = new ApiClient.Credentials(List.of("apiserver"), "", "kubectl");
        return new ApiClient(context, network.connect(context), credentials, RateLimit.NONE);
    }

    private static ControllerManager.Config config(KubernetesVersion version) {
        return new ControllerManager.Config(
                List.of("apiserver"),
                "",
                new LinkedHashMap<>(),
                ControllerManager.Config.DEFAULT_LIMIT,
                ControllerFlags.of(version),
                version,
                Optional.empty());
    }

    private static Map<String, Controller.Factory> controllers(Map<String, Controller.Factory> more) {
        Map<String, Controller.Factory> controllers = new LinkedHashMap<>(more);
        controllers.put("deployment", DeploymentController::new);
        controllers.put(
                "replicaset",
                environment -> new ReplicaSetController(
                        environment,
                        PodBatches.SLOW_START,
                        new ControllerExpectations(environment.context(), ReplicaSetController.NAME)));
        controllers.put("garbagecollector", GarbageCollector::new);
        return controllers;
    }

    void crashControllers() {
        components.crash(ControllerManager.NAME);
    }

    void restartControllers() {
        components.restart(ControllerManager.NAME);
    }

    void runFor(long nanos) {
        simulation.run(RunLimits.until(simulation.now() + nanos));
    }

    /** Sends a request, goes on for one second and answers the response. */
    ApiResponse ask(ApiRequest request) {
        List<ApiResponse> answers = new ArrayList<>();
        client.send(request).whenDone(answers::add);
        runFor(VirtualTime.SECOND);
        return answers.get(0);
    }

    void send(ApiRequest request, Consumer<ApiResponse> then) {
        client.send(request).whenDone(then);
    }

    <T extends KubernetesObject> List<T> list(dev.wavetank.model.api.ResourceType type, Class<T> kind) {
        ApiResponse.Many many = (ApiResponse.Many) ask(new ApiRequest.List(type, "", ApiRequest.Selection.ALL));
        return many.items().stream().map(kind::cast).toList();
    }

    /** Requests that change something, as {@code verb resource code}, of one user agent. */
    List<String> requestsOf(String userAgent) {
        return entries.stream()
                .filter(entry -> entry.record() instanceof RequestTrace)
                .map(entry -> (RequestTrace) entry.record())
                .filter(request -> request.call().userAgent().equals(userAgent))
                .map(request -> request.call().request().verb() + " " + request.resource() + " "
                        + request.response().code())
                .toList();
    }

    static Deployment deployment(String name, int replicas) {
        Map<String, String> labels = new LinkedHashMap<>(Map.of("app", name));
        ObjectMeta template = ObjectMetaBuilder.builder().labels(labels).build();
        Deployment.Spec spec = DeploymentSpecBuilder.builder()
                .replicas(replicas)
                .selector(new LabelSelector(labels, null))
                .template(new PodTemplateSpec(
                        template,
                        PodSpecBuilder.builder()
                                .containers(List.of(ContainerBuilder.builder()
                                        .name("c")
                                        .image("nginx")
                                        .build()))
                                .build()))
                .strategy(new Deployment.Strategy("RollingUpdate", new Deployment.RollingUpdate("25%", "25%")))
                .revisionHistoryLimit(10)
                .progressDeadlineSeconds(600)
                .build();
        return DeploymentBuilder.builder()
                .metadata(ObjectMeta.named("default", name).withLabels(labels))
                .spec(spec)
                .build();
    }

    static ApiRequest create(Deployment deployment) {
        return ApiRequest.Create.of(Resources.DEPLOYMENTS, deployment);
    }
}

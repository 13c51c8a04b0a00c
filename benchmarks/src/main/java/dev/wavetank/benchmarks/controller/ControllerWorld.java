package dev.wavetank.benchmarks.controller;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
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
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One member of etcd, one API server, a controller manager with some controllers, and one client. */
final class ControllerWorld {

    private static final String SERVER = "kube-apiserver";

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private ApiClient client;

    ControllerWorld(Map<String, Controller.Factory> controllers) {
        Components components = new Components(simulation);
        Network network = new Network(
                simulation,
                new NetworkSettings(new Distribution.Constant(100_000), VirtualTime.SECOND, 10 * VirtualTime.SECOND));
        EtcdStore store = new EtcdStore();
        ClusterBootstrap.initialize(store, RandomStream.of(1, "bootstrap"), KubernetesVersion.DEFAULT);
        Distribution fsync = new Distribution.Constant(VirtualTime.MILLISECOND);
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, fsync));
        components.add(SERVER, context -> new ApiServer(context, network.connect(context), ApiServerConfig.DEFAULT));
        components.add(
                ControllerManager.NAME,
                context ->
                        new ControllerManager(
                                context, network, ControllerManager.Config.of(List.of(SERVER), ""), controllers));
        components.add("client", context -> () -> client = client(context, network));
        components.startAll();
        runFor(VirtualTime.SECOND);
    }

    private static ApiClient client(Context context, Network network) {
        ApiClient.Credentials credentials = new ApiClient.Credentials(List.of(SERVER), "", "bench");
        return new ApiClient(context, network.connect(context), credentials, RateLimit.NONE);
    }

    /** Lets virtual time pass. */
    void runFor(long span) {
        simulation.run(RunLimits.until(simulation.now() + span));
    }

    /** Stores an object that is written as YAML. */
    void create(ResourceType type, String yaml) {
        send(ApiRequest.Create.of(type, Scheme.parse(yaml, KubernetesObject.class)));
    }

    /** Sends a request and goes on until it is answered. */
    ApiResponse send(ApiRequest request) {
        List<ApiResponse> answers = new ArrayList<>(1);
        client.send(request).whenDone(answers::add);
        while (answers.isEmpty()) {
            runFor(VirtualTime.MILLISECOND);
        }
        if (!answers.get(0).isSuccess()) {
            throw new AssertionError("not done: " + answers.get(0));
        }
        return answers.get(0);
    }

    /** All pods that there are. */
    List<Pod> pods() {
        ApiResponse.Many many =
                (ApiResponse.Many) send(new ApiRequest.List(Resources.PODS, "", ApiRequest.Selection.ALL));
        return many.items().stream().map(Pod.class::cast).toList();
    }
}

package dev.wavetank.model.kubelet.recorded;

import static dev.wavetank.sim.VirtualTime.MILLISECOND;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cgroup.CpuState;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.ContainerRuntimes;
import dev.wavetank.model.kubelet.cri.Machine;
import dev.wavetank.model.kubelet.cri.NodeDisk;
import dev.wavetank.model.kubelet.cri.NodeLatencies;
import dev.wavetank.model.kubelet.cri.NodeTroubles;
import dev.wavetank.model.kubelet.cri.NodeVolumes;
import dev.wavetank.model.kubelet.cri.ProcessNetwork;
import dev.wavetank.model.kubelet.cri.RuntimeKind;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.image.ImageRegistry;
import dev.wavetank.model.kubelet.cri.image.PullCounts;
import dev.wavetank.model.kubelet.eviction.EvictionSettings;
import dev.wavetank.model.kubelet.eviction.Signal;
import dev.wavetank.model.kubelet.eviction.Threshold;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.node.NodeSystem;
import dev.wavetank.model.kubelet.source.ManifestDirectory;
import dev.wavetank.model.scheduler.Scheduler;
import dev.wavetank.model.scheduler.SchedulerSettings;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution.Constant;
import dev.wavetank.sim.random.Distribution.Uniform;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** One simulated node of the recorded shape: v1.20, two cores, containerd; without controllers. */
final class RecordedNode {

    private static final String SERVER = "kube-apiserver";
    private static final String NODE = "node-1";
    private static final ResourceType RUNTIME_CLASSES =
            new ResourceType("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", false);

    /** How the recorded box took its time, from "State dumps" and "Start latency" of the recordings' report. */
    static final NodeLatencies LATENCIES = NodeLatencies.DEFAULT
            .with()
            .sandbox(new Uniform(20 * MILLISECOND, 60 * MILLISECOND))
            .network(new Uniform(50 * MILLISECOND, 110 * MILLISECOND))
            .imageCheck(new Uniform(30 * MILLISECOND, 80 * MILLISECOND))
            .imagePull(new Uniform(400 * MILLISECOND, 900 * MILLISECOND))
            .containerCreate(new Uniform(8 * MILLISECOND, 44 * MILLISECOND))
            .containerStart(new Uniform(40 * MILLISECOND, 120 * MILLISECOND))
            .initRun(new Constant(VirtualTime.SECOND))
            .taskRun(new Constant(VirtualTime.SECOND))
            .stop(new Constant(60 * MILLISECOND))
            .teardown(new Uniform(50 * MILLISECOND, 200 * MILLISECOND))
            .build();

    private static final String NO_NETWORK = "NetworkReady=false reason:NetworkPluginNotReady message:"
            + "Network plugin returns error: cni plugin not initialized";

    private static final double CORES = 2;

    private static final ImageRegistry REGISTRY = new ImageRegistry(
            List.of("127.0.0.1:5000/app:nope", "127.0.0.1:5000/none:1", "absent:1"),
            List.of("127.0.0.1:5001/*"),
            List.of("127.0.0.1:5999/*"),
            List.of("app1000"));

    final List<NodeRecording.Line> lines = new ArrayList<>();
    /** When all containers of a pod had started, in seconds. */
    final List<Double> started = new ArrayList<>();

    /** The image app is one image, also by the name that it has in a registry. */
    private static final List<ImageLayer> APP = List.of(new ImageLayer("app", 0));

    /** What statuses say of containers: pod, container, image and identities, each once. */
    final Set<String> containers = new LinkedHashSet<>();

    private final NodeDisk disk = new NodeDisk();
    private final ManifestDirectory manifests = new ManifestDirectory();
    private final Simulation simulation;
    private final Components components;
    private final ContainerRuntimes runtimes = new ContainerRuntimes();
    private ApiClient user;
    private Kubelet.Settings settings;
    private String networkProblem;
    private long zero;

    RecordedNode(long seed, KubernetesVersion version, RateLimit limit) {
        this(seed, version, limit, LATENCIES, CORES);
    }

    /** A node whose work takes other times. */
    RecordedNode(long seed, KubernetesVersion version, RateLimit limit, NodeLatencies latencies, double processors) {
        Trace trace = new Trace();
        trace.addSink(sink());
        simulation = new Simulation(seed, OrderPolicy.FIFO, trace);
        components = new Components(simulation);
        Network network = new Network(
                simulation,
                new NetworkSettings(new Constant(100_000), 30 * VirtualTime.SECOND, 45 * VirtualTime.SECOND));
        EtcdStore store = new EtcdStore();
        ClusterBootstrap.initialize(store, simulation.random().stream("uids"), KubernetesVersion.V1_20);
        components.add(
                "etcd", context -> new Etcd(context, network.connect(context), store, new Constant(MILLISECOND)));
        components.add(SERVER, context -> new ApiServer(context, network.connect(context), ApiServerConfig.DEFAULT));
        components.add(
                Scheduler.NAME,
                context -> new Scheduler(
                        context, network, credentials(Scheduler.NAME), SchedulerSettings.of(KubernetesVersion.V1_20)));
        components.add("user", context -> {
            user = new ApiClient(context, network.connect(context), credentials("user"), RateLimit.NONE);
            return () -> {};
        });
        Map<String, String> capacity = new LinkedHashMap<>();
        capacity.put("cpu", "2");
        capacity.put("memory", "24682684Ki");
        capacity.put("ephemeral-storage", "263979364Ki");
        capacity.put("pods", "110");
        NodeConfig config = new NodeConfig(
                NODE,
                "10.44.0.1",
                capacity,
                capacity,
                new LinkedHashMap<>(),
                "",
                new LinkedHashMap<>(),
                List.of(),
                latencies,
                runtimes.troublesOf(NODE),
                NodeSystem.REAL,
                new NodeVolumes(),
                new CpuState());
        List.of("app:1", "127.0.0.1:5000/app:1").forEach(image -> disk.images().add(image, APP));
        disk.images().add("app1000:1", ImageLayer.unknown("app1000:1"));
        network.setLatencyTo(ContainerRuntime.nameOn(NODE), new Constant(50_000));
        components.add(
                ContainerRuntime.nameOn(NODE),
                context -> new ContainerRuntime(
                        context,
                        network,
                        new Machine(
                                NODE,
                                "",
                                "10.244.0.0/24",
                                latencies,
                                disk,
                                REGISTRY,
                                new PullCounts(),
                                runtimes.troublesOf(NODE),
                                processors,
                                Machine.RUNC,
                                RuntimeKind.CONTAINERD,
                                StandardPlugins.all(),
                                true,
                                ProcessNetwork.NONE),
                        runtimes));
        settings = Kubelet.Settings.of(version)
                .withIsHollow(false)
                .withLimit(limit)
                .withEventLimit(limit)
                .withRegistry(REGISTRY);
        components.add(
                Kubelet.nameOn(NODE),
                context -> new Kubelet(
                        context, network, credentials("kubelet"), config, manifests, settings, () -> networkProblem));
    }

    /** The image app was pulled before, too. */
    void hasPulledApp() {
        disk.images().pulled("127.0.0.1:5000/app:1");
    }

    /** The image app was imported, and never pulled. */
    void hasOnlyImportedApp() {
        disk.images().remove("127.0.0.1:5000/app:1", 0);
    }

    /** Starts everything, and waits until the node is ready. */
    private void begin(boolean joins) {
        components.startAll();
        if (joins) {
            components.crash(Kubelet.nameOn(NODE));
        }
        simulation.run(RunLimits.until(20 * VirtualTime.SECOND));
        zero = simulation.now();
        lines.clear();
    }

    private static ApiClient.Credentials credentials(String agent) {
        return new ApiClient.Credentials(List.of(SERVER), "", agent);
    }

    private TraceSink sink() {
        return entry -> {
            if (entry.record() instanceof RequestTrace request
                    && request.call().userAgent().equals("kubelet")) {
                NodeRequestText.of(request)
                        .ifPresent(text -> lines.add(new NodeRecording.Line("node", now(), NODE, text)));
                if (request.response().isSuccess()) {
                    write(request);
                }
            } else if (entry.record() instanceof Milestone reached
                    && reached.point() == Milestone.Point.CONTAINERS_STARTED) {
                started.add((simulation.now() - zero) / 1e9);
            }
        };
    }

    private double now() {
        return (simulation.now() - zero) / 1e9;
    }

    private void write(RequestTrace request) {
        double at = now();
        ApiRequest sent = request.call().request();
        if (sent instanceof ApiRequest.Patch patch && patch.change() instanceof ApiRequest.Change.PodStatus change) {
            Pod pod = (Pod) change.pod();
            lines.add(new NodeRecording.Line("status", at, pod.key().name(), StatusText.of(pod.status())));
            Stream.concat(pod.status().initContainerStatuses().stream(), pod.status().containerStatuses().stream())
                    .map(one -> StatusText.image(pod.key().name(), one))
                    .forEach(containers::add);
        } else if (sent instanceof ApiRequest.Create create && create.body() instanceof Pod mirror) {
            lines.add(new NodeRecording.Line("posted", at, mirror.key().name(), "-"));
        } else if (sent instanceof ApiRequest.Delete delete) {
            lines.add(new NodeRecording.Line("gone", at, delete.name(), "-"));
        } else if (request.response() instanceof dev.wavetank.model.api.ApiResponse.One one
                && one.object() instanceof ApiEvent event) {
            String path = event.involvedObject().fieldPath();
            String text = StatusText.normalised(
                    event.type() + " " + event.reason() + " " + (path == null ? "-" : path) + " " + event.message());
            lines.add(new NodeRecording.Line("event", at, event.involvedObject().name(), text + "\tx" + event.count()));
        }
    }

    /** Does at the same times what was done in the recording. */
    void replay(NodeRecording recording, java.util.function.Predicate<String> chosen) {
        begin(recording.joins());
        for (NodeRecording.Line line : recording.lines()) {
            if (line.kind().endsWith("manifest")) {
                at(line, () -> edit(line));
            } else if (line.kind().contains("-")) {
                at(line, () -> trouble(line));
            } else if (List.of("create", "delete", "label", "change").contains(line.kind())) {
                boolean isPod = !line.kind().equals("create") || line.text().contains("\"kind\": \"Pod\"");
                if (!isPod || chosen.test(line.object())) {
                    at(line, () -> user.send(request(line)));
                }
            }
        }
        simulation.run(RunLimits.until(zero + Math.round((recording.end() + 2) * 1e9)));
    }

    private void at(NodeRecording.Line line, Runnable action) {
        long at = Math.round(line.at() * 1e9);
        simulation.schedule(zero + Math.max(0, at) - simulation.now(), EventClass.WORK, action::run);
    }

    /** Does to the node what was done to the recorded one. */
    private void trouble(NodeRecording.Line line) {
        ObjectKey pod = new ObjectKey("default", line.object());
        switch (line.kind()) {
            case "kubelet-down" -> components.crash(Kubelet.nameOn(NODE));
            case "kubelet-up" -> components.restart(Kubelet.nameOn(NODE));
            case "runtime-out" -> runtimes.troublesOf(NODE).open(NodeTroubles.Trouble.RUNTIME_OUT);
            case "runtime-back" -> runtimes.troublesOf(NODE).close(NodeTroubles.Trouble.RUNTIME_OUT);
            case "network-out" -> networkProblem = NO_NETWORK;
            case "kubelet-memory" -> settings = settings.withEviction(shortOf(line.text()));
            case "kill-sandbox" -> runtimes.exitSandbox(pod);
            case "kill-container" -> runtimes.exitContainer(pod, 137);
            default -> throw new AssertionError(line.kind());
        }
    }

    /** Memory that has to be left. */
    private static EvictionSettings shortOf(String memory) {
        long bytes = Long.parseLong(memory.replace("Mi", "")) << 20;
        return new EvictionSettings(
                List.of(new Threshold(Signal.MEMORY, bytes, 0, 0, 0)),
                0,
                30 * VirtualTime.SECOND,
                EvictionSettings.PID_MAX,
                EvictionSettings.BYTES_PER_INODE);
    }

    private void edit(NodeRecording.Line line) {
        if (line.kind().equals("manifest")) {
            manifests.write(line.object(), parsed(line, Pod.class));
        } else {
            manifests.remove(line.object());
        }
    }

    private static ApiRequest request(NodeRecording.Line line) {
        if (line.kind().equals("delete")) {
            Long grace = line.text().equals("-") ? null : Long.valueOf(line.text());
            return new ApiRequest.Delete(
                    Resources.PODS, "default", line.object(), new ApiRequest.DeleteOptions(grace, null, null));
        }
        if (line.kind().equals("label")) {
            return new ApiRequest.Patch(
                    Resources.PODS,
                    "default",
                    line.object(),
                    "",
                    new ApiRequest.Change.Merge(Map.of("metadata", Map.of("labels", Map.of(line.text(), "yes")))));
        }
        if (line.kind().equals("change")) {
            // Another image: the list of the container, its name and the image.
            String[] words = line.text().split(" ");
            Object container = Map.of("name", words[1], "image", words[2]);
            return new ApiRequest.Patch(
                    Resources.PODS,
                    "default",
                    line.object(),
                    "",
                    new ApiRequest.Change.Document(
                            "application/strategic-merge-patch+json",
                            Map.of("spec", Map.of(words[0], List.of(container)))));
        }
        if (line.text().contains("\"kind\": \"Secret\"")) {
            return ApiRequest.Create.of(Resources.SECRETS, parsed(line, Secret.class));
        }
        if (line.text().contains("\"kind\": \"ConfigMap\"")) {
            return ApiRequest.Create.of(Resources.CONFIG_MAPS, parsed(line, ConfigMap.class));
        }
        if (line.text().contains("\"kind\": \"RuntimeClass\"")) {
            return ApiRequest.Create.of(RUNTIME_CLASSES, parsed(line, GenericObject.class));
        }
        return ApiRequest.Create.of(Resources.PODS, withCommands(parsed(line, Pod.class)));
    }

    /** With the command that the recorded image has, which ends at no signal. */
    private static Pod withCommands(Pod pod) {
        List<Container> containers = pod.spec().containers().stream()
                .map(one -> one.image().equals("app:1") && one.command().isEmpty()
                        ? one.withCommand(List.of("sleep", "36000"))
                        : one)
                .toList();
        return pod.withSpec(pod.spec().withContainers(containers));
    }

    private static <T extends KubernetesObject> T parsed(NodeRecording.Line line, Class<T> kind) {
        return Scheme.parse(line.text(), kind);
    }
}

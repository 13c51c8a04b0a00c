package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.ContainerRuntimes;
import dev.wavetank.model.kubelet.cri.Machine;
import dev.wavetank.model.kubelet.cri.NodeDisk;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.source.ManifestDirectory;
import dev.wavetank.model.scheduler.ConfiguredProfile;
import dev.wavetank.model.scheduler.PluginRegistry;
import dev.wavetank.model.scheduler.Scheduler;
import dev.wavetank.model.scheduler.SchedulerSettings;
import dev.wavetank.model.scheduler.config.ProfileConfig;
import dev.wavetank.model.scheduler.config.SchedulerConfiguration;
import dev.wavetank.model.scheduler.framework.ProfileFactory;
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
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** API server, scheduler and nodes without controllers, for tests of the last two. */
public final class TestCluster {

    private static final String SERVER = "kube-apiserver";

    /** The simulation. */
    public final Simulation simulation;

    /** All components. */
    public final Components components;

    /** Where each pod runs. */
    public final ContainerRuntimes runtimes = new ContainerRuntimes();

    /** The disk of each node. */
    public final Map<String, NodeDisk> disks = new TreeMap<>();

    /** The manifests of each node. */
    public final Map<String, ManifestDirectory> manifests = new TreeMap<>();

    private final MemorySink sink = new MemorySink();
    private final Network network;
    private final ApiClient[] user = new ApiClient[1];

    /** A control plane without nodes. */
    public TestCluster(long seed, SchedulerSettings settings) {
        this(seed, settings, profiles(settings.schedulerName()));
    }

    /** The same with a scheduler that has these profiles. */
    public TestCluster(long seed, SchedulerSettings settings, List<ProfileFactory> profiles) {
        Trace trace = new Trace();
        trace.addSink(sink);
        simulation = new Simulation(seed, OrderPolicy.FIFO, trace);
        components = new Components(simulation);
        network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Constant(100_000), 30 * VirtualTime.SECOND, 45 * VirtualTime.SECOND));
        EtcdStore store = new EtcdStore();
        ClusterBootstrap.initialize(store, simulation.random().stream("uids"), KubernetesVersion.DEFAULT);
        components.add(
                "etcd",
                context -> new Etcd(context, network.connect(context), store, new Distribution.Constant(1_000_000)));
        components.add(SERVER, context -> new ApiServer(context, network.connect(context), ApiServerConfig.DEFAULT));
        components.add(
                Scheduler.NAME,
                context -> new Scheduler(context, network, credentials(Scheduler.NAME), settings, profiles, () -> {}));
        components.add("user", context -> {
            user[0] = new ApiClient(context, network.connect(context), credentials("user"), RateLimit.NONE);
            return () -> {};
        });
    }

    /** The default profile under each of these names. */
    public static List<ProfileFactory> profiles(String... schedulerNames) {
        SchedulerConfiguration standard = SchedulerConfiguration.of(KubernetesVersion.DEFAULT);
        ProfileConfig only = standard.profiles().get(0);
        List<ProfileConfig> profiles = Stream.of(schedulerNames)
                .map(name -> new ProfileConfig(name, only.plugins(), only.arguments(), null))
                .toList();
        return ConfiguredProfile.all(standard.withProfiles(profiles), PluginRegistry.inTree());
    }

    private static ApiClient.Credentials credentials(String agent) {
        return new ApiClient.Credentials(List.of(SERVER), "", agent);
    }

    /** Adds a node. */
    public void addNode(NodeConfig config) {
        NodeDisk disk = new NodeDisk();
        disks.put(config.name(), disk);
        manifests.put(config.name(), new ManifestDirectory());
        network.setLatencyTo(ContainerRuntime.nameOn(config.name()), new Distribution.Constant(50_000));
        Machine machine = new Machine(config.name(), config.podCidr(), config.latencies(), disk);
        components.add(
                ContainerRuntime.nameOn(config.name()),
                context -> new ContainerRuntime(context, network, machine, runtimes));
        components.add(
                Kubelet.nameOn(config.name()),
                context -> new Kubelet(
                        context,
                        network,
                        credentials("kubelet"),
                        config,
                        manifests.get(config.name()),
                        Kubelet.Settings.of(KubernetesVersion.DEFAULT),
                        () -> null));
    }

    /** Adds that many equal nodes with the given CPU capacity. */
    public void addNodes(int count, String cpu) {
        for (int i = 0; i < count; i++) {
            NodeConfig standard = NodeConfig.standard("node-" + i, i);
            addNode(new NodeConfig(
                    standard.name(),
                    standard.address(),
                    Map.of("cpu", cpu, "memory", "4Gi", "pods", "110"),
                    standard.podCidr(),
                    standard.labels(),
                    standard.latencies()));
        }
    }

    /** Starts everything, and runs for a second. */
    public void start() {
        components.startAll();
        runFor(VirtualTime.SECOND);
    }

    /** Runs on for that long. */
    public void runFor(long nanos) {
        simulation.run(RunLimits.until(simulation.now() + nanos));
    }

    /** Sends a request; the answer is in the list when it came. */
    public List<ApiResponse> send(ApiRequest request) {
        List<ApiResponse> answers = new ArrayList<>();
        simulation.schedule(0, EventClass.WORK, () -> user[0].send(request).whenDone(answers::add));
        return answers;
    }

    /** Creates a pod. */
    public void create(Pod pod) {
        send(ApiRequest.Create.of(Resources.PODS, pod));
    }

    /** The stored pod, or null. Takes 100 ms, seldom more. */
    public Pod pod(String name) {
        List<ApiResponse> answers = send(new ApiRequest.Get(Resources.PODS, "default", name));
        do {
            runFor(100 * VirtualTime.MILLISECOND);
        } while (answers.isEmpty());
        return answers.get(0) instanceof ApiResponse.One one ? (Pod) one.object() : null;
    }

    /** All stored pods. Takes 100 ms. */
    public List<Pod> pods() {
        List<Pod> result = new ArrayList<>();
        list(Resources.PODS).forEach(object -> result.add((Pod) object));
        return result;
    }

    /** Messages of all events that kubelets have not recorded. Takes 100 ms. */
    public List<String> events() {
        List<String> result = new ArrayList<>();
        for (KubernetesObject object : list(Resources.EVENTS)) {
            ApiEvent event = (ApiEvent) object;
            if (event.source() == null || !"kubelet".equals(event.source().component())) {
                result.add(event.message());
            }
        }
        return result;
    }

    private List<KubernetesObject> list(dev.wavetank.model.api.ResourceType resource) {
        List<ApiResponse> answers = send(new ApiRequest.List(resource, "default", ApiRequest.Selection.ALL));
        runFor(100 * VirtualTime.MILLISECOND);
        return ((ApiResponse.Many) answers.get(0)).items();
    }

    /** The requests of one program that changed something or tried to, in order. */
    public List<RequestTrace> requestsOf(String agent) {
        List<RequestTrace> result = new ArrayList<>();
        sink.entries().forEach(entry -> {
            if (entry.record() instanceof RequestTrace request
                    && request.call().userAgent().equals(agent)) {
                result.add(request);
            }
        });
        return result;
    }

    /** The records of one kind, in order, as text. */
    public List<String> milestones() {
        List<String> result = new ArrayList<>();
        sink.entries().forEach(entry -> {
            if (entry.record() instanceof dev.wavetank.model.trace.Milestone milestone) {
                result.add(milestone.point().name());
            }
        });
        return result;
    }

    /** A pod with one container {@code app}. */
    public static Pod pod(String name, String cpu) {
        Container container = ContainerBuilder.builder()
                .name("app")
                .image("nginx:1")
                .resources(cpu == null ? null : new Container.Resources(null, Map.of("cpu", cpu), null))
                .build();
        return PodBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name(name)
                        .build())
                .spec(PodSpecBuilder.builder().containers(List.of(container)).build())
                .build();
    }

    /** The same pod under a controller. */
    public static Pod ownedBy(String owner, Pod pod) {
        OwnerReference reference = new OwnerReference("apps/v1", "ReplicaSet", owner, owner + "-uid", true, true);
        return pod.withMetadata(pod.metadata().withOwnerReferences(List.of(reference)));
    }

    /** The key of a pod in the default namespace. */
    public static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }
}

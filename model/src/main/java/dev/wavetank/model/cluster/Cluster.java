package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.CachedObjects;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.etcd.Etcd;
import dev.wavetank.model.etcd.EtcdLimits;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.member.EtcdGroup;
import dev.wavetank.model.etcd.member.MemberSettings;
import dev.wavetank.model.etcd.raft.RaftSettings;
import dev.wavetank.model.kubectl.Kubectl;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.ContainerRuntimes;
import dev.wavetank.model.kubelet.cri.Machine;
import dev.wavetank.model.kubelet.cri.NodeDisk;
import dev.wavetank.model.kubelet.cri.image.PullCounts;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.scheduler.SchedulerView;
import dev.wavetank.model.trace.FailedCommandTrace;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.fault.inject.Anchors;
import dev.wavetank.sim.fault.inject.FaultInjector;
import dev.wavetank.sim.fault.inject.FaultOutcome;
import dev.wavetank.sim.fault.inject.KernelFaultHandler;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStreams;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A simulated cluster, wired and ready to run a scenario.
 *
 * <p>A run begins with a cluster that has been at work: what its components do when they start, such as to list, to
 * watch, to take leases and to register nodes, takes no time and happens before the first command. See {@link
 * Simulation#begin}.
 */
public final class Cluster {

    /** Immutable and the same for every run. */
    private static final ObjectCodec CODEC = new ObjectCodec();

    /** Requests over a local socket. */
    private static final Distribution LOCAL_SOCKET = new Distribution.Constant(50 * VirtualTime.MICROSECOND);
    /** How long a caller waits for a stream to open. */
    private static final long CONNECT_TIMEOUT = 30 * VirtualTime.SECOND;
    /** After how long without contact both ends of a stream give it up: pings of HTTP/2, 30 s and 15 s. */
    public static final long KEEP_ALIVE = 45 * VirtualTime.SECOND;

    private final ClusterBlueprint blueprint;
    private final Scenario scenario;
    private final Simulation simulation;
    private final Components components;
    private final Supervisor supervisor;
    private final Network network;
    private final ClusterFlags flags;
    private final ClusterParts parts;
    /** Takes or records decisions, or null when the seed decides everything and nothing is recorded. */
    private final ChoiceLog choices;

    private final StaticManifests manifests;
    private final ContainerRuntimes runtimes = new ContainerRuntimes();
    private final PullCounts pulls = new PullCounts();
    private final List<CommandResult> results = new ArrayList<>();
    private final ProgramMemories memories = new ProgramMemories();

    private final WatchExpiryHandler expiry;
    private final ClusterClients clients;
    private final Map<String, NodeParts> nodes = new LinkedHashMap<>();
    private final ClusterTraffic traffic;
    private final ProcessNetworks processNetworks;
    private final ClusterNetwork podNetwork;
    private Kubectl kubectl;
    private Administrator administrator;
    private EtcdData etcd;
    private final FaultInjector injector;
    private boolean started;
    private Runnable beforeCommands = () -> {};

    private Cluster(ClusterBlueprint blueprint, Scenario scenario, long seed, ChoiceLog choices) {
        blueprint.require(scenario);
        this.blueprint = blueprint;
        this.scenario = scenario;
        this.parts = blueprint.parts();
        this.choices = choices;
        this.flags = blueprint.flags();
        this.manifests = new StaticManifests(scenario);
        this.simulation = new Simulation(new RandomStreams(seed, choices), parts.order(seed), new Trace());
        this.clients = new ClusterClients(scenario.cluster(), simulation.random());
        this.components = new Components(simulation);
        this.supervisor = new Supervisor(simulation, components);
        this.network = new Network(
                simulation, new NetworkSettings(flags.networkLatency(), CONNECT_TIMEOUT, parts.keepAlive()));
        this.podNetwork = new ClusterNetwork(components, network, scenario.cluster(), flags, nodes);
        boolean hasDns = TrafficAddOn.ClusterDns.of(scenario.cluster().addOns()).isPresent();
        this.traffic = new ClusterTraffic(flags.traffic(), podNetwork, network, hasDns);
        this.processNetworks = new ProcessNetworks(
                traffic, ComponentNames.hasProxies(scenario.cluster()), flags.version(), () -> etcd, nodes);
        this.expiry = new WatchExpiryHandler(network);
        this.injector = new FaultInjector(
                simulation,
                List.of(
                        new KernelFaultHandler(components, network),
                        new ModelFaultHandler(
                                components, runtimes, () -> administrator, podNetwork, simulation.trace()),
                        new EtcdFaultHandler(
                                components,
                                network,
                                ComponentNames.etcdMembers(scenario.cluster()),
                                () -> etcd,
                                () -> administrator.context(),
                                simulation.trace()),
                        expiry));
    }

    /**
     * A cluster that will run the scenario. Nothing has started yet, so that sinks can be added to its trace.
     *
     * @throws IllegalArgumentException when a setting of the scenario's cluster is impossible
     */
    public static Cluster of(Scenario scenario, long seed, ClusterParts parts) {
        return of(ClusterBlueprint.of(scenario, parts), scenario, seed);
    }

    /**
     * A cluster that will run the scenario, one of several with the same blueprint.
     *
     * @throws IllegalArgumentException when the blueprint is that of another cluster
     */
    public static Cluster of(ClusterBlueprint blueprint, Scenario scenario, long seed) {
        ClusterParts parts = blueprint.parts();
        return of(blueprint, scenario, seed, parts.decisions().isEmpty() ? null : parts.choices());
    }

    /**
     * A cluster that will run the scenario, with a log of decisions for the caller.
     *
     * @param choices the {@linkplain ClusterParts#choices log of the parts}, which may record
     * @throws IllegalArgumentException when the blueprint is that of another cluster
     */
    public static Cluster of(ClusterBlueprint blueprint, Scenario scenario, long seed, ChoiceLog choices) {
        Cluster cluster = new Cluster(blueprint, scenario, seed, choices);
        cluster.addControlPlane();
        for (int number = 1; number <= scenario.cluster().nodeCount(); number++) {
            cluster.addNode(number);
        }
        cluster.addUsers();
        return cluster;
    }

    /** The simulation that it lives in. */
    public Simulation simulation() {
        return simulation;
    }

    /** Starts everything, or continues where the last run stopped. */
    public StopReason run(RunLimits limits) {
        if (!started) {
            started = true;
            manifests.writeFirst();
            simulation.begin(components::startAll);
            scheduleTimeline();
        }
        return simulation.run(limits);
    }

    /** Runs this before each of the users' commands is given; it must not change anything. */
    public void beforeCommands(Runnable action) {
        beforeCommands = action;
    }

    /** The results of the users' commands so far, in the order in which they ended. */
    public List<CommandResult> commandResults() {
        return List.copyOf(results);
    }

    /** What the schedulers that are at work have in their memories. */
    public List<SchedulerView> schedulers() {
        return memories.schedulers();
    }

    /** What the informers of programs have read. */
    public List<CachedObjects> caches() {
        return memories.caches();
    }

    /**
     * What is on a node now.
     *
     * @throws IllegalArgumentException when there is no such node
     */
    public NodeView inspect(String node) {
        NodeParts found = NodeParts.find(nodes, node);
        return found.view(components.isAlive(Kubelet.nameOn(node)), components.isAlive(ContainerRuntime.nameOn(node)));
    }

    /** The pod network as it is now. */
    public ClusterNetwork podNetwork() {
        return podNetwork;
    }

    /** The same for those who judge it. */
    public PodNetworkView podNetworkView() {
        return new CurrentNetwork(nodes, podNetwork, traffic);
    }

    /** Which anchors of the fault plan have been found so far. */
    public Anchors anchors() {
        return injector.anchors();
    }

    /** What has become of each fault of the plan so far. */
    public List<FaultOutcome> faults() {
        return injector.outcomes();
    }

    /** The decisions of the parts that no draw has come to so far, or whose value no longer fits. */
    public List<Choice> missedDecisions() {
        return choices == null ? List.of() : choices.missed();
    }

    private void addControlPlane() {
        addEtcd();
        ApiServerConfig config = blueprint.apiServer();
        for (String server : ComponentNames.apiServers(scenario.cluster())) {
            components.add(
                    server,
                    context -> expiry.follow(new ApiServer(
                            context, network.connect(context), config, flags.version(), parts.apiServer())));
        }
        parts.webhooks()
                .forEach((name, webhook) -> components.add(
                        name,
                        context -> new WebhookServer(
                                context, network.connect(context), webhook.webhook(), webhook.latency())));
        AddOns.add(scenario.cluster().addOns(), components, network, clients::credentials, traffic, flags.version());
        Operators.add(scenario.cluster(), parts, flags, clients, components, network, supervisor);
        for (String name : ComponentNames.controllerManagers(scenario.cluster())) {
            ControllerManager.Config controllers = controllers(name);
            components.add(
                    name,
                    context -> memories.of(
                            name,
                            parts.controllerManager()
                                    .create(
                                            context,
                                            network,
                                            controllers,
                                            blueprint.controllers(),
                                            () -> supervisor.exit(name))));
        }
        SchedulerPrograms.add(blueprint, clients, network, components, supervisor, memories);
    }

    private ControllerManager.Config controllers(String name) {
        return new ControllerManager.Config(
                ControllerManager.NAME,
                clients.serversFor(name),
                ControllerManager.NAME,
                blueprint.users().controllerTokens(),
                flags.controllerManager(),
                flags.controllers(),
                scenario.cluster().profile(),
                flags.elections().controllerManager(),
                flags.beginning(),
                flags.storage(runtimes));
    }

    private void addEtcd() {
        boolean counted = flags.etcdQuota() > 0;
        EtcdStore store = counted ? EtcdStore.withQuota(flags.etcdQuota()) : new EtcdStore();
        EtcdLimits limits = counted ? EtcdLimits.DEFAULT : EtcdLimits.UNCHECKED;
        FirstObjects.store(store, flags, scenario.cluster(), simulation.random());
        List<String> members = ComponentNames.etcdMembers(scenario.cluster());
        if (members.size() == 1) {
            etcd = EtcdData.of(store);
            components.add(
                    ComponentNames.ETCD,
                    context -> new Etcd(context, network.connect(context), etcd.single(), flags.etcdCommit(), limits));
            return;
        }
        EtcdGroup group =
                new EtcdGroup(members, store, new MemberSettings(flags.etcdCommit(), limits, RaftSettings.DEFAULT));
        etcd = EtcdData.of(group);
        for (String member : members) {
            components.add(member, context -> group.member(context, network.connect(context)));
        }
    }

    private void addNode(int number) {
        ClusterSpec spec = scenario.cluster();
        String name = spec.nameOf(number);
        NodeSettings settings = flags.of(spec.poolOf(number));
        NodeConfig config =
                NodeShapes.config(spec, number, settings, runtimes.troublesOf(name), flags.allocatesRanges());
        NodeDisk disk = new NodeDisk(!settings.kubelet().isHollow());
        Kubelet.Settings flagsOfKubelet = settings.kubelet().withParts(parts.podWorkers());
        NodeParts node = new NodeParts(config, disk, flagsOfKubelet);
        nodes.put(name, node);
        traffic.add(config);
        config.images().forEach(disk.images()::add);
        ClusterNetwork.writeFiles(disk, settings.networkDirectory(), scenario.files());
        String runtime = ContainerRuntime.nameOn(name);
        network.setLatencyTo(runtime, LOCAL_SOCKET);
        components.add(runtime, context -> {
            traffic.machineStarted(name);
            podNetwork.machineStarted(name);
            Machine machine = settings.machine(config, disk, pulls, parts, processNetworks.on(name));
            return node.of(new ContainerRuntime(context, network, machine, runtimes));
        });
        String kubelet = Kubelet.nameOn(name);
        ApiClient.Credentials user = clients.credentials(kubelet);
        components.add(kubelet, context -> {
            NetworkDisk pods = disk.network();
            Kubelet made = node.of(
                    new Kubelet(context, network, user, config, manifests.of(name), flagsOfKubelet, pods::problem));
            memories.of(kubelet, made);
            return PodRangeWatch.of(made, context, network, user, config, pods);
        });
        podNetwork.add(config, disk, node, clients::credentials);
        StorageDrivers.add(config, flagsOfKubelet.storage(), components, network);
        if (ComponentNames.hasProxies(spec)) {
            traffic.addProxy(name, components, network, clients::credentials, flags.version());
        }
    }

    private void addUsers() {
        components.add(ComponentNames.KUBECTL, context -> {
            Kubectl.Settings settings = new Kubectl.Settings(
                    clients.serversFor(ComponentNames.KUBECTL),
                    "admin",
                    flags.kubeconfig(),
                    flags.version(),
                    ApiSchema.of(flags.version()),
                    CODEC);
            kubectl = new Kubectl(context, network.connect(context), settings);
            return kubectl;
        });
        components.add(Administrator.NAME, context -> {
            administrator = new Administrator(context, client(context));
            return administrator;
        });
    }

    private void scheduleTimeline() {
        for (Command command : scenario.timeline()) {
            simulation.schedule(command.at(), EventClass.FAULT, () -> execute(command));
        }
        manifests.schedule(simulation);
        injector.inject(scenario.faults());
    }

    private void execute(Command command) {
        beforeCommands.run();
        long given = simulation.now();
        kubectl.run(command.arguments(), scenario.files()).whenDone(result -> {
            results.add(CommandResult.of(given, simulation.now(), command.arguments(), result));
            if (result.exitCode() != 0) {
                simulation.trace(
                        ComponentNames.KUBECTL,
                        new FailedCommandTrace(command.arguments(), result.exitCode(), result.stderr()));
            }
        });
    }

    private ApiClient client(Context context) {
        ApiClient.Credentials admin =
                new ApiClient.Credentials(clients.serversFor(Administrator.NAME), "admin", Administrator.NAME);
        return new ApiClient(context, network.connect(context), admin, RateLimit.NONE);
    }
}

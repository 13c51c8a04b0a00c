package dev.wavetank.model.cluster;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.plugin.CalicoPlugin;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.cri.NodeDisk;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubeproxy.KubeProxy;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.model.podnetwork.Path;
import dev.wavetank.model.podnetwork.PodRoutes;
import dev.wavetank.model.podnetwork.RangeMap;
import dev.wavetank.model.podnetwork.Routes;
import dev.wavetank.model.podnetwork.Wire;
import dev.wavetank.model.podnetwork.bgp.BgpSpeaker;
import dev.wavetank.model.podnetwork.flannel.FlannelAgent;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.PodNetworkAddOn;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.random.Distribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The pod network of a cluster: its nodes as hosts, and the agents that care for the routes between them. */
public final class ClusterNetwork {

    private final Components components;
    private final @Nullable PodNetworkAddOn addOn;
    private final Network network;
    private final long latency;
    private final boolean hasProxies;
    /** The addresses of all pods. */
    private final String pods;

    private final List<String> etcd;

    private final Map<String, NodeParts> nodes;
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    /** The nodes whose machines have started once. */
    private final Set<String> booted = new TreeSet<>();

    private @Nullable PodRoutes routes;
    private @Nullable RangeMap<String> owners;

    ClusterNetwork(
            Components components,
            Network network,
            ClusterSpec spec,
            ClusterFlags flags,
            Map<String, NodeParts> nodes) {
        this.components = components;
        this.network = network;
        this.addOn = PodNetworkAddOn.of(spec.addOns()).orElse(null);
        this.latency = median(flags.networkLatency());
        this.pods = flags.podRange();
        this.etcd = ComponentNames.etcdMembers(spec);
        this.hasProxies = ComponentNames.hasProxies(spec);
        this.nodes = nodes;
    }

    private static long median(Distribution latency) {
        if (latency instanceof Distribution.LogNormal log) {
            return log.median();
        }
        return latency instanceof Distribution.Constant constant ? constant.nanos() : 0;
    }

    /**
     * Writes the files of {@code --cni-conf-dir} to the disk of a node, before anything runs.
     *
     * @param directory folder among the files; empty when nobody chose one
     */
    static void writeFiles(NodeDisk disk, String directory, Map<String, String> files) {
        if (directory.isEmpty()) {
            return;
        }
        disk.network().expectFiles();
        String prefix = directory.endsWith("/") ? directory : directory + "/";
        files.forEach((name, text) -> {
            String file = name.startsWith(prefix) ? name.substring(prefix.length()) : "";
            if (!file.isEmpty() && file.indexOf('/') < 0) {
                disk.network().write(file, text);
            }
        });
    }

    /** Adds a node, and the agent on it when there is one. */
    void add(NodeConfig config, NodeDisk disk, NodeParts parts, Function<String, ApiClient.Credentials> credentials) {
        String name = config.name();
        String agent = addOn == null ? "" : addOn.on(name);
        Host host = new Host(
                name,
                config.address(),
                disk.network()::range,
                parts.routes(),
                parts::network,
                () -> components.isAlive(ContainerRuntime.nameOn(name)),
                () -> !agent.isEmpty() && components.isAlive(agent));
        hosts.put(name, host);
        changed();
        Ipv4Range.parse(config.podCidr()).ifPresent(disk.network()::assign);
        disk.network().whenAssigned(this::changed);
        if (addOn == null) {
            return;
        }
        if (addOn.isFlannel()) {
            // The installer was there before the run.
            disk.network().write(FlannelAgent.FILE, FlannelAgent.CONFIGURATION);
            FlannelAgent.Settings settings = new FlannelAgent.Settings(addOn.backend(), pods, host, disk.network());
            long ttl = addOn.ttl();
            components.add(agent, context -> {
                Endpoint endpoint = network.connect(context);
                return ttl > 0
                        ? FlannelAgent.ofEtcd(context, new EtcdClient(endpoint, etcd), settings, ttl)
                        : FlannelAgent.ofApi(
                                context,
                                new ApiClient(context, endpoint, credentials.apply(agent), RateLimit.NONE),
                                settings);
            });
        } else {
            if (!disk.network().expectsFiles()) {
                disk.network().write(CalicoPlugin.FILE, CalicoPlugin.CONFIGURATION);
            }
            components.add(agent, context -> {
                Endpoint endpoint = network.connect(context);
                ApiClient client = new ApiClient(context, endpoint, credentials.apply(agent), RateLimit.NONE);
                return new BgpSpeaker(context, endpoint, client, host);
            });
        }
    }

    /** Whether agents on the nodes care for the routes; otherwise the network between the nodes knows them. */
    boolean hasAgents() {
        return addOn != null;
    }

    /** The components on a node that write its routes and rules. */
    List<String> agentsOn(String node) {
        List<String> agents = new ArrayList<>();
        if (addOn != null) {
            agents.add(addOn.on(node));
        }
        if (hasProxies) {
            agents.add(KubeProxy.nameOn(node));
        }
        return agents;
    }

    /** The machine of a node has just started: what still runs of before starts anew, as it would on a real one. */
    void machineStarted(String node) {
        if (booted.add(node)) {
            return;
        }
        // What is in /run does not survive a reboot.
        nodes.get(node).networkDisk().setSubnetEnv(Collections.emptyMap());
        for (String agent : agentsOn(node)) {
            if (components.isAlive(agent)) {
                components.crash(agent);
                components.restart(agent);
            }
        }
    }

    private void changed() {
        routes = null;
        owners = null;
    }

    /** The node whose pods have an address; empty when none has it. */
    Optional<String> ownerOf(long address) {
        RangeMap<String> known = owners;
        if (known == null) {
            RangeMap<String> made = new RangeMap<>();
            hosts.forEach((name, host) -> {
                host.range().get().ifPresent(range -> made.put(range, name));
                Ipv4.parse(host.address()).ifPresent(own -> made.put(new Ipv4Range(own, 32), name));
            });
            owners = made;
            known = made;
        }
        return known.of(address);
    }

    /** Made when it is first needed: it asks the hosts whenever it is asked itself. */
    private PodRoutes podRoutes() {
        PodRoutes known = routes;
        if (known == null) {
            known = new PodRoutes(new ArrayList<>(hosts.values()), addOn == null, this::between);
            routes = known;
        }
        return known;
    }

    private Wire.State between(Host from, Host to) {
        long nanos = latency;
        List<String> notes = new ArrayList<>();
        String cut = null;
        for (LinkLayer layer :
                network.disturbances(ContainerRuntime.nameOn(from.name()), ContainerRuntime.nameOn(to.name()))) {
            if (layer instanceof LinkLayer.Partition) {
                cut = "the link from " + from.name() + " to " + to.name() + " is cut";
            } else if (layer instanceof LinkLayer.Delay delay) {
                nanos += delay.delay();
                notes.add("delayed by " + VirtualTime.span(delay.delay())
                        + (delay.jitter() > 0 ? " to " + VirtualTime.span(delay.delay() + delay.jitter()) : ""));
            } else if (layer instanceof LinkLayer.Loss loss) {
                notes.add(loss.ratio() + " of the packets are lost");
            } else if (layer instanceof LinkLayer.Duplication duplication) {
                notes.add(duplication.ratio() + " of the packets arrive twice");
            } else if (layer instanceof LinkLayer.Reordering reordering) {
                notes.add("delayed by up to " + VirtualTime.span(reordering.spread()));
            }
        }
        return new Wire.State(nanos, notes, cut);
    }

    /** Whether anybody has asked where an address leads: until then no table is made. */
    boolean isAsked() {
        return routes != null || owners != null;
    }

    /** Where addresses lead at present. */
    public Routes routes() {
        return podRoutes();
    }

    /** The address of a node. */
    public String addressOf(String node) {
        return Objects.requireNonNull(hosts.get(node), node).address();
    }

    /** Whether the machine of a node runs. */
    boolean runs(String node) {
        return Objects.requireNonNull(hosts.get(node), node).runs().getAsBoolean();
    }

    /** The hosts in the order of their numbers. */
    public List<Host> hosts() {
        return new ArrayList<>(hosts.values());
    }

    /**
     * A pod that has a network.
     *
     * @param pod namespace and name
     * @param node where it is
     * @param address of the pod; that of its node when it has the network of the node
     * @param sandbox identity of its sandbox
     */
    public record Place(ObjectKey pod, String node, String address, String sandbox) {}

    /**
     * The place of a pod.
     *
     * @throws IllegalArgumentException when no node has a sandbox of it that is ready, with the pods that there are
     */
    public Place place(ObjectKey pod) {
        TreeSet<String> known = new TreeSet<>();
        for (Place one : places()) {
            if (one.pod().equals(pod)) {
                return one;
            }
            known.add(one.pod().toString());
        }
        hosts.forEach((name, host) -> {
            if (!host.runs().getAsBoolean() && nodes.get(name).keeps(pod)) {
                throw new IllegalArgumentException("pod " + pod + " is on " + name + ", whose machine is down");
            }
        });
        throw new IllegalArgumentException("no node has a sandbox of pod " + pod + " that is ready: "
                + (known.isEmpty() ? "no pod runs" : "the pods are " + String.join(", ", known)));
    }

    /** The places of all pods that have a network, node by node. */
    public List<Place> places() {
        List<Place> places = new ArrayList<>();
        hosts.forEach((name, host) -> {
            if (host.runs().getAsBoolean()) {
                for (RuntimePod one : nodes.get(name).sandboxes()) {
                    if (one.ready()) {
                        String address = one.ip() == null ? host.address() : one.ip();
                        places.add(new Place(one.pod(), name, address, one.sandboxId()));
                    }
                }
            }
        });
        return places;
    }

    /**
     * The way of a packet from a pod.
     *
     * @param bytes length of the packet
     */
    public Path path(Place from, String toAddress, long bytes) {
        return path(from, toAddress, bytes, false);
    }

    /**
     * A packet, and the answer of whoever has the address.
     *
     * @param source address that the receiver sees as that of the sender
     * @param there the way of the packet
     * @param back the way of its answer; null when the packet does not arrive
     */
    public record Exchange(
            String source, Path there, @Nullable Path back) {

        /** Whether there is an answer. */
        public boolean succeeds() {
            return back != null && back.arrives();
        }
    }

    /**
     * A packet from a pod with its answer, for which nothing is masqueraded anew.
     *
     * @param bytes length of either
     */
    public Exchange exchange(Place from, String to, long bytes) {
        NodeNetwork.Attachment inside = attachment(from);
        Path there = path(from, to, bytes);
        if (!there.arrives()) {
            return new Exchange(from.address(), there, null);
        }
        String source = podRoutes().source(from.node(), inside, to);
        boolean toItself = inside != null && to.equals(from.address());
        Path back = toItself ? path(from, to, bytes, true) : back(there, source, bytes);
        if (inside != null && !source.equals(from.address()) && back.arrives()) {
            List<Path.Hop> hops = new ArrayList<>(back.hops());
            hops.add(new Path.Hop(from.node(), "the masquerade of the packet undone: to " + from.address(), 0));
            back = podRoutes().path(from.node(), from.address(), bytes).after(hops);
        }
        return new Exchange(source, there, back);
    }

    private Path back(Path there, String to, long bytes) {
        String node = there.node();
        Optional<String> sandbox = there.sandbox();
        if (sandbox.isEmpty()) {
            return podRoutes().path(node, to, bytes);
        }
        return places().stream()
                .filter(one -> one.node().equals(node) && one.sandbox().equals(sandbox.get()))
                .findFirst()
                .map(pod -> path(pod, to, bytes, true))
                .orElseGet(() -> new Path(
                        List.of(), node, node + ": nobody answers: the sandbox " + sandbox.get() + " does not run"));
    }

    private NodeNetwork.@Nullable Attachment attachment(Place pod) {
        return hosts.get(pod.node()).network().get().attachment(pod.sandbox(), "eth0");
    }

    private Path path(Place from, String to, long bytes, boolean answers) {
        return podRoutes().path(from.pod().toString(), from.node(), attachment(from), to, bytes, answers);
    }
}

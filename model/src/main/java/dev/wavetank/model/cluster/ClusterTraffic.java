package dev.wavetank.model.cluster;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubeproxy.KubeProxy;
import dev.wavetank.model.kubeproxy.ProxyNode;
import dev.wavetank.model.kubeproxy.ServiceRules;
import dev.wavetank.model.podnetwork.Path;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.traffic.DnsServer;
import dev.wavetank.model.traffic.LoadGenerator;
import dev.wavetank.model.traffic.PodNetworkMap;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.random.Distribution;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the traffic of a cluster needs of its nodes: their rules for Services, and where addresses of pods lead. */
final class ClusterTraffic implements PodNetworkMap {

    /** The length of a packet for which the routes are asked. */
    private static final long PACKET = 512;

    private final TrafficFlags flags;
    private final ClusterNetwork network;
    private final Map<String, ServiceRules> rules = new LinkedHashMap<>();
    private final Network links;
    private final boolean hasDns;
    private List<String> names = List.of();
    private @Nullable DnsServer dns;

    /**
     * Traffic between nodes that are still to be added.
     *
     * @param network the routes between them
     * @param links the wires between them
     * @param hasDns whether the cluster has a DNS
     */
    ClusterTraffic(TrafficFlags flags, ClusterNetwork network, Network links, boolean hasDns) {
        this.hasDns = hasDns;
        this.links = links;
        this.flags = flags;
        this.network = network;
    }

    void add(NodeConfig node) {
        rules.put(node.name(), new ServiceRules());
        names = List.of();
    }

    /** The kernel of the node has just started. */
    void machineStarted(String node) {
        rulesOf(node).clear();
    }

    void addProxy(
            String node,
            Components components,
            Network wires,
            Function<String, ApiClient.Credentials> credentials,
            KubernetesVersion version) {
        ProxyNode proxyNode = new ProxyNode(node, network.addressOf(node));
        String proxy = KubeProxy.nameOn(node);
        components.add(proxy, context -> {
            ApiClient client = new ApiClient(context, wires.connect(context), credentials.apply(proxy), RateLimit.NONE);
            return new KubeProxy(context, client, version, flags.proxy(), proxyNode, rulesOf(node));
        });
    }

    Component load(AddOn.Load load, Context context, Endpoint endpoint, ApiClient client) {
        return new LoadGenerator(
                context,
                endpoint,
                client,
                new LoadGenerator.Load(
                        load.name(),
                        new ObjectKey(load.namespace(), load.service()),
                        load.port(),
                        load.from(),
                        entrance(load),
                        load.start(),
                        load.start() + load.span(),
                        load.rate(),
                        load.timeout(),
                        load.work() == 0 ? new Distribution.Constant(0) : new Distribution.Exponential(load.work()),
                        flags.path()),
                this);
    }

    private static LoadGenerator.Entrance entrance(AddOn.Load load) {
        return switch (load.outside()) {
            case AddOn.Load.NODE_PORT -> LoadGenerator.Entrance.NODE_PORT;
            case AddOn.Load.BALANCER -> LoadGenerator.Entrance.BALANCER;
            default -> LoadGenerator.Entrance.INSIDE;
        };
    }

    /** The servers of the DNS, of whose incarnations the latest counts. */
    Component dns(
            TrafficAddOn.ClusterDns addOn,
            Context context,
            ApiClient client,
            ApiClient installer,
            KubernetesVersion version) {
        DnsServer made = new DnsServer(context, client, installer, version, DnsObjects.of(addOn), addOn.ttl());
        dns = made;
        context.whenEnded(() -> {
            if (made.equals(dns)) {
                dns = null;
            }
        });
        return made;
    }

    @Override
    public Optional<DnsServer> dns() {
        return Optional.ofNullable(dns);
    }

    @Override
    public boolean hasDns() {
        return hasDns;
    }

    @Override
    public List<String> nodes() {
        if (names.isEmpty()) {
            names = List.copyOf(rules.keySet());
        }
        return names;
    }

    @Override
    public String addressOf(String node) {
        return network.addressOf(node);
    }

    @Override
    public boolean runs(String node) {
        return network.runs(node);
    }

    @Override
    public ServiceRules rulesOf(String node) {
        return Objects.requireNonNull(rules.get(node), node);
    }

    /** The routes of a cloud are always right. What is lost on the node of the pod is for its runtime to say. */
    @Override
    public Optional<String> loss(String from, String ip) {
        Optional<String> node = nodeOf(ip);
        if (!network.hasAgents() || node.isEmpty() || node.get().equals(from)) {
            return Optional.empty();
        }
        Path path = network.routes().path(from, ip, PACKET);
        return path.node().equals(node.get()) ? Optional.empty() : path.loss();
    }

    @Override
    public Optional<String> nodeOf(String ip) {
        OptionalLong address = Ipv4.parse(ip);
        return address.isEmpty() ? Optional.empty() : network.ownerOf(address.getAsLong());
    }

    @Override
    public OptionalLong carry(String from, String to, long latency) {
        return from.equals(to)
                ? OptionalLong.of(latency)
                : links.carry(ContainerRuntime.nameOn(from), ContainerRuntime.nameOn(to), "pods", latency);
    }
}

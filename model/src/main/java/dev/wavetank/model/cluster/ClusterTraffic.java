package dev.wavetank.model.cluster;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubeproxy.KubeProxy;
import dev.wavetank.model.kubeproxy.ServiceRules;
import dev.wavetank.model.scenario.AddOn;
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
import java.util.function.Function;

/** What the traffic of a cluster needs of its nodes: their rules for Services, and where addresses of pods lead. */
final class ClusterTraffic implements PodNetworkMap {

    private final TrafficFlags flags;
    private final Map<String, ServiceRules> rules = new LinkedHashMap<>();
    private final Map<String, Ipv4Range> ranges = new LinkedHashMap<>();

    ClusterTraffic(TrafficFlags flags) {
        this.flags = flags;
    }

    void add(NodeConfig node) {
        rules.put(node.name(), new ServiceRules());
        Ipv4Range.parse(node.podCidr()).ifPresent(range -> ranges.put(node.name(), range));
    }

    /** The kernel of the node has just started. */
    void machineStarted(String node) {
        rulesOf(node).clear();
    }

    void addProxy(
            String node,
            Components components,
            Network network,
            Function<String, ApiClient.Credentials> credentials,
            KubernetesVersion version) {
        String proxy = KubeProxy.nameOn(node);
        components.add(proxy, context -> {
            ApiClient client =
                    new ApiClient(context, network.connect(context), credentials.apply(proxy), RateLimit.NONE);
            return new KubeProxy(context, client, version, flags.proxy(), rulesOf(node));
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
                        load.start(),
                        load.start() + load.span(),
                        load.rate(),
                        load.timeout(),
                        load.work() == 0 ? new Distribution.Constant(0) : new Distribution.Exponential(load.work()),
                        flags.path()),
                this);
    }

    @Override
    public List<String> nodes() {
        return List.copyOf(rules.keySet());
    }

    @Override
    public ServiceRules rulesOf(String node) {
        return Objects.requireNonNull(rules.get(node), node);
    }

    @Override
    public Optional<String> nodeOf(String ip) {
        return Ipv4.parse(ip).stream()
                .boxed()
                .flatMap(address -> ranges.entrySet().stream()
                        .filter(range -> range.getValue().contains(address))
                        .map(Map.Entry::getKey))
                .findFirst();
    }
}

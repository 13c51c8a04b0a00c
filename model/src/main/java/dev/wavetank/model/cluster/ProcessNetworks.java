package dev.wavetank.model.cluster;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.kubelet.cri.ProcessNetwork;
import dev.wavetank.model.kubelet.cri.process.NetworkAnswer.Attempt;
import dev.wavetank.model.kubeproxy.ProxyNode;
import dev.wavetank.model.kubeproxy.RuleTable;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What processes of containers find in the network: names, and whether somebody accepts connections at that moment.
 * With kube-proxies on the nodes their rules decide to whom a connection to a Service goes. Every real cluster has
 * them, so without them it follows from the stored Services and endpoints, as with those that are never late. Packets
 * are not simulated here.
 */
final class ProcessNetworks {

    private static final ObjectKey API_SERVERS = new ObjectKey("default", "kubernetes");

    private final ClusterTraffic traffic;
    private final ClusterNames names;
    private final boolean hasProxies;
    private final KubernetesVersion version;
    private final Supplier<EtcdData> etcd;
    private final Map<String, NodeParts> nodes;

    /** Of a cluster of this version with these nodes. */
    ProcessNetworks(
            ClusterTraffic traffic,
            boolean hasProxies,
            KubernetesVersion version,
            Supplier<EtcdData> etcd,
            Map<String, NodeParts> nodes) {
        this.traffic = traffic;
        this.names = new ClusterNames(traffic, version);
        this.hasProxies = hasProxies;
        this.version = version;
        this.etcd = etcd;
        this.nodes = nodes;
    }

    /** The network of processes on a node. */
    ProcessNetwork on(String node) {
        return new ProcessNetwork() {
            @Override
            public List<String> lookUp(String name) {
                return names.lookUp(etcd.get(), name);
            }

            @Override
            public Attempt connect(String address, int port) {
                return ProcessNetworks.this.connect(node, new Destination(address, port));
            }
        };
    }

    private Attempt connect(String from, Destination destination) {
        ClusterNames.Stored stored =
                new ClusterNames.Stored(etcd.get().present(), version.has(Feature.PROXY_READS_SLICES));
        List<Service> services = stored.withAddress(destination.address());
        Rule rule = hasProxies
                ? traffic.rulesOf(from).find(destination).orElse(null)
                : rules(stored, services, from).get(destination);
        if (rule == null) {
            return !services.isEmpty()
                    ? Attempt.UNREACHABLE
                    // Another node's kube-proxy decides about it.
                    : stored.hasNodePort(destination.port()) ? Attempt.UNKNOWN : pod(from, destination);
        }
        if (rule.service().equals(API_SERVERS)) {
            return Attempt.ACCEPTED;
        }
        if (rule.backends().isEmpty()) {
            return rule.isLocal() ? Attempt.UNREACHABLE : Attempt.REFUSED;
        }
        return pod(from, rule.backends().get(0));
    }

    private Map<Destination, Rule> rules(ClusterNames.Stored stored, List<Service> services, String node) {
        ProxyNode proxy = new ProxyNode(node, traffic.addressOf(node));
        Iterable<EndpointSlice> slices = services.isEmpty() ? List.of() : stored.slices();
        if (slices == null) {
            List<Endpoints> endpoints = new ArrayList<>();
            services.forEach(service ->
                    Optional.ofNullable(stored.endpoints(service.key())).ifPresent(endpoints::add));
            return RuleTable.ofEndpoints(services, endpoints, version, proxy);
        }
        List<EndpointSlice> all = new ArrayList<>();
        slices.forEach(all::add);
        return RuleTable.ofSlices(services, all, version, proxy);
    }

    /** What becomes of a connection to a pod, or to a node. */
    private Attempt pod(String from, Destination destination) {
        String node = traffic.nodeOf(destination.address()).orElse(null);
        if (node == null) {
            return Attempt.UNKNOWN;
        }
        NodeParts parts = nodes.get(node);
        if (parts == null
                || !traffic.runs(node)
                || traffic.loss(from, destination.address()).isPresent()) {
            return Attempt.UNREACHABLE;
        }
        return parts.attempt(destination.address(), destination.port());
    }
}

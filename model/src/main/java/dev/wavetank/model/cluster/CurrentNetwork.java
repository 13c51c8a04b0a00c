package dev.wavetank.model.cluster;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.cluster.ClusterNetwork.Place;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.model.podnetwork.Path;
import dev.wavetank.model.traffic.DnsServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pod network of a cluster that runs.
 *
 * @param nodes their parts, by name
 * @param network the routes between them
 * @param traffic their rules
 */
record CurrentNetwork(Map<String, NodeParts> nodes, ClusterNetwork network, ClusterTraffic traffic)
        implements PodNetworkView {

    /** Length of the packet of a {@code ping}, in bytes. */
    private static final long PACKET = 84;

    @Override
    public List<NodeAddresses> addresses() {
        List<NodeAddresses> all = new ArrayList<>();
        for (Host host : network.hosts()) {
            if (host.runs().getAsBoolean()) {
                Map<String, String> reserved = new LinkedHashMap<>();
                host.network()
                        .get()
                        .disk()
                        .addresses()
                        .reservations()
                        .forEach((address, owner) -> reserved.put(Ipv4.text(address), owner.containerId()));
                Map<String, String> sandboxes = new LinkedHashMap<>();
                for (RuntimePod one : nodes.get(host.name()).sandboxes()) {
                    sandboxes.put(one.sandboxId(), one.ip() == null ? "" : one.ip());
                }
                all.add(new NodeAddresses(host.name(), reserved, sandboxes));
            }
        }
        return all;
    }

    @Override
    public List<Place> places() {
        return network.places();
    }

    @Override
    public Path path(Place from, String toAddress) {
        return network.path(from, toAddress, PACKET);
    }

    @Override
    public Path path(String fromNode, String toAddress) {
        return network.routes().path(fromNode, toAddress, PACKET);
    }

    @Override
    public Optional<String> refusal(Place pod, int port) {
        return nodes.get(pod.node()).refusal(pod.address(), port);
    }

    @Override
    public Optional<DnsServer.Answer> lookUp(String name) {
        return traffic.dns().map(server -> server.lookUp(name));
    }

    @Override
    public Map<String, Map<Destination, Rule>> rules() {
        Map<String, Map<Destination, Rule>> all = new LinkedHashMap<>();
        traffic.nodes().forEach(node -> all.put(node, traffic.rulesOf(node).all()));
        return all;
    }

    @Override
    public boolean hasIpvs(String node) {
        return traffic.rulesOf(node).takesTurns();
    }
}

package dev.wavetank.model.cluster;

import dev.wavetank.model.cluster.ClusterNetwork.Place;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.podnetwork.Path;
import dev.wavetank.model.traffic.DnsServer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The pod network as it is now, for those who judge it. */
public interface PodNetworkView {

    /** The addresses of the nodes whose machines run. */
    List<NodeAddresses> addresses();

    /** The places of all pods that have a network, node by node. */
    List<Place> places();

    /** The way of a packet from a pod to an address. */
    Path path(Place from, String toAddress);

    /** The way of a packet from a node to an address. */
    Path path(String fromNode, String toAddress);

    /** Why a pod refuses a connection to a port; empty when it accepts it. */
    Optional<String> refusal(Place pod, int port);

    /** What the cluster's DNS says of a name; empty while nobody answers, or in a cluster without. */
    Optional<DnsServer.Answer> lookUp(String name);

    /** The rules for Services that each node has, by its name. */
    Map<String, Map<Destination, Rule>> rules();

    /** Whether the rules of a node are those of IPVS, and not of iptables. */
    boolean hasIpvs(String node);

    /**
     * The addresses of a node's pods.
     *
     * @param node its name
     * @param reserved the sandbox that holds each reserved address, by address
     * @param sandboxes the address of each sandbox that is there, by its identity; empty text for none of its own
     */
    record NodeAddresses(String node, Map<String, String> reserved, Map<String, String> sandboxes) {}

    /** One without nodes. */
    PodNetworkView NONE = new PodNetworkView() {
        @Override
        public List<NodeAddresses> addresses() {
            return List.of();
        }

        @Override
        public List<Place> places() {
            return List.of();
        }

        @Override
        public Path path(Place from, String toAddress) {
            throw new IllegalArgumentException("there are no nodes");
        }

        @Override
        public Path path(String fromNode, String toAddress) {
            throw new IllegalArgumentException("there are no nodes");
        }

        @Override
        public Optional<String> refusal(Place pod, int port) {
            return Optional.empty();
        }

        @Override
        public Optional<DnsServer.Answer> lookUp(String name) {
            return Optional.empty();
        }

        @Override
        public boolean hasIpvs(String node) {
            return false;
        }

        @Override
        public Map<String, Map<Destination, Rule>> rules() {
            return Collections.emptyMap();
        }
    };
}

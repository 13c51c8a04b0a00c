package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.cluster.ClusterNetwork.Place;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.podnetwork.Path;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.ServiceRequestTrace;
import dev.wavetank.model.traffic.DnsServer;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Networks that are told, not simulated. */
public final class NetworkViews {

    /** A cluster with flannel. */
    public static final ClusterSpec FLANNEL = cluster("{kind: flannel}");

    /** A cluster with load. */
    public static final ClusterSpec LOAD = cluster("{kind: load, service: web, rate: 10}");

    /** A cluster with a DNS. */
    public static final ClusterSpec DNS = cluster("{kind: coredns}");

    /** A Service of the pods of the label {@code app: web}. */
    public static final String SERVICE = "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default,"
            + " uid: service-web}, spec: {clusterIP: 10.96.0.1, selector: {app: web}, ports: [{port: 80}]}}";

    static final Place A = new Place(new ObjectKey("default", "a"), "node-1", "10.0.1.2", "sandbox-a");
    static final Place B = new Place(new ObjectKey("default", "b"), "node-2", "10.0.2.2", "sandbox-b");

    private NetworkViews() {}

    private static ClusterSpec cluster(String addOn) {
        return ScenarioCodec.read("cluster.yaml", "cluster: {addOns: [" + addOn + "]}\ntimeline: []\n")
                .cluster();
    }

    private record Told(
            List<NodeAddresses> addresses,
            List<Place> places,
            Function<String, Path> paths,
            Map<String, Map<Destination, Rule>> rules,
            Optional<DnsServer.Answer> answer)
            implements PodNetworkView {
        @Override
        public Path path(Place from, String toAddress) {
            return paths.apply(toAddress);
        }

        @Override
        public Path path(String fromNode, String toAddress) {
            return paths.apply(toAddress);
        }

        @Override
        public Optional<String> refusal(Place pod, int port) {
            return Optional.empty();
        }

        @Override
        public Optional<DnsServer.Answer> lookUp(String name) {
            return answer;
        }

        @Override
        public boolean hasIpvs(String node) {
            return false;
        }
    }

    /** A node that reserves an address for a sandbox, and has the sandbox {@code here} without an address. */
    public static PodNetworkView ofNode(String address, String sandbox) {
        return ofNode(Map.of(address, sandbox), Map.of("here", ""));
    }

    static PodNetworkView ofNode(Map<String, String> reserved, Map<String, String> sandboxes) {
        return new Told(
                List.of(new PodNetworkView.NodeAddresses("node-1", reserved, sandboxes)),
                List.of(),
                NetworkViews::right,
                Map.of(),
                Optional.empty());
    }

    /** Two pods, one of which is not reached. */
    public static PodNetworkView ofLoss(String why) {
        return ofPaths(to -> to.equals(B.address()) ? new Path(List.of(), "node-1", "node-1: " + why) : right(to));
    }

    /** Two pods, the packets to one of which end at a third. */
    public static PodNetworkView ofStranger() {
        return ofPaths(to -> to.equals(B.address()) ? ended("node-2", "sandbox-c") : right(to));
    }

    static PodNetworkView ofPaths(Function<String, Path> paths) {
        return new Told(List.of(), List.of(A, B), paths, Map.of(), Optional.empty());
    }

    /** A node that sends what is for the Service to this pod. */
    public static PodNetworkView ofRule(String backend) {
        Rule rule = new Rule(new ObjectKey("default", "web"), List.of(new Destination(backend, 80)), 0);
        return new Told(
                List.of(),
                List.of(),
                NetworkViews::right,
                Map.of("node-1", Map.of(new Destination("10.96.0.1", 80), rule)),
                Optional.empty());
    }

    /** A DNS that has these addresses for every name. */
    public static PodNetworkView ofNames(String... addresses) {
        return new Told(
                List.of(),
                List.of(),
                NetworkViews::right,
                Map.of(),
                Optional.of(new DnsServer.Answer(true, List.of(addresses), "", List.of())));
    }

    static Path right(String to) {
        Place place = to.equals(A.address()) ? A : B;
        return ended(place.node(), place.sandbox());
    }

    private static Path ended(String node, String sandbox) {
        return new Path(List.of(new Path.Hop("container " + sandbox, "eth0", 0)), node, null);
    }

    /** A request that was refused at once. */
    public static ServiceRequestTrace request(String address) {
        return new ServiceRequestTrace(
                "web",
                "default/web",
                "node-1",
                ServiceRequestTrace.Outcome.REFUSED,
                "default/web-1",
                address,
                VirtualTime.MILLISECOND,
                "");
    }
}

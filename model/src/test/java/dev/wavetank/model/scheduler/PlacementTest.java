package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.scheduler.plugin.Filter;
import dev.wavetank.model.scheduler.plugin.NodeState;
import dev.wavetank.model.scheduler.plugin.OwnedPods;
import dev.wavetank.model.scheduler.plugin.PodDemand;
import dev.wavetank.model.scheduler.plugin.Score;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Texts are those that a real scheduler wrote (v1.20.2). */
class PlacementTest {

    private final OwnedPods owned = new OwnedPods();
    private final Placement placement =
            new Placement(Filter.defaults(), Score.defaults(owned), RandomStream.of(1, "ties"));

    private static Node node(String name, Node.Spec spec) {
        Map<String, String> capacity = Map.of("cpu", "1", "memory", "1Gi", "pods", "3");
        return NodeBuilder.builder()
                .metadata(ObjectMeta.named(null, name).withLabels(Map.of("zone", "a")))
                .spec(spec)
                .status(new Node.Status(capacity, capacity, null, null))
                .build();
    }

    private List<NodeState> nodes(int count, Node.Spec spec) {
        List<NodeState> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            NodeState state = new NodeState("node-" + i, owned);
            state.setNode(node("node-" + i, spec));
            nodes.add(state);
        }
        return nodes;
    }

    private static Pod requesting(Map<String, String> requests) {
        Pod pod = TestCluster.pod("web", null);
        return withContainer(
                pod, pod.spec().containers().get(0).withResources(new Container.Resources(null, requests, null)));
    }

    private static Pod withContainer(Pod pod, Container container) {
        return pod.withSpec(pod.spec().withContainers(List.of(container)));
    }

    private String message(Pod pod, List<NodeState> nodes) {
        return placement.decide(PodDemand.of(pod), nodes, null).message();
    }

    @Test
    void names_every_resource_that_is_short() {
        List<NodeState> nodes = nodes(10, null);
        assertThat(message(requesting(Map.of("cpu", "2")), nodes))
                .isEqualTo("0/10 nodes are available: 10 Insufficient cpu.");
        assertThat(message(requesting(new TreeMap<>(Map.of("cpu", "2", "memory", "2Gi"))), nodes))
                .isEqualTo("0/10 nodes are available: 10 Insufficient cpu, 10 Insufficient memory.");
        assertThat(message(requesting(Map.of("example.com/gpu", "1")), nodes))
                .isEqualTo("0/10 nodes are available: 10 Insufficient example.com/gpu.");
    }

    @Test
    void counts_only_the_first_filter_that_refuses_a_node() {
        List<NodeState> nodes = nodes(10, null);
        Node.Taint gpu = new Node.Taint("dedicated", "gpu", "NoSchedule", null);
        for (int i = 0; i < 5; i++) {
            Node.Spec spec = i < 2
                    ? new Node.Spec(null, true, List.of(gpu), null)
                    : new Node.Spec(null, null, List.of(gpu), null);
            nodes.get(i).setNode(node("node-" + i, spec));
        }
        Pod pod = requesting(Map.of("cpu", "2"));
        assertThat(message(pod, nodes))
                .isEqualTo(
                        "0/10 nodes are available: 2 node(s) were unschedulable, 3 node(s) had taint {dedicated: gpu},"
                                + " that the pod didn't tolerate, 5 Insufficient cpu.");
    }

    @Test
    void tolerations_lift_taints() {
        Node.Taint gpu = new Node.Taint("dedicated", "gpu", "NoSchedule", null);
        List<NodeState> nodes = nodes(1, new Node.Spec(null, null, List.of(gpu), null));
        Pod pod = TestCluster.pod("web", null);
        for (PodSpec.Toleration toleration : List.of(
                new PodSpec.Toleration("dedicated", "Equal", "gpu", "NoSchedule", null),
                new PodSpec.Toleration("dedicated", "Exists", null, null, null),
                new PodSpec.Toleration(null, "Exists", null, null, null))) {
            Pod tolerant = pod.withSpec(pod.spec().withTolerations(List.of(toleration)));
            assertThat(message(tolerant, nodes)).as(toleration.toString()).isNull();
        }
        PodSpec.Toleration other = new PodSpec.Toleration("dedicated", "Equal", "ssd", null, null);
        assertThat(message(pod.withSpec(pod.spec().withTolerations(List.of(other))), nodes))
                .isNotNull();
    }

    @Test
    void node_selectors_and_host_ports_are_honoured() {
        List<NodeState> nodes = nodes(5, null);
        Pod pod = TestCluster.pod("web", null);
        assertThat(message(pod.withSpec(pod.spec().withNodeSelector(Map.of("zone", "b"))), nodes))
                .isEqualTo("0/5 nodes are available: 5 node(s) didn't match Pod's node affinity.");
        Container.Port port = new Container.Port(null, 8080, 80, "TCP", null);
        Pod bound = withContainer(pod, pod.spec().containers().get(0).withPorts(List.of(port)));
        nodes.forEach(node -> node.add(PodDemand.of(bound)));
        assertThat(message(bound, nodes))
                .isEqualTo("0/5 nodes are available: 5 node(s) didn't have free ports for the requested pod ports.");
    }

    @Test
    void a_node_takes_no_more_pods_than_it_says() {
        List<NodeState> nodes = nodes(1, null);
        for (int i = 0; i < 3; i++) {
            assertThat(message(requesting(Map.of()), nodes)).isNull();
            nodes.get(0).add(PodDemand.of(requesting(Map.of())));
        }
        assertThat(message(requesting(Map.of()), nodes)).isEqualTo("0/1 nodes are available: 1 Too many pods.");
    }

    @Test
    void sums_are_back_where_they_were_when_a_pod_has_gone() {
        NodeState node = nodes(1, null).get(0);
        PodDemand pod =
                PodDemand.of(TestCluster.ownedBy("web", requesting(Map.of("cpu", "1", "example.com/gpu", "2"))));
        node.add(pod);
        assertThat(node.requested().other().getOrDefault("example.com/gpu", 0L)).isEqualTo(2);
        node.remove(pod);
        assertThat(List.of(
                        node.requestedCpu(),
                        node.scoredMemory(),
                        node.requested().other().getOrDefault("example.com/gpu", 0L),
                        (long) node.pods(),
                        (long) owned.on(node, "web-uid")))
                .containsOnly(0L);
    }

    @Test
    void large_clusters_are_searched_in_part() {
        assertThat(Placement.nodesToFind(99)).isEqualTo(99);
        assertThat(Placement.nodesToFind(100)).isEqualTo(100);
        assertThat(Placement.nodesToFind(1000)).isEqualTo(420);
        assertThat(Placement.nodesToFind(5000)).isEqualTo(500);
        assertThat(Placement.nodesToFind(10000)).isEqualTo(500);
    }
}

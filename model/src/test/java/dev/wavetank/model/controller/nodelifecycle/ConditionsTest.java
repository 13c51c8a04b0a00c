package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Conditions of a silent node, and the taints that follow from conditions
 * (pkg/controller/nodelifecycle/node_lifecycle_controller.go, {@code tryUpdateNodeHealth},
 * {@code doNoScheduleTaintingPass}, v1.20).
 */
class ConditionsTest {

    private static final Instant NOW = Nodes.START.plusSeconds(60);

    @Test
    void reported_conditions_of_a_silent_node_become_unknown_and_keep_their_heartbeat() {
        Node unknown = Conditions.unknown(
                Nodes.of(
                        Nodes.condition("Ready", "True", 7, 3),
                        Nodes.condition("MemoryPressure", "False", 7, 3),
                        Nodes.condition("DiskPressure", "False", 7, 3),
                        Nodes.condition("PIDPressure", "False", 7, 3)),
                NOW);

        assertThat(unknown.status().conditions())
                .allSatisfy(condition -> assertThat(condition)
                        .isEqualTo(new Node.Condition(
                                condition.type(),
                                "Unknown",
                                Nodes.START.plusSeconds(7),
                                NOW,
                                "NodeStatusUnknown",
                                "Kubelet stopped posting node status.")));
    }

    @Test
    void conditions_that_a_kubelet_does_not_report_or_that_are_unknown_stay() {
        Node.Condition network = Nodes.condition("NetworkUnavailable", "False", 7, 3);
        Node.Condition ready = Nodes.condition("Ready", "Unknown", 7, 3);

        assertThat(Conditions.unknown(Nodes.of(network, ready), NOW).status().conditions())
                .startsWith(network, ready);
    }

    @Test
    void conditions_that_never_came_date_from_the_creation_of_the_node() {
        List<Node.Condition> conditions =
                Conditions.unknown(Nodes.named().build(), NOW).status().conditions();

        assertThat(conditions)
                .extracting(Node.Condition::type)
                .containsExactly("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");
        assertThat(conditions.get(0))
                .isEqualTo(new Node.Condition(
                        "Ready",
                        "Unknown",
                        Nodes.START,
                        NOW,
                        "NodeStatusNeverUpdated",
                        "Kubelet never posted node status."));
    }

    @Test
    void a_node_that_never_reported_has_an_unknown_readiness() {
        assertThat(Conditions.readiness(Nodes.of())).isEqualTo("Unknown");
        assertThat(Conditions.readiness(Nodes.of(Nodes.condition("Ready", "False"))))
                .isEqualTo("False");
    }

    @Test
    void each_bad_condition_wants_its_taint() {
        assertThat(wanted(Nodes.of(Nodes.condition("Ready", "False")))).containsExactly(Taints.NOT_READY);
        assertThat(wanted(Nodes.of(Nodes.condition("Ready", "Unknown")))).containsExactly(Taints.UNREACHABLE);
        assertThat(wanted(Nodes.of(
                        Nodes.condition("Ready", "True"),
                        Nodes.condition("MemoryPressure", "True"),
                        Nodes.condition("DiskPressure", "True"),
                        Nodes.condition("NetworkUnavailable", "True"),
                        Nodes.condition("PIDPressure", "Unknown"))))
                .containsExactly(
                        "node.kubernetes.io/memory-pressure",
                        "node.kubernetes.io/disk-pressure",
                        "node.kubernetes.io/network-unavailable");
        assertThat(wanted(Nodes.tainted(true, List.of()))).containsExactly("node.kubernetes.io/unschedulable");
        assertThat(wanted(Nodes.tainted(false, List.of()))).isEmpty();
    }

    @Test
    void only_taints_for_scheduling_that_follow_from_conditions_are_the_controllers() {
        Node.Taint own = taint("node.kubernetes.io/disk-pressure", "NoSchedule");
        Node.Taint cordon = taint("node.kubernetes.io/unschedulable", "NoSchedule");
        Node node = Nodes.tainted(
                null, List.of(taint("dedicated", "NoSchedule"), own, taint(Taints.NOT_READY, "NoExecute"), cordon));

        assertThat(Taints.presentNoSchedule(node)).containsExactly(own, cordon);
    }

    @Test
    void taints_are_the_same_by_key_and_effect_whatever_their_value() {
        Node.Taint one = new Node.Taint("a", "1", "NoSchedule", null);

        assertThat(Taints.same(one, new Node.Taint("a", "2", "NoSchedule", null)))
                .isTrue();
        assertThat(Taints.same(one, taint("a", "NoExecute"))).isFalse();
        assertThat(Taints.same(one, taint("b", "NoSchedule"))).isFalse();
        assertThat(Taints.without(List.of(one, taint("b", "NoSchedule")), List.of(taint("a", "NoSchedule"))))
                .containsExactly(taint("b", "NoSchedule"));
    }

    private static List<String> wanted(Node node) {
        return Taints.wantedNoSchedule(node).stream().map(Node.Taint::key).toList();
    }

    private static Node.Taint taint(String key, String effect) {
        return new Node.Taint(key, null, effect, null);
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.controller.Manifests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which taints follow from conditions ({@code nodeConditionToTaintKeyStatusMap} and {@code doNoScheduleTaintingPass} in
 * {@code pkg/controller/nodelifecycle/node_lifecycle_controller.go}), and when two taints are the same ({@code
 * Taint.MatchTaint}), v1.32.
 */
class TaintsTest {

    private static Node.Taint taint(String key, String value, String effect) {
        return new Node.Taint(key, value, effect, null);
    }

    private static Node tainted(String taints) {
        return Manifests.node("metadata: {name: n1}, spec: {taints: [" + taints + "]}");
    }

    @ParameterizedTest
    @CsvSource({
        "Ready, False, node.kubernetes.io/not-ready",
        "Ready, Unknown, node.kubernetes.io/unreachable",
        "MemoryPressure, True, node.kubernetes.io/memory-pressure",
        "DiskPressure, True, node.kubernetes.io/disk-pressure",
        "NetworkUnavailable, True, node.kubernetes.io/network-unavailable",
        "PIDPressure, True, node.kubernetes.io/pid-pressure",
    })
    void each_bad_condition_keeps_new_pods_away_with_its_own_taint(String type, String status, String key) {
        Node node = Manifests.node(
                "metadata: {name: n1}, status: {conditions: [{type: " + type + ", status: '" + status + "'}]}");

        assertThat(Taints.wantedNoSchedule(node)).containsExactly(taint(key, null, "NoSchedule"));
    }

    @ParameterizedTest
    @CsvSource({
        "Ready, True",
        "MemoryPressure, False",
        "MemoryPressure, Unknown",
        "DiskPressure, Unknown",
        "NetworkUnavailable, Unknown",
        "PIDPressure, False",
        "SomethingElse, True",
    })
    void a_good_or_unknown_condition_needs_no_taint(String type, String status) {
        Node node = Manifests.node(
                "metadata: {name: n1}, status: {conditions: [{type: " + type + ", status: '" + status + "'}]}");

        assertThat(Taints.wantedNoSchedule(node)).isEmpty();
    }

    @Test
    void a_cordoned_node_has_a_taint_besides_those_of_its_conditions() {
        Node node = Manifests.node("metadata: {name: n1}, spec: {unschedulable: true}, status: {conditions: [{type:"
                + " Ready, status: 'False'}, {type: DiskPressure, status: 'True'}]}");

        assertThat(Taints.wantedNoSchedule(node))
                .containsExactly(
                        taint("node.kubernetes.io/not-ready", null, "NoSchedule"),
                        taint("node.kubernetes.io/disk-pressure", null, "NoSchedule"),
                        taint("node.kubernetes.io/unschedulable", null, "NoSchedule"));
        assertThat(Taints.wantedNoSchedule(Manifests.node("metadata: {name: n1}, spec: {unschedulable: false}")))
                .isEmpty();
        assertThat(Taints.wantedNoSchedule(Manifests.node("metadata: {name: n1}")))
                .isEmpty();
    }

    @Test
    void only_its_own_taints_without_execution_may_be_removed() {
        Node node = tainted("{key: node.kubernetes.io/not-ready, effect: NoSchedule},"
                + " {key: node.kubernetes.io/not-ready, effect: NoExecute},"
                + " {key: node.kubernetes.io/unschedulable, effect: NoSchedule},"
                + " {key: node.kubernetes.io/unschedulable, effect: PreferNoSchedule},"
                + " {key: dedicated, value: web, effect: NoSchedule}");

        assertThat(Taints.presentNoSchedule(node))
                .containsExactly(
                        taint("node.kubernetes.io/not-ready", null, "NoSchedule"),
                        taint("node.kubernetes.io/unschedulable", null, "NoSchedule"));
    }

    @Test
    void two_taints_are_the_same_when_key_and_effect_are_equal() {
        Node.Taint one = taint("k", "a", "NoExecute");

        assertThat(Taints.same(one, taint("k", "b", "NoExecute"))).isTrue();
        assertThat(Taints.same(one, taint("k", "a", "NoSchedule"))).isFalse();
        assertThat(Taints.same(one, taint("l", "a", "NoExecute"))).isFalse();
    }

    @Test
    void a_node_has_a_taint_whatever_its_value_and_time() {
        Node node = tainted("{key: k, value: v, effect: NoExecute, timeAdded: '2026-01-01T00:00:00Z'}");

        assertThat(Taints.has(node, Taints.noExecute("k"))).isTrue();
        assertThat(Taints.has(node, Taints.noExecute("other"))).isFalse();
        assertThat(Taints.has(node, taint("k", "v", "NoSchedule"))).isFalse();
        assertThat(Taints.has(Manifests.node("metadata: {name: n1}"), Taints.noExecute("k")))
                .isFalse();
    }

    @Test
    void what_is_left_without_others_keeps_its_order() {
        Node.Taint a = taint("a", null, "NoSchedule");
        Node.Taint b = taint("b", null, "NoSchedule");
        Node.Taint c = taint("c", null, "NoSchedule");

        assertThat(Taints.without(List.of(c, a, b), List.of(taint("a", "x", "NoSchedule"))))
                .containsExactly(c, b);
        assertThat(Taints.without(List.of(c, a), List.of(taint("a", null, "NoExecute"))))
                .containsExactly(c, a);
        assertThat(Taints.without(List.of(), List.of(a))).isEmpty();
    }
}

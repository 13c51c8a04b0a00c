package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.controller.Manifests;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The conditions of a silent node ({@code tryUpdateNodeHealth} in {@code
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go}, v1.32).
 */
class ConditionsTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:01:00Z");
    private static final Instant NOW = Instant.parse("2026-01-01T00:05:00Z");
    private static final String HEADER =
            "metadata: {name: n1, creationTimestamp: '2026-01-01T00:00:00Z'}, status: {capacity: {cpu: '4'},"
                    + " allocatable: {cpu: '3'}, nodeInfo: {osImage: x}, conditions: [";

    private static Node node(String... typeAndStatus) {
        StringBuilder conditions = new StringBuilder();
        for (String each : typeAndStatus) {
            String[] parts = each.split("=", 2);
            conditions
                    .append("{type: ")
                    .append(parts[0])
                    .append(", status: '")
                    .append(parts[1])
                    .append("', lastHeartbeatTime: '2026-01-01T00:01:00Z',")
                    .append(" lastTransitionTime: '2026-01-01T00:01:00Z', reason: R, message: M}, ");
        }
        return Manifests.node(HEADER + conditions + "]}");
    }

    @Test
    void a_node_without_a_status_or_without_the_condition_has_unknown_readiness() {
        Node bare = Manifests.node("metadata: {name: n1}");
        assertThat(Conditions.find(bare, "Ready")).isNull();
        assertThat(Conditions.readiness(bare)).isEqualTo("Unknown");
        assertThat(Conditions.readiness(node("MemoryPressure=False"))).isEqualTo("Unknown");
    }

    @Test
    void readiness_is_the_status_of_the_condition_ready() {
        assertThat(Conditions.readiness(node("MemoryPressure=False", "Ready=True")))
                .isEqualTo("True");
        assertThat(Conditions.readiness(node("MemoryPressure=True", "Ready=False")))
                .isEqualTo("False");
    }

    @Test
    void what_the_kubelet_reported_becomes_unknown_with_the_time_of_the_last_report() {
        Node unknown = Conditions.unknown(
                node("Ready=True", "MemoryPressure=False", "DiskPressure=True", "PIDPressure=False"), NOW);

        assertThat(unknown.status().conditions())
                .extracting(Node.Condition::type)
                .containsExactly("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");
        assertThat(unknown.status().conditions())
                .allSatisfy(condition -> assertThat(condition)
                        .isEqualTo(new Node.Condition(
                                condition.type(),
                                "Unknown",
                                BEFORE,
                                NOW,
                                "NodeStatusUnknown",
                                "Kubelet stopped posting node status.")));
    }

    @Test
    void what_the_kubelet_never_reported_is_added_with_the_creation_as_its_last_report() {
        Node unknown = Conditions.unknown(node("Ready=False"), NOW);

        assertThat(unknown.status().conditions())
                .extracting(Node.Condition::type)
                .containsExactly("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");
        assertThat(unknown.status().conditions().subList(1, 4))
                .allSatisfy(condition -> assertThat(condition)
                        .isEqualTo(new Node.Condition(
                                condition.type(),
                                "Unknown",
                                CREATED,
                                NOW,
                                "NodeStatusNeverUpdated",
                                "Kubelet never posted node status.")));
    }

    @Test
    void a_node_without_a_status_gets_all_conditions_of_a_kubelet() {
        Node bare = Manifests.node("metadata: {name: n1, creationTimestamp: '2026-01-01T00:00:00Z'}");

        assertThat(Conditions.unknown(bare, NOW).status().conditions())
                .extracting(Node.Condition::type)
                .containsExactly("Ready", "MemoryPressure", "DiskPressure", "PIDPressure");
    }

    @Test
    void a_condition_that_is_unknown_already_keeps_its_reason_and_its_time() {
        Node before = node("Ready=True", "MemoryPressure=Unknown");

        assertThat(Conditions.find(Conditions.unknown(before, NOW), "MemoryPressure"))
                .isEqualTo(Conditions.find(before, "MemoryPressure"));
    }

    @Test
    void conditions_of_others_and_the_rest_of_the_status_stay() {
        Node before = node("NetworkUnavailable=False", "Ready=True");
        Node unknown = Conditions.unknown(before, NOW);

        assertThat(unknown.status().conditions().get(0))
                .isEqualTo(before.status().conditions().get(0));
        assertThat(List.of(
                        unknown.status().capacity(),
                        unknown.status().allocatable(),
                        unknown.status().other()))
                .isEqualTo(List.of(
                        before.status().capacity(),
                        before.status().allocatable(),
                        before.status().other()));
        assertThat(before.status().other()).containsKey("nodeInfo");
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/**
 * What counts as a sign of life of a node ({@code tryUpdateNodeHealth} and {@code nodeHealthData} in {@code
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go}, v1.32).
 */
class NodeHealthTest {

    private final NodeHealth health = new NodeHealth(100);

    private static Node.Condition ready(String status, int heartbeat, int transition) {
        return new Node.Condition(
                "Ready",
                status,
                Instant.ofEpochSecond(heartbeat),
                Instant.ofEpochSecond(transition),
                "KubeletReady",
                "");
    }

    @Test
    void before_the_first_report_the_silence_counts_from_the_beginning() {
        health.see(null, 0, 150);

        assertThat(health.probed()).isEqualTo(100);
        assertThat(health.readyChanged()).isEqualTo(100);
        assertThat(health.ready()).isNull();
    }

    @Test
    void a_node_is_silent_only_after_more_than_the_grace_period() {
        assertThat(health.isSilent(40, 139)).isFalse();
        assertThat(health.isSilent(40, 140)).isFalse();
        assertThat(health.isSilent(40, 141)).isTrue();
    }

    @Test
    void the_first_report_is_a_sign_of_life_and_a_transition() {
        health.see(ready("False", 1, 1), 0, 150);

        assertThat(health.probed()).isEqualTo(150);
        assertThat(health.readyChanged()).isEqualTo(150);
        assertThat(health.ready()).isEqualTo("False");
    }

    @Test
    void the_first_report_is_a_transition_also_without_a_time_of_it() {
        health.see(new Node.Condition("Ready", "True", null, null, null, null), 0, 150);

        assertThat(health.probed()).isEqualTo(150);
        assertThat(health.readyChanged()).isEqualTo(150);
    }

    @Test
    void a_new_heartbeat_is_a_sign_of_life_but_no_transition() {
        health.see(ready("True", 1, 1), 0, 150);
        health.see(ready("True", 2, 1), 0, 160);

        assertThat(health.probed()).isEqualTo(160);
        assertThat(health.readyChanged()).isEqualTo(150);
    }

    @Test
    void a_heartbeat_with_another_time_of_transition_is_a_transition() {
        health.see(ready("True", 1, 1), 0, 150);
        health.see(ready("False", 2, 2), 0, 160);

        assertThat(health.readyChanged()).isEqualTo(160);
        assertThat(health.ready()).isEqualTo("False");
    }

    @Test
    void without_a_new_heartbeat_nothing_is_learned() {
        health.see(ready("True", 1, 1), 0, 150);
        health.see(ready("False", 1, 2), 0, 160);

        assertThat(health.probed()).isEqualTo(150);
        assertThat(health.readyChanged()).isEqualTo(150);
        assertThat(health.ready()).isEqualTo("True");
    }

    @Test
    void a_condition_that_has_gone_is_no_sign_of_life() {
        health.see(ready("True", 1, 1), 0, 150);
        health.see(null, 0, 160);

        assertThat(health.probed()).isEqualTo(150);
        assertThat(health.ready()).isEqualTo("True");
    }

    @Test
    void a_renewed_lease_is_a_sign_of_life_but_no_transition() {
        health.see(ready("True", 1, 1), 7, 150);
        health.see(ready("True", 1, 1), 8, 160);
        assertThat(health.probed()).isEqualTo(160);
        assertThat(health.readyChanged()).isEqualTo(150);

        health.see(ready("True", 1, 1), 8, 170);
        assertThat(health.probed()).isEqualTo(160);
    }

    @Test
    void a_lease_keeps_a_node_alive_that_never_reported() {
        health.see(null, 7, 160);

        assertThat(health.probed()).isEqualTo(160);
        assertThat(health.ready()).isNull();
    }

    @Test
    void what_the_controller_wrote_is_a_transition_but_no_sign_of_life() {
        health.see(ready("True", 1, 1), 0, 150);
        health.wrote(ready("Unknown", 1, 2), 200);

        assertThat(health.ready()).isEqualTo("Unknown");
        assertThat(health.readyChanged()).isEqualTo(200);
        assertThat(health.probed()).isEqualTo(150);

        // Reading its own write again teaches nothing.
        health.see(ready("Unknown", 1, 2), 0, 205);
        assertThat(health.probed()).isEqualTo(150);
        assertThat(health.readyChanged()).isEqualTo(200);
    }

    @Test
    void after_a_full_disruption_silence_and_transition_begin_again() {
        health.see(ready("True", 1, 1), 7, 150);
        health.forgive(500);

        assertThat(health.isSilent(40, 540)).isFalse();
        assertThat(health.probed()).isEqualTo(500);
        assertThat(health.readyChanged()).isEqualTo(500);
        assertThat(health.ready()).isEqualTo("True");
    }
}

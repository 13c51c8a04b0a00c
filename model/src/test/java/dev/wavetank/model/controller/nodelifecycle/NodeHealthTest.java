package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import org.junit.jupiter.api.Test;

/**
 * What counts as a sign of life (pkg/controller/nodelifecycle/node_lifecycle_controller.go,
 * {@code tryUpdateNodeHealth}, v1.20).
 */
class NodeHealthTest {

    private final NodeHealth health = new NodeHealth(5);

    @Test
    void a_node_is_silent_when_more_than_the_grace_period_has_passed() {
        assertThat(health.isSilent(40, 45)).isFalse();
        assertThat(health.isSilent(40, 46)).isTrue();
    }

    @Test
    void the_first_report_and_each_new_heartbeat_are_signs_of_life() {
        health.see(ready("True", 0, 0), 0, 10);
        assertThat(health.probed()).isEqualTo(10);

        health.see(ready("True", 0, 0), 0, 20);
        assertThat(health.probed()).as("the same heartbeat again").isEqualTo(10);

        health.see(ready("True", 1, 0), 0, 30);
        assertThat(health.probed()).isEqualTo(30);
    }

    @Test
    void only_a_new_time_of_transition_moves_that_of_the_controller() {
        health.see(ready("True", 0, 0), 0, 10);
        health.see(ready("True", 1, 0), 0, 20);
        assertThat(health.readyChanged()).isEqualTo(10);

        health.see(ready("False", 2, 2), 0, 30);
        assertThat(health.readyChanged()).isEqualTo(30);
        assertThat(health.ready()).isEqualTo("False");
    }

    @Test
    void a_renewed_lease_is_a_sign_of_life_and_an_old_one_is_not() {
        health.see(null, 7, 10);
        assertThat(health.probed()).isEqualTo(10);
        health.see(null, 7, 20);
        health.see(null, 6, 30);
        assertThat(health.probed()).isEqualTo(10);
        health.see(null, 8, 40);
        assertThat(health.probed()).isEqualTo(40);
        assertThat(health.readyChanged()).isEqualTo(5);
    }

    @Test
    void what_the_controller_writes_itself_is_no_sign_of_life() {
        health.see(ready("True", 0, 0), 0, 10);
        Node.Condition unknown = ready("Unknown", 0, 9);
        health.wrote(unknown, 20);
        health.see(unknown, 0, 30);

        assertThat(health.probed()).isEqualTo(10);
        assertThat(health.readyChanged()).isEqualTo(20);
        assertThat(health.ready()).isEqualTo("Unknown");
    }

    @Test
    void a_forgiven_node_is_as_if_it_had_reported_now() {
        health.forgive(100);

        assertThat(health.probed()).isEqualTo(100);
        assertThat(health.readyChanged()).isEqualTo(100);
        assertThat(health.ready()).isNull();
    }

    private static Node.Condition ready(String status, int heartbeat, int transition) {
        return Nodes.condition("Ready", status, heartbeat, transition);
    }
}

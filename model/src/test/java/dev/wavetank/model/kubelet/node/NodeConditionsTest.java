package dev.wavetank.model.kubelet.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubelet.eviction.Pressure;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a kubelet patches of the conditions of its node. */
class NodeConditionsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = START.plusSeconds(300);

    private static List<Node.Condition> changes(Optional<String> notReady, List<Node.Condition> before) {
        return NodeConditions.changes(new Pressure(), notReady, before, NOW);
    }

    private static List<Node.Condition> healthy() {
        return NodeConditions.of(new Pressure(), Optional.empty(), List.of(), START);
    }

    @Test
    void of_conditions_that_stay_only_the_time() {
        assertThat(changes(Optional.empty(), healthy()))
                .hasSize(healthy().size())
                .allSatisfy(
                        one -> assertThat(one).isEqualTo(new Node.Condition(one.type(), null, NOW, null, null, null)));
    }

    @Test
    void of_a_condition_that_changes_all_that_is_new() {
        assertThat(changes(Optional.of("it does not work"), healthy()))
                .contains(new Node.Condition("Ready", "False", NOW, NOW, "KubeletNotReady", "it does not work"));
    }

    @Test
    void of_a_condition_that_was_not_there_everything() {
        assertThat(changes(Optional.empty(), List.of()))
                .isEqualTo(NodeConditions.of(new Pressure(), Optional.empty(), List.of(), NOW));
    }
}

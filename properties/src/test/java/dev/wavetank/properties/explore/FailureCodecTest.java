package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.random.Choice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureCodecTest {

    private static final Failure FAILURE = new Failure(
            "SlowStart",
            "replicaset/default/web",
            "too many",
            17,
            "00ff",
            42,
            new PartsSpec(
                    "shuffle@200us",
                    List.of("no-slow-start"),
                    List.of(new Choice("kernel/order", 3, 4, 1), new Choice("kernel/order", 17, 5, 2)),
                    true,
                    new InvariantChoice(List.of("jobs", "SlowStart"), List.of("JobCounts"))),
            List.of(),
            Map.of(
                    "command",
                    "wavetank run web.yaml",
                    "nodes",
                    3L,
                    "faults",
                    List.of(Map.of("kind", "nodeCrash", "hits", 1L))),
            Scenario.ofCommand(ClusterSpec.DEFAULT, List.of("get", "pods")));

    @Test
    void decisions_are_lines_of_text() {
        String text = FailureCodec.write(FAILURE);

        assertThat(text).contains("""
                order: shuffle@200us
                decisions:
                - "kernel/order[3] = 1 of 4"
                - "kernel/order[17] = 2 of 5"
                bugs:
                - no-slow-start
                """);
        assertThat(FailureCodec.read("saved", text)).isEqualTo(FAILURE);
    }

    @Test
    void a_failure_that_was_saved_without_decisions_has_none() {
        String text = FailureCodec.write(FAILURE).replaceFirst("(?s)decisions:.*bugs:", "bugs:");

        Failure old = FailureCodec.read("saved", text);

        assertThat(old.parts())
                .isEqualTo(new PartsSpec("shuffle@200us", List.of("no-slow-start"))
                        .withStrict(true)
                        .withChoice(FAILURE.parts().choice()));
        assertThat(FailureCodec.write(old)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    kernel/order[17] = 5 of 5 | decisions[1]: a choice of 5 is one of 0 .. 4, was 5
                    order 17                  | decisions[1]: a choice reads 'stream[index] = value
                    kernel/order[3] = 2 of 5  | decisions[1]: two choices for the same draw
                    """)
    void a_decision_that_cannot_be_is_told_with_its_place(String line, String message) {
        String text = FailureCodec.write(FAILURE).replace("kernel/order[17] = 2 of 5", line);

        assertThatThrownBy(() -> FailureCodec.read("saved.yaml", text))
                .hasMessageStartingWith("saved.yaml:10:")
                .hasMessageContaining(message);
    }

    @Test
    void decisions_that_are_no_list_are_refused() {
        String text = FailureCodec.write(FAILURE).replaceFirst("(?s)decisions:.*bugs:", "decisions: many\nbugs:");

        assertThatThrownBy(() -> FailureCodec.read("saved.yaml", text))
                .hasMessageContaining("decisions: expected a list of lines such as kernel/order[17] = 2 of 5");
    }
}

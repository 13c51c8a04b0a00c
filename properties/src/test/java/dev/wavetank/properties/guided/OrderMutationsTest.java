package dev.wavetank.properties.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.properties.explore.RunInputs;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One other decision about the order of events. */
class OrderMutationsTest {

    private static final Exploration EXPLORATION = new Exploration(
            Scenario.ofCommand(ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx")),
            ClusterParts.DEFAULT.withOrder("shuffle@1ms"),
            null,
            1);

    private static ExploredRun run(RunInput input) {
        List<ExploredRun> runs = new ArrayList<>();
        RunInputs inputs = new RunInputs() {
            @Override
            public RunInput of(long number) {
                return input;
            }

            @Override
            public boolean recordsOrder() {
                return true;
            }
        };
        EXPLORATION.run(inputs, 1, 1, 1, runs::add);
        return runs.get(0);
    }

    private static List<Choice> open(List<Choice> choices) {
        return choices.stream().filter(choice -> choice.bound() > 1).toList();
    }

    @Test
    void the_decisions_of_a_run_written_out_are_the_same_run() {
        ExploredRun drawn = run(EXPLORATION.input(1));
        List<Choice> written =
                drawn.order().stream().filter(choice -> choice.value() != 0).toList();

        assertThat(written).hasSizeGreaterThan(10);
        assertThat(run(drawn.input().withOrder("shuffle@1ms", written)).result().fingerprint())
                .isEqualTo(drawn.result().fingerprint());
    }

    @Test
    void up_to_the_changed_decision_all_are_the_same() {
        ExploredRun drawn = run(EXPLORATION.input(1));

        RunInput changed = OrderMutations.changeOneDecision(drawn.input(), drawn.order(), RandomStream.of(7, "test"));
        List<Choice> before = open(drawn.order());
        List<Choice> after = open(run(changed).order());

        int first = 0;
        while (before.get(first).equals(after.get(first))) {
            first++;
        }
        assertThat(first).isPositive();
        assertThat(after.get(first).index()).isEqualTo(before.get(first).index());
        assertThat(after.get(first).bound()).isEqualTo(before.get(first).bound());
        assertThat(after.get(first).value()).isNotEqualTo(before.get(first).value());
    }

    @Test
    void a_run_in_order_of_scheduling_gets_one_decision() {
        RunInput fifo = EXPLORATION.input(1).withOrder("fifo", List.of());

        RunInput changed = OrderMutations.changeOneDecision(fifo, run(fifo).order(), RandomStream.of(7, "test"));

        assertThat(changed.order()).startsWith("shuffle@");
        assertThat(changed.decisions())
                .singleElement()
                .extracting(Choice::value)
                .isEqualTo(1L);
    }
}

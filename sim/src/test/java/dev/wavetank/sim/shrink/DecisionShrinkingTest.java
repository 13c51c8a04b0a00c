package dev.wavetank.sim.shrink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.shrink.DeltaDebugging.Minimum;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DecisionShrinkingTest {

    /** 0, 1, 2, 3, 0, 1, 2, 3, ... */
    private static final List<Choice> HUNDRED =
            LongStream.range(0, 100).mapToObj(i -> decision(i, i % 4)).toList();

    @Test
    void a_decision_that_counts_where_it_is_stays_there() {
        Minimum<Choice> minimum = DecisionShrinking.minimize(HUNDRED, taken -> taken.contains(decision(41, 1)), 1_000);

        assertThat(minimum.parts()).containsExactly(decision(41, 1));
        assertThat(minimum.minimal()).isTrue();
    }

    @Test
    void decisions_that_count_in_a_row_move_up() {
        // Each of the first ten decisions that is not 0 makes the run take one more before it comes to the one that
        // counts.
        FailurePredicate<Choice> fails = taken -> {
            long more = taken.stream().filter(choice -> choice.index() < 10).count();
            return taken.contains(decision(16 + more, 3));
        };

        assertThat(DeltaDebugging.minimize(
                                HUNDRED.stream()
                                        .filter(choice -> choice.value() != 0)
                                        .toList(),
                                fails,
                                1_000)
                        .parts())
                .hasSizeGreaterThan(1);
        assertThat(DecisionShrinking.minimize(HUNDRED, fails, 1_000).parts()).containsExactly(decision(16, 3));
    }

    @Test
    void never_runs_more_often_than_the_budget_and_always_ends_with_a_failure() {
        FailurePredicate<Choice> fails = taken -> taken.size() % 3 == 0 && taken.size() > 8;

        for (int budget = 1; budget < 300; budget += 7) {
            int[] runs = {0};
            Minimum<Choice> minimum = DecisionShrinking.minimize(
                    HUNDRED,
                    taken -> {
                        runs[0]++;
                        return fails.fails(taken);
                    },
                    budget);

            assertThat(runs[0]).isEqualTo(minimum.tests()).isLessThanOrEqualTo(budget);
            assertThat(fails.fails(minimum.parts())).isTrue();
        }
    }

    @Test
    void refuses_decisions_without_failure() {
        assertThatThrownBy(() -> DecisionShrinking.minimize(HUNDRED, taken -> false, 10))
                .hasMessage("the whole list of 75 parts does not fail");
    }

    private static Choice decision(long index, long value) {
        return new Choice("kernel/order", index, 4, value);
    }
}

package dev.wavetank.sim.shrink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeltaDebuggingTest {

    private static final List<Integer> THOUSAND =
            IntStream.range(0, 1_000).boxed().toList();

    @Test
    void one_culprit_of_a_thousand_takes_about_two_tests_for_each_halving() {
        DeltaDebugging.Minimum<Integer> minimum =
                DeltaDebugging.minimize(THOUSAND, parts -> parts.contains(123), 1_000);

        assertThat(minimum.parts()).containsExactly(123);
        assertThat(minimum.minimal()).isTrue();
        assertThat(minimum.tests()).isLessThanOrEqualTo(2 * 10 + 2);
    }

    @Test
    void culprits_that_need_each_other_are_all_kept_in_order() {
        List<Integer> culprits = List.of(3, 500, 999);

        DeltaDebugging.Minimum<Integer> minimum =
                DeltaDebugging.minimize(THOUSAND, parts -> parts.containsAll(culprits), 10_000);

        assertThat(minimum.parts()).containsExactlyElementsOf(culprits);
        assertThat(minimum.tests()).isLessThan(150);
    }

    @Test
    void a_piece_that_fails_alone_is_found_though_leaving_any_other_out_would_heal() {
        List<Integer> whole = THOUSAND.subList(0, 16);
        List<Integer> piece = List.of(4, 5, 6, 7);

        assertThat(DeltaDebugging.minimize(whole, parts -> parts.equals(whole) || parts.equals(piece), 1_000)
                        .parts())
                .isEqualTo(piece);
    }

    @Test
    void what_fails_without_any_part_has_none() {
        DeltaDebugging.Minimum<Integer> minimum = DeltaDebugging.minimize(THOUSAND, parts -> true, 10);

        assertThat(minimum).isEqualTo(new DeltaDebugging.Minimum<>(List.of(), 2, true));
    }

    @Test
    void a_spent_budget_gives_the_best_so_far_and_says_so() {
        DeltaDebugging.Minimum<Integer> minimum = DeltaDebugging.minimize(THOUSAND, parts -> parts.contains(123), 8);

        assertThat(minimum.parts()).contains(123).hasSizeLessThan(1_000);
        assertThat(minimum.tests()).isEqualTo(8);
        assertThat(minimum.minimal()).isFalse();
    }

    @Test
    void refuses_what_does_not_fail() {
        assertThatThrownBy(() -> DeltaDebugging.minimize(List.of(1, 2), parts -> false, 10))
                .hasMessage("the whole list of 2 parts does not fail");
        assertThatThrownBy(() -> DeltaDebugging.minimize(List.of(1), parts -> true, 0))
                .hasMessage("the budget must be at least one test, was 0");
    }

    /** So a test that works ahead works on nothing in vain but what comes after a failure. */
    @Test
    void what_is_asked_was_announced_in_that_order() {
        List<List<Integer>> asked = new ArrayList<>();
        List<List<Integer>> announced = new ArrayList<>();

        DeltaDebugging.minimize(
                THOUSAND.subList(0, 32),
                new FailurePredicate<>() {
                    @Override
                    public boolean fails(List<Integer> parts) {
                        asked.add(parts);
                        return parts.contains(7) && parts.contains(20);
                    }

                    @Override
                    public void expect(List<List<Integer>> next) {
                        announced.addAll(next);
                    }
                },
                1_000);

        assertThat(announced).containsSubsequence(asked.subList(2, asked.size()));
    }
}

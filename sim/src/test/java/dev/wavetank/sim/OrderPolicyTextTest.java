package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderPolicyTextTest {

    @Test
    void reads_every_policy_with_its_window() {
        assertThat(OrderPolicy.parse("fifo", 1)).isEqualTo(OrderPolicy.FIFO);
        assertThat(OrderPolicy.parse("shuffle@200us", 1)).isEqualTo(new OrderPolicy.Shuffle(200_000));
        assertThat(OrderPolicy.parse("walk@1ms", 1)).isEqualTo(new OrderPolicy.RandomWalk(1_000_000));
        assertThat(OrderPolicy.parse("pct:2/100@5us", 1)).isEqualTo(new OrderPolicy.Pct(2, 100, 5_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fifo", "shuffle", "walk", "pct:3", "pct:0/7", "portfolio"})
    void what_is_written_is_read_back_without_the_seed(String text) {
        OrderPolicy policy = OrderPolicy.parse(text, 42);

        assertThat(OrderPolicy.parse(policy.toString(), 43)).isEqualTo(policy);
    }

    @Test
    void the_seed_draws_the_window_and_the_portfolio() {
        Map<String, Integer> kinds = new TreeMap<>();
        Map<Long, Integer> windows = new TreeMap<>();
        for (long seed = 0; seed < 1_000; seed++) {
            OrderPolicy policy = OrderPolicy.parse("portfolio", seed);
            kinds.merge(policy.getClass().getSimpleName(), 1, Integer::sum);
            windows.merge(((OrderPolicy.Shuffle) OrderPolicy.parse("shuffle", seed)).window(), 1, Integer::sum);
        }
        assertThat(kinds.keySet()).containsExactly("Fifo", "Pct", "RandomWalk", "Shuffle");
        assertThat(kinds.values()).allSatisfy(count -> assertThat(count).isGreaterThan(80));
        assertThat(windows).hasSize(15).containsKeys(1_000L, 16_384_000L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "lifo", "pct", "pct:", "pct:-1", "pct:x", "fifo@1ms", "shuffle@", "walk:3"})
    void refuses_what_is_no_order_and_says_what_there_is(String text) {
        assertThatThrownBy(() -> OrderPolicy.parse(text, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("there is no order '" + text + "': ")
                .hasMessageContaining("use fifo, shuffle, walk, pct:CHANGES");
    }

    @Test
    void refuses_a_window_that_is_none() {
        assertThatThrownBy(() -> OrderPolicy.parse("shuffle@0s", 1))
                .hasMessage(
                        "the window of the order 'shuffle@0s': the window in which events compete must be at least 1 ns, was 0");
        assertThatThrownBy(() -> OrderPolicy.parse("walk@soon", 1))
                .hasMessageContaining("'soon' is not a span of time");
        assertThatThrownBy(() -> OrderPolicy.parse("pct:9/3", 1)).hasMessageContaining("9 changes in 3 steps");
    }
}

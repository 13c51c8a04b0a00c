package dev.wavetank.model.controller.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How long a pod stays on a node with taints ({@code GetMatchingTolerations} in {@code pkg/apis/core/v1/helper} and
 * {@code getMinTolerationTime} in {@code pkg/controller/tainteviction/taint_eviction.go}, v1.32).
 */
class PatienceTest {

    private static final long SECOND = VirtualTime.SECOND;

    private static Node.Taint taint(String key) {
        return new Node.Taint(key, "v", "NoExecute", null);
    }

    private static PodSpec.Toleration toleration(String key, Long seconds) {
        return new PodSpec.Toleration(key, "Exists", null, "NoExecute", seconds);
    }

    private static long patience(List<PodSpec.Toleration> tolerations, String... keys) {
        return Patience.of(
                tolerations, List.of(keys).stream().map(PatienceTest::taint).toList());
    }

    @Test
    void without_a_taint_a_pod_stays() {
        assertThat(patience(List.of())).isEqualTo(Patience.FOREVER);
    }

    @Test
    void a_taint_that_is_not_tolerated_leaves_no_time() {
        assertThat(patience(List.of(), "a")).isEqualTo(Patience.NONE);
        assertThat(patience(List.of(toleration("b", null)), "a")).isEqualTo(Patience.NONE);
        assertThat(patience(List.of(toleration("a", null)), "a", "b")).isEqualTo(Patience.NONE);
        assertThat(patience(List.of(toleration("b", 7L)), "b", "a")).isEqualTo(Patience.NONE);
    }

    @Test
    void a_toleration_without_seconds_has_no_limit() {
        assertThat(patience(List.of(toleration("a", null)), "a")).isEqualTo(Patience.FOREVER);
        assertThat(patience(List.of(toleration(null, null)), "a", "b")).isEqualTo(Patience.FOREVER);
    }

    @Test
    void the_least_limit_of_the_used_tolerations_counts() {
        List<PodSpec.Toleration> tolerations =
                List.of(toleration("a", 30L), toleration("b", 20L), toleration("c", null), toleration("unused", 1L));

        assertThat(patience(tolerations, "a", "b", "c")).isEqualTo(20 * SECOND);
        assertThat(patience(tolerations, "c", "a")).isEqualTo(30 * SECOND);
        assertThat(patience(tolerations, "c")).isEqualTo(Patience.FOREVER);
    }

    @Test
    void the_first_toleration_that_fits_is_used() {
        assertThat(patience(List.of(toleration("a", 30L), toleration("a", 5L)), "a"))
                .isEqualTo(30 * SECOND);
        assertThat(patience(List.of(toleration(null, null), toleration("a", 5L)), "a"))
                .isEqualTo(Patience.FOREVER);
    }

    @Test
    void zero_or_fewer_seconds_are_no_time() {
        assertThat(patience(List.of(toleration("a", 0L)), "a")).isZero();
        assertThat(patience(List.of(toleration("a", -5L), toleration("b", 9L)), "a", "b"))
                .isZero();
    }

    @Test
    void so_many_seconds_that_no_run_takes_them_are_no_limit() {
        long century = 100L * 366 * 24 * 3600;

        assertThat(patience(List.of(toleration("a", century)), "a")).isEqualTo(century * SECOND);
        for (long seconds : new long[] {Long.MAX_VALUE, Long.MAX_VALUE / SECOND + 1, Long.MAX_VALUE / SECOND}) {
            assertThat(patience(List.of(toleration("a", seconds)), "a")).isEqualTo(Patience.FOREVER);
        }
        assertThat(patience(List.of(toleration("a", Long.MAX_VALUE), toleration("b", 9L)), "a", "b"))
                .isEqualTo(9 * SECOND);
    }
}

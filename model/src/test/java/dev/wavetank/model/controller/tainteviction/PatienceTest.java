package dev.wavetank.model.controller.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How long a pod stays on a tainted node (pkg/controller/nodelifecycle/scheduler/taint_manager.go,
 * {@code getMinTolerationTime}, v1.20).
 */
class PatienceTest {

    private static final Node.Taint NOT_READY = new Node.Taint("not-ready", null, "NoExecute", null);
    private static final Node.Taint MAINTENANCE = new Node.Taint("maintenance", null, "NoExecute", null);

    @Test
    void a_pod_that_does_not_tolerate_one_of_the_taints_goes_at_once() {
        assertThat(Patience.of(List.of(), List.of(NOT_READY))).isZero();
        assertThat(Patience.of(List.of(tolerates("not-ready", 300L)), List.of(NOT_READY, MAINTENANCE)))
                .isZero();
    }

    @Test
    void the_shortest_of_the_limits_counts() {
        assertThat(Patience.of(
                        List.of(tolerates("not-ready", 300L), tolerates("maintenance", 20L)),
                        List.of(NOT_READY, MAINTENANCE)))
                .isEqualTo(20 * VirtualTime.SECOND);
        assertThat(Patience.of(
                        List.of(tolerates("not-ready", 300L), tolerates("maintenance", 20L)),
                        List.of(MAINTENANCE, NOT_READY)))
                .isEqualTo(20 * VirtualTime.SECOND);
    }

    @Test
    void without_limits_or_without_taints_a_pod_stays_for_ever() {
        assertThat(Patience.of(List.of(tolerates("not-ready", null)), List.of(NOT_READY)))
                .isEqualTo(Patience.FOREVER);
        assertThat(Patience.of(List.of(), List.of())).isEqualTo(Patience.FOREVER);
    }

    @Test
    void a_limit_below_zero_is_zero() {
        assertThat(Patience.of(List.of(tolerates("not-ready", -5L)), List.of(NOT_READY)))
                .isZero();
    }

    @Test
    void of_several_tolerations_of_a_taint_the_first_counts() {
        assertThat(Patience.of(List.of(tolerates("not-ready", 300L), tolerates("not-ready", 20L)), List.of(NOT_READY)))
                .isEqualTo(300 * VirtualTime.SECOND);
    }

    @Test
    void a_toleration_of_a_taint_that_is_not_there_sets_no_limit() {
        assertThat(Patience.of(
                        List.of(tolerates("maintenance", 20L), tolerates("not-ready", 300L)), List.of(NOT_READY)))
                .isEqualTo(300 * VirtualTime.SECOND);
    }

    private static PodSpec.Toleration tolerates(String key, Long seconds) {
        return new PodSpec.Toleration(key, "Exists", null, "NoExecute", seconds);
    }
}

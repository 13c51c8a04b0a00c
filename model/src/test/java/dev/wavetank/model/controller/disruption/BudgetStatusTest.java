package dev.wavetank.model.controller.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.api.policy.PodDisruptionBudgetBuilder;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The status of a budget: {@code updatePdbStatus} and {@code failSafe} of {@code
 * pkg/controller/disruption/disruption.go}, and the condition {@code DisruptionAllowed} of {@code
 * pkg/apis/policy/helper} since Kubernetes 1.21.
 */
class BudgetStatusTest {

    private static final Instant NOW = Timestamps.EPOCH.plusSeconds(1000);
    private static final Instant LATER = NOW.plusSeconds(60);
    private static final Map<String, Instant> PENDING = Map.of("web-1", NOW);
    private static final PodDisruptionBudget BUDGET = PodDisruptionBudgetBuilder.builder()
            .metadata(ObjectMetaBuilder.builder()
                    .namespace("default")
                    .name("web")
                    .generation(4L)
                    .build())
            .build();
    private static final BudgetStatus STATUSES = new BudgetStatus(true);

    private static PodDisruptionBudget.Status counted(int healthy, int desired, int expected) {
        return counted(BUDGET, healthy, desired, expected, NOW);
    }

    private static PodDisruptionBudget.Status counted(
            PodDisruptionBudget budget, int healthy, int desired, int expected, Instant now) {
        return STATUSES.counted(budget, new BudgetStatus.Counts(healthy, desired, expected, PENDING), now);
    }

    @Test
    void the_healthy_pods_above_the_desired_ones_may_be_disrupted() {
        assertThat(counted(5, 3, 5).disruptionsAllowed()).isEqualTo(2);
        assertThat(counted(3, 3, 5).disruptionsAllowed()).isZero();
        assertThat(counted(2, 3, 5).disruptionsAllowed()).isZero();
    }

    @Test
    void without_expected_pods_none_may_be_disrupted() {
        assertThat(counted(2, 0, 0).disruptionsAllowed()).isZero();
        assertThat(counted(2, 0, 1).disruptionsAllowed()).isEqualTo(2);
    }

    @Test
    void every_count_has_its_own_field() {
        PodDisruptionBudget.Status status = counted(5, 3, 7);
        assertThat(status.currentHealthy()).isEqualTo(5);
        assertThat(status.desiredHealthy()).isEqualTo(3);
        assertThat(status.expectedPods()).isEqualTo(7);
        assertThat(status.observedGeneration()).isEqualTo(4L);
        assertThat(status.disruptedPods()).isEqualTo(PENDING);
    }

    @Test
    void the_condition_says_whether_a_disruption_is_allowed() {
        assertThat(counted(5, 4, 5).conditions())
                .containsExactly(
                        new PodDisruptionBudget.Condition("DisruptionAllowed", "True", 4L, NOW, "SufficientPods", ""));
        assertThat(counted(4, 4, 5).conditions())
                .containsExactly(new PodDisruptionBudget.Condition(
                        "DisruptionAllowed", "False", 4L, NOW, "InsufficientPods", ""));
    }

    @Test
    void the_condition_keeps_its_time_while_its_status_stays() {
        PodDisruptionBudget before = BUDGET.withStatus(counted(5, 4, 5));
        assertThat(counted(before, 5, 3, 5, LATER).conditions().get(0).lastTransitionTime())
                .isEqualTo(NOW);
        assertThat(counted(before, 4, 4, 5, LATER).conditions().get(0).lastTransitionTime())
                .isEqualTo(LATER);
    }

    @Test
    void before_v1_21_there_is_no_condition() {
        BudgetStatus old = new BudgetStatus(false);
        BudgetStatus.Counts counts = new BudgetStatus.Counts(5, 4, 5, PENDING);
        assertThat(old.counted(BUDGET, counts, NOW).conditions()).isEmpty();
        assertThat(old.failed(BUDGET, "no", NOW).conditions()).isEmpty();
    }

    @Test
    void a_failed_calculation_allows_nothing_and_keeps_the_counts() {
        PodDisruptionBudget newer = BUDGET.withStatus(counted(5, 3, 7))
                .withMetadata(BUDGET.metadata().withGeneration(9L));
        PodDisruptionBudget.Status failed = STATUSES.failed(newer, "no scale", LATER);
        assertThat(failed.disruptionsAllowed()).isZero();
        assertThat(failed.currentHealthy()).isEqualTo(5);
        assertThat(failed.disruptedPods()).isEqualTo(PENDING);
        assertThat(failed.observedGeneration()).isEqualTo(4L);
        assertThat(failed.conditions())
                .containsExactly(new PodDisruptionBudget.Condition(
                        "DisruptionAllowed", "False", 4L, LATER, "SyncFailed", "no scale"));
    }

    @Test
    void a_failed_first_calculation_writes_zeros() {
        PodDisruptionBudget.Status failed = STATUSES.failed(BUDGET, "no scale", NOW);
        assertThat(failed.disruptionsAllowed()).isZero();
        assertThat(failed.currentHealthy()).isZero();
        assertThat(failed.desiredHealthy()).isZero();
        assertThat(failed.expectedPods()).isZero();
    }
}

package dev.wavetank.model.controller.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Which pods count for a budget, and percentages: {@code buildDisruptedPodMap} and {@code countHealthyPods} of {@code
 * pkg/controller/disruption/disruption.go}, {@code GetScaledValueFromIntOrPercent} of {@code apimachinery}, Kubernetes
 * 1.20.
 */
class BudgetMathTest {

    private static final Instant THEN = Timestamps.EPOCH.plusSeconds(1000);
    private static final Instant IN_TIME = THEN.plusSeconds(120);
    private static final Instant LATE = IN_TIME.plusNanos(1);

    private static Pod pod(String name, boolean ready) {
        Pod.Condition condition =
                new Pod.Condition("Ready", ready ? "True" : "False", null, Timestamps.EPOCH, null, null);
        return PodBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name(name)
                        .build())
                .status(PodStatusBuilder.builder()
                        .phase("Running")
                        .conditions(List.of(condition))
                        .build())
                .build();
    }

    private static Pod deleting(Pod pod) {
        return pod.withMetadata(pod.metadata().withDeletionTimestamp(THEN));
    }

    private static Map<String, Instant> disrupted(String... names) {
        Map<String, Instant> disrupted = new LinkedHashMap<>();
        for (String name : names) {
            disrupted.put(name, THEN);
        }
        return disrupted;
    }

    @Property(tries = 300)
    void a_percentage_is_rounded_up(@ForAll @IntRange(max = 100) int percent, @ForAll @IntRange(max = 5000) int total) {
        assertThat(BudgetMath.scaled(percent + "%", total)).isEqualTo((int) Math.ceil(percent * total / 100.0));
    }

    @Test
    void a_number_does_not_depend_on_the_total() {
        assertThat(BudgetMath.scaled(3, 10)).isEqualTo(3);
        assertThat(BudgetMath.scaled(3L, 1)).isEqualTo(3);
        assertThat(BudgetMath.scaled("3", 10)).isEqualTo(3);
    }

    @Test
    void a_percentage_of_a_great_total_does_not_overflow() {
        assertThat(BudgetMath.scaled("100%", 1_000_000_000)).isEqualTo(1_000_000_000);
    }

    @Test
    void only_text_that_ends_with_the_sign_is_a_percentage() {
        assertThat(BudgetMath.isPercentage("50%")).isTrue();
        assertThat(BudgetMath.isPercentage("50")).isFalse();
        assertThat(BudgetMath.isPercentage(50)).isFalse();
    }

    @Test
    void a_permitted_eviction_is_pending_for_two_minutes() {
        List<Pod> pods = List.of(pod("a", true), pod("b", true));
        assertThat(BudgetMath.pending(pods, disrupted("b"), IN_TIME)).isEqualTo(Map.of("b", THEN));
        assertThat(BudgetMath.pending(pods, disrupted("b"), LATE)).isEmpty();
    }

    @Test
    void an_eviction_is_no_longer_pending_when_its_pod_is_being_deleted_or_gone() {
        assertThat(BudgetMath.pending(List.of(deleting(pod("a", true))), disrupted("a", "gone"), THEN))
                .isEmpty();
    }

    @Test
    void healthy_pods_are_ready_not_being_deleted_and_without_a_pending_eviction() {
        List<Pod> pods =
                List.of(pod("a", true), pod("b", false), deleting(pod("c", true)), pod("d", true), pod("e", true));
        assertThat(BudgetMath.healthy(pods, disrupted())).isEqualTo(3);
        assertThat(BudgetMath.healthy(pods, disrupted("d", "b"))).isEqualTo(2);
    }

    @Test
    void the_scales_of_different_controllers_are_added_and_each_counts_once() {
        List<ExpectedScale.Scale> scales = List.of(
                new ExpectedScale.Scale("a", 3), new ExpectedScale.Scale("b", 3), new ExpectedScale.Scale("a", 3));
        assertThat(ExpectedScale.sum(scales)).isEqualTo(6);
        assertThat(ExpectedScale.sum(List.of())).isZero();
    }
}

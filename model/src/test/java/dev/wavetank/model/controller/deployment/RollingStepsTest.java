package dev.wavetank.model.controller.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * How a rolling update takes pods from old ReplicaSets (pkg/controller/deployment/rolling.go,
 * {@code cleanupUnhealthyReplicas} and {@code scaleDownOldReplicaSetsForRollingUpdate}, v1.20).
 */
class RollingStepsTest {

    private static final Deployment TEN = Sets.rolling(10, 2, 2);

    @Test
    void pods_that_are_not_available_go_first_from_the_oldest_set_on() {
        Rollout rollout = rollout(Sets.set("new", 2, 4), Sets.set("a", 0, 4, 2), Sets.set("b", 1, 4, 1));

        assertThat(names(RollingSteps.withoutUnhealthy(TEN, rollout).sizes())).containsExactly("a 2", "b 2");
    }

    @Test
    void no_more_unavailable_pods_go_than_the_minimum_permits() {
        Rollout rollout = rollout(Sets.set("new", 1, 2, 0), Sets.set("a", 0, 9, 0));

        assertThat(names(RollingSteps.withoutUnhealthy(TEN, rollout).sizes())).containsExactly("a 8");
    }

    @Test
    void a_set_that_counts_more_available_pods_than_it_wants_stops_the_step() {
        Rollout rollout =
                rollout(Sets.set("new", 2, 2), Sets.set("a", 0, 4, 3), Sets.set("b", 1, 3, 5), Sets.set("c", 1, 3, 0));

        RollingSteps.Removal removal = RollingSteps.withoutUnhealthy(TEN, rollout);

        assertThat(removal.complete()).isFalse();
        assertThat(names(removal.sizes())).containsExactly("a 3");
    }

    @Test
    void available_pods_go_down_to_the_minimum_from_the_oldest_set_on() {
        Rollout rollout = rollout(Sets.set("new", 2, 6), Sets.set("a", 0, 3), Sets.set("b", 1, 3));

        assertThat(names(RollingSteps.scaledDown(TEN, rollout))).containsExactly("a 0", "b 2");
    }

    @Test
    void no_available_pod_goes_while_too_few_are_available() {
        Rollout rollout = rollout(Sets.set("new", 1, 4, 0), Sets.set("a", 0, 8));

        assertThat(RollingSteps.scaledDown(TEN, rollout)).isEmpty();
    }

    @Test
    void a_set_without_replicas_is_left_alone() {
        Rollout rollout = rollout(Sets.set("new", 2, 10), Sets.set("empty", 0, 0), Sets.set("a", 1, 2));

        assertThat(names(RollingSteps.scaledDown(TEN, rollout))).containsExactly("a 0");
    }

    private static Rollout rollout(ReplicaSet newSet, ReplicaSet... old) {
        return new Rollout(List.of(old), Optional.of(newSet));
    }

    private static List<String> names(List<ProportionalScaling.Size> sizes) {
        return sizes.stream()
                .map(size -> size.set().metadata().name() + " " + size.replicas())
                .toList();
    }
}

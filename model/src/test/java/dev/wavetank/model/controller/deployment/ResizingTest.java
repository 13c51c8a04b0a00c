package dev.wavetank.model.controller.deployment;

import static dev.wavetank.model.controller.deployment.RolloutFixture.annotated;
import static dev.wavetank.model.controller.deployment.RolloutFixture.recreating;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rolling;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rollout;
import static dev.wavetank.model.controller.deployment.RolloutFixture.set;
import static dev.wavetank.model.controller.deployment.RolloutFixture.sizes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentStatusBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * A change of {@code replicas}, also in the middle of a roll-out: {@code scale} and {@code isScalingEvent} of {@code
 * pkg/controller/deployment/sync.go}, {@code GetProportion} and {@code FindActiveOrLatest} of {@code
 * util/deployment_util.go}, Kubernetes 1.20; cases of {@code TestScale}.
 */
class ResizingTest {

    /** A Deployment that was scaled from one size to another while its ReplicaSets had these sizes. */
    private static List<String> scaled(int from, int to, Object surge, int... replicas) {
        int before = from + RollingMath.maxSurge(rolling(from, 0, surge));
        List<ReplicaSet> active = new ArrayList<>();
        for (int i = 0; i < replicas.length; i++) {
            ReplicaSet set = set("rs-" + (i + 1), replicas[i], replicas[i], i);
            active.add(annotated(set, Annotations.MAX_REPLICAS, before));
        }
        return sizes(ProportionalScaling.sizes(rolling(to, 0, surge), active));
    }

    @Test
    void a_growing_deployment_grows_its_replica_sets_in_proportion() {
        assertThat(scaled(10, 12, 0, 5, 5)).containsExactly("rs-2=6", "rs-1=6");
        assertThat(scaled(10, 20, 0, 2, 8)).containsExactly("rs-2=16", "rs-1=4");
        assertThat(scaled(5, 10, 2, 2, 5)).containsExactly("rs-2=9", "rs-1=3");
    }

    @Test
    void the_remainder_goes_to_the_largest_and_to_the_newest_of_equal_ones_when_growing() {
        assertThat(scaled(10, 11, 0, 5, 5)).containsExactly("rs-2=6", "rs-1=5");
        assertThat(scaled(9, 10, 0, 3, 3, 3)).containsExactly("rs-3=4", "rs-2=3", "rs-1=3");
    }

    @Test
    void shares_that_round_up_end_with_the_change() {
        assertThat(scaled(3, 5, 0, 1, 1, 1)).containsExactly("rs-3=2", "rs-2=2", "rs-1=1");
        assertThat(scaled(9, 14, 0, 3, 3, 3)).containsExactly("rs-3=5", "rs-2=5", "rs-1=4");
    }

    @Test
    void a_wrong_annotation_makes_no_size_negative() {
        List<ReplicaSet> active = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            active.add(annotated(set("rs-" + i, 1, 1), Annotations.MAX_REPLICAS, 1));
        }
        assertThat(sizes(ProportionalScaling.sizes(rolling(2, 1, 0), active))).startsWith("rs-0=0");
    }

    @Test
    void equal_ones_shrink_the_oldest_first() {
        assertThat(scaled(10, 9, 0, 5, 5)).containsExactly("rs-1=4", "rs-2=5");
        assertThat(scaled(10, 6, 0, 8, 2)).containsExactly("rs-1=5", "rs-2=1");
    }

    @Test
    void names_decide_between_replica_sets_of_the_same_second() {
        // ReplicaSetsBySizeNewer and ReplicaSetsBySizeOlder: by name where the timestamps are equal.
        List<ReplicaSet> active = List.of(
                annotated(set("b", 5, 5), Annotations.MAX_REPLICAS, 15),
                annotated(set("c", 5, 5), Annotations.MAX_REPLICAS, 15),
                annotated(set("a", 5, 5), Annotations.MAX_REPLICAS, 15));
        assertThat(sizes(ProportionalScaling.sizes(rolling(16, 1, 0), active))).containsExactly("c=6", "b=5", "a=5");
        assertThat(sizes(ProportionalScaling.sizes(rolling(14, 1, 0), active))).containsExactly("a=4", "b=5", "c=5");
    }

    @Test
    void nothing_remains_of_a_deployment_of_size_zero_whatever_the_surge() {
        assertThat(scaled(10, 0, 3, 8, 5)).containsExactly("rs-1=0", "rs-2=0");
    }

    @Test
    void without_the_annotation_the_replicas_of_the_status_are_the_former_size() {
        Deployment twenty = rolling(20, 0, 0)
                .withStatus(DeploymentStatusBuilder.builder().replicas(10).build());
        List<ReplicaSet> active = List.of(set("old", 6, 6), set("new", 4, 4));
        assertThat(sizes(ProportionalScaling.sizes(twenty, active))).containsExactly("old=12", "new=8");
        assertThat(sizes(ProportionalScaling.sizes(twenty.withStatus(null), active)))
                .as("no status yet: the remainder goes to the largest")
                .containsExactly("old=16", "new=4");
    }

    @Test
    void without_a_change_the_sizes_stay() {
        assertThat(scaled(10, 10, 2, 7, 5)).containsExactly("rs-1=7", "rs-2=5");
    }

    @Property(tries = 300)
    void the_sizes_add_up_to_what_is_allowed(
            @ForAll @IntRange(min = 1, max = 60) int to,
            @ForAll @IntRange(max = 10) int surge,
            @ForAll @Size(min = 2, max = 5) List<@IntRange(min = 1, max = 40) Integer> replicas) {
        int before = replicas.stream().mapToInt(Integer::intValue).sum();
        List<ReplicaSet> active = new ArrayList<>();
        for (int size : replicas) {
            active.add(annotated(set("rs-" + active.size(), size, size), Annotations.MAX_REPLICAS, before));
        }
        List<ProportionalScaling.Size> sizes = ProportionalScaling.sizes(rolling(to, 1, surge), active);
        assertThat(sizes.stream().mapToInt(ProportionalScaling.Size::replicas).sum())
                .isEqualTo(to + surge);
    }

    @Test
    void a_single_active_replica_set_gets_the_wanted_size() {
        Rollout rollout = rollout(List.of(set("empty", 0, 0)), set("new", 4, 4));
        assertThat(sizes(Resizing.sizes(rolling(6, 0, 1), rollout))).containsExactly("new=6");
        assertThat(Resizing.sizes(rolling(4, 0, 1), rollout)).isEmpty();
        assertThat(sizes(Resizing.sizes(rolling(6, 0, 1), rollout(List.of(set("old", 4, 4)), set("new", 0, 0)))))
                .containsExactly("old=6");
    }

    @Test
    void without_an_active_one_the_new_replica_set_grows_or_else_the_newest_old_one() {
        Deployment three = rolling(3, 0, 1);
        List<ReplicaSet> old = List.of(set("a", 0, 0, 1), set("b", 0, 0, 2));
        assertThat(sizes(Resizing.sizes(three, rollout(old, set("new", 0, 0))))).containsExactly("new=3");
        assertThat(sizes(Resizing.sizes(three, new Rollout(old, Optional.empty()))))
                .containsExactly("b=3");
        assertThat(Resizing.sizes(three, new Rollout(List.of(), Optional.empty())))
                .isEmpty();
    }

    @Test
    void a_saturated_new_replica_set_scales_the_old_ones_to_zero() {
        Deployment ten = rolling(10, 2, 2);
        List<ReplicaSet> old = List.of(set("old", 2, 2), set("empty", 0, 0));
        ReplicaSet saturated = annotated(set("new", 10, 10), Annotations.DESIRED_REPLICAS, 10);
        assertThat(sizes(Resizing.sizes(ten, rollout(old, saturated)))).containsExactly("old=0");
        for (ReplicaSet not : List.of(
                annotated(set("new", 9, 9), Annotations.DESIRED_REPLICAS, 10),
                annotated(set("new", 10, 9), Annotations.DESIRED_REPLICAS, 10),
                annotated(set("new", 10, 10), Annotations.DESIRED_REPLICAS, 9),
                set("new", 10, 10))) {
            assertThat(sizes(Resizing.sizes(ten, rollout(old, not)))).doesNotContain("old=0");
        }
    }

    @Test
    void recreate_scales_nothing_in_proportion() {
        Rollout rollout = rollout(List.of(set("old", 5, 5)), set("new", 5, 5));
        assertThat(Resizing.sizes(recreating(20), rollout)).isEmpty();
    }

    @Test
    void an_active_replica_set_of_another_desired_size_needs_resizing() {
        Deployment ten = rolling(10, 2, 2);
        ReplicaSet right = annotated(set("new", 3, 3), Annotations.DESIRED_REPLICAS, 10);
        ReplicaSet wrong = annotated(set("old", 3, 3), Annotations.DESIRED_REPLICAS, 9);
        ReplicaSet wrongButEmpty = annotated(set("old", 0, 0), Annotations.DESIRED_REPLICAS, 9);
        assertThat(Resizing.isNeeded(ten, rollout(List.of(wrong), right))).isTrue();
        assertThat(Resizing.isNeeded(ten, rollout(List.of(right), right))).isFalse();
        assertThat(Resizing.isNeeded(ten, rollout(List.of(wrongButEmpty), right)))
                .isFalse();
        assertThat(Resizing.isNeeded(ten, rollout(List.of(set("old", 3, 3)), right)))
                .as("no annotation")
                .isFalse();
    }
}

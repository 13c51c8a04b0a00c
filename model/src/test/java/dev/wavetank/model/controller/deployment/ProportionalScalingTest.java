package dev.wavetank.model.controller.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * A size change in the middle of a roll-out (pkg/controller/deployment/sync.go, {@code scale}, and
 * util/deployment_util.go, {@code GetProportion}, v1.20).
 */
class ProportionalScalingTest {

    /** The example of the Kubernetes documentation, "Proportional scaling". */
    @Test
    void five_more_pods_are_shared_three_to_two() {
        Deployment deployment = Sets.rolling(15, 3, 2);

        assertThat(sizes(deployment, sized("old", 0, 8, 13), sized("new", 1, 5, 13)))
                .containsExactly("old 11", "new 7");
    }

    @Test
    void fewer_pods_are_taken_in_proportion_too() {
        Deployment deployment = Sets.rolling(5, 0, 1);

        assertThat(sizes(deployment, sized("old", 0, 8, 10), sized("new", 1, 2, 10)))
                .containsExactly("old 4", "new 1");
    }

    @Test
    void the_largest_gets_what_rounding_leaves_over() {
        Deployment deployment = Sets.rolling(11, 0, 1);

        assertThat(sizes(deployment, sized("a", 0, 3, 9), sized("b", 1, 3, 9), sized("c", 2, 3, 9)))
                .containsExactly("c 4", "b 4", "a 3");
    }

    @Test
    void of_equal_sets_the_newest_grows_first_and_the_oldest_shrinks_first() {
        assertThat(sizes(Sets.rolling(3, 0, 1), sized("a", 0, 1, 2), sized("b", 1, 1, 2)))
                .containsExactly("b 2", "a 1");
        assertThat(sizes(Sets.rolling(3, 0, 1), sized("a", 0, 2, 4), sized("b", 1, 2, 4)))
                .containsExactly("a 1", "b 2");
    }

    @Test
    void a_deployment_that_is_scaled_to_zero_has_no_surge() {
        assertThat(sizes(Sets.rolling(0, 3, 1), sized("old", 0, 5, 8), sized("new", 1, 3, 8)))
                .containsExactly("old 0", "new 0");
    }

    @Test
    void a_set_without_the_annotation_is_measured_by_the_status_of_the_deployment() {
        Deployment deployment = Sets.rolling(20, 0, 1);
        Deployment observed =
                deployment.withStatus(StatusCalculation.current(deployment).withReplicas(10));

        assertThat(sizes(observed, Sets.set("old", 0, 8), Sets.set("new", 1, 2)))
                .containsExactly("old 16", "new 4");
    }

    @Test
    void the_largest_takes_no_more_than_there_is_to_share() {
        assertThat(sizes(Sets.rolling(12, 0, 1), sized("old", 0, 6, 6), sized("new", 1, 4, 6)))
                .containsExactly("old 8", "new 4");
        assertThat(sizes(Sets.rolling(8, 0, 1), sized("old", 0, 6, 24), sized("new", 1, 4, 24)))
                .containsExactly("old 4", "new 4");
    }

    @Test
    void without_any_measure_the_largest_gets_all() {
        assertThat(sizes(Sets.rolling(20, 0, 1), Sets.set("old", 0, 8), Sets.set("new", 1, 2)))
                .containsExactly("old 18", "new 2");
    }

    @Property
    void the_sizes_add_up_to_what_is_allowed(
            @ForAll @IntRange(min = 1, max = 100) int wanted,
            @ForAll @IntRange(max = 10) int surge,
            @ForAll @IntRange(min = 1, max = 50) int one,
            @ForAll @IntRange(min = 1, max = 50) int other) {
        ReplicaSet old = sized("old", 0, one, one + other);
        ReplicaSet young = sized("new", 1, other, one + other);

        List<ProportionalScaling.Size> sizes =
                ProportionalScaling.sizes(Sets.rolling(wanted, surge, 1), List.of(old, young));

        assertThat(sizes.stream().mapToInt(ProportionalScaling.Size::replicas).sum())
                .isEqualTo(wanted + surge);
        assertThat(sizes).allMatch(size -> size.replicas() >= 0);
    }

    private static ReplicaSet sized(String name, int age, int replicas, int maxReplicas) {
        return Sets.annotated(Sets.set(name, age, replicas), Annotations.MAX_REPLICAS, maxReplicas);
    }

    private static List<String> sizes(Deployment deployment, ReplicaSet... active) {
        return ProportionalScaling.sizes(deployment, List.of(active)).stream()
                .map(size -> size.set().metadata().name() + " " + size.replicas())
                .toList();
    }
}

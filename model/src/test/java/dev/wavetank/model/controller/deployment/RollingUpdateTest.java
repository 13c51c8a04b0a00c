package dev.wavetank.model.controller.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentBuilder;
import dev.wavetank.model.api.apps.DeploymentSpecBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.apps.ReplicaSetStatusBuilder;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The arithmetic of roll-outs, against sequences recorded from Kubernetes 1.20. */
class RollingUpdateTest {

    private static final Deployment TEN = deployment(10, "25%", "25%");

    @Test
    void surge_is_rounded_up_and_unavailable_down() {
        assertThat(RollingMath.maxSurge(TEN)).isEqualTo(3);
        assertThat(RollingMath.maxUnavailable(TEN)).isEqualTo(2);
        assertThat(RollingMath.maxSurge(deployment(3, "25%", "25%"))).isEqualTo(1);
        assertThat(RollingMath.maxUnavailable(deployment(3, "25%", "25%"))).isZero();
    }

    @Test
    void one_may_be_unavailable_when_nothing_else_could_move() {
        assertThat(RollingMath.maxUnavailable(deployment(4, 0, 0))).isEqualTo(1);
    }

    @Test
    void a_new_replica_set_starts_with_the_surge() {
        assertThat(RollingMath.newReplicas(TEN, List.of(set("old", 10, 10)), 0)).isEqualTo(3);
    }

    @Test
    void the_steps_of_a_rolling_update_are_the_recorded_ones() {
        // Recorded: new 3 (at its creation), old 10 -> 8, new 3 -> 5, then old shrinks with every new pod that is
        // available.
        assertThat(steps(10, 10, 3, 0)).isEqualTo("old 8");
        assertThat(steps(8, 8, 3, 0)).isEqualTo("new 5");
        assertThat(steps(8, 8, 5, 1)).isEqualTo("old 7");
        assertThat(steps(7, 7, 5, 1)).isEqualTo("new 6");
        assertThat(steps(7, 7, 6, 2)).isEqualTo("old 6");
        assertThat(steps(6, 6, 7, 4)).isEqualTo("old 4");
        assertThat(steps(4, 4, 9, 5)).isEqualTo("old 3");
        assertThat(steps(3, 3, 10, 8)).isEqualTo("old 0");
    }

    @Test
    void unavailable_old_pods_go_first() {
        assertThat(steps(8, 4, 5, 5)).isEqualTo("old 4 old 3");
    }

    @Test
    void nothing_shrinks_while_an_old_replica_set_counts_pods_that_are_still_to_go() {
        assertThat(steps(7, 8, 6, 2)).isEqualTo("nothing");
        assertThat(steps(7, 7, 6, 2)).isEqualTo("old 6");
    }

    @Test
    void a_change_of_size_in_the_middle_of_a_roll_out_is_spread_by_size() {
        Deployment fifteen = deployment(15, 2, 3);
        List<ProportionalScaling.Size> sizes = ProportionalScaling.sizes(
                fifteen, List.of(annotated(set("old", 8, 8), 13), annotated(set("new", 5, 0), 13)));
        assertThat(sizes)
                .extracting(size -> size.set().metadata().name() + " " + size.replicas())
                .containsExactly("old 11", "new 7");
    }

    @Test
    void equal_templates_have_equal_hashes_whatever_the_order_of_their_maps() {
        assertThat(TemplateHash.of(template("a", "b"), 0)).isEqualTo(TemplateHash.of(template("b", "a"), 0));
    }

    @Test
    void collisions_and_other_templates_change_the_hash() {
        String hash = TemplateHash.of(template("a", "b"), 0);
        assertThat(TemplateHash.of(template("a", "b"), 1)).isNotEqualTo(hash);
        assertThat(TemplateHash.of(template("a", "c"), 0)).isNotEqualTo(hash);
        assertThat(hash).matches("[bcdfghjklmnpqrstvwxz2456789]{1,10}");
    }

    private static String steps(int old, int oldAvailable, int next, int nextAvailable) {
        ReplicaSet newSet = set("new", next, nextAvailable);
        ReplicaSet oldSet = set("old", old, oldAvailable);
        Rollout rollout = new Rollout(List.of(oldSet), Optional.of(newSet));
        int grown = RollingMath.newReplicas(TEN, rollout.all(), next);
        if (grown != next) {
            return "new " + grown;
        }
        StringBuilder steps = new StringBuilder();
        RollingSteps.Removal unhealthy = RollingSteps.withoutUnhealthy(TEN, rollout);
        for (ProportionalScaling.Size size : unhealthy.sizes()) {
            steps.append("old ").append(size.replicas()).append(' ');
            rollout = new Rollout(List.of(set("old", size.replicas(), oldAvailable)), Optional.of(newSet));
        }
        if (!unhealthy.complete()) {
            return "nothing";
        }
        for (ProportionalScaling.Size size : RollingSteps.scaledDown(TEN, rollout)) {
            steps.append("old ").append(size.replicas());
        }
        return steps.toString().trim();
    }

    private static PodTemplateSpec template(String first, String second) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(first, "x");
        labels.put(second, "x");
        return new PodTemplateSpec(
                ObjectMetaBuilder.builder().labels(labels).build(),
                PodSpecBuilder.builder()
                        .containers(List.of(ContainerBuilder.builder()
                                .name("c")
                                .image("nginx")
                                .build()))
                        .build());
    }

    private static Deployment deployment(int replicas, Object maxUnavailable, Object maxSurge) {
        return DeploymentBuilder.builder()
                .metadata(ObjectMetaBuilder.builder().name("web").build())
                .spec(DeploymentSpecBuilder.builder()
                        .replicas(replicas)
                        .selector(new LabelSelector(Map.of("app", "web"), null))
                        .strategy(new Deployment.Strategy(
                                "RollingUpdate", new Deployment.RollingUpdate(maxUnavailable, maxSurge)))
                        .build())
                .build();
    }

    private static ReplicaSet annotated(ReplicaSet set, int maxReplicas) {
        return set.withMetadata(
                Annotations.with(set.metadata(), Annotations.MAX_REPLICAS, Integer.toString(maxReplicas)));
    }

    private static ReplicaSet set(String name, int replicas, int available) {
        return ReplicaSetBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .name(name)
                        .uid(name)
                        .creationTimestamp(Timestamps.EPOCH)
                        .build())
                .spec(ReplicaSetSpecBuilder.builder().replicas(replicas).build())
                .status(ReplicaSetStatusBuilder.builder()
                        .replicas(replicas)
                        .availableReplicas(available)
                        .build())
                .build();
    }
}

package dev.wavetank.properties.invariant.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.KnownBehaviour;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a Deployment lacks. */
class DeploymentsTest {

    private final Deployments deployments = new Deployments(new Obstacles());

    private static Deployment wants(int replicas, String image, String strategy) {
        return Scheme.parse("""
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default, uid: d},
                  spec: {replicas: %d, strategy: {type: %s}, selector: {matchLabels: {app: web}},
                    template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: "%s"}]}}}}
                """.formatted(replicas, strategy, image), Deployment.class);
    }

    private static ReplicaSet has(int replicas, String image, int desired) {
        return Scheme.parse("""
                {apiVersion: apps/v1, kind: ReplicaSet,
                  metadata: {name: "web-%3$s", namespace: default, uid: "%3$s",
                    annotations: {deployment.kubernetes.io/desired-replicas: "%2$d"},
                    ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true}]},
                  spec: {replicas: %1$d, selector: {matchLabels: {app: web}},
                    template: {metadata: {labels: {app: web, pod-template-hash: abc}},
                      spec: {containers: [{name: c, image: "%3$s"}]}}}}
                """.formatted(replicas, desired, image), ReplicaSet.class);
    }

    private List<Gap> gaps(Deployment deployment, ReplicaSet... sets) {
        deployments.observe(deployment, false);
        for (ReplicaSet set : sets) {
            deployments.observe(set, false);
        }
        return deployments.gaps();
    }

    @Test
    void nothing_when_its_replica_sets_want_its_pods_of_its_template() {
        assertThat(gaps(wants(3, "two", "RollingUpdate"), has(0, "one", 3), has(3, "two", 3)))
                .isEmpty();
    }

    @Test
    void pods_that_nobody_asks_for() {
        assertThat(gaps(wants(3, "two", "RollingUpdate"), has(2, "two", 3)))
                .extracting(Gap::seen)
                .containsExactly("its ReplicaSets want 2 pods, expected 3");
    }

    @Test
    void a_roll_out_of_its_template() {
        assertThat(gaps(wants(3, "two", "RollingUpdate"), has(3, "one", 3)))
                .extracting(Gap::seen, Gap::obstacle)
                .containsExactly(tuple("its ReplicaSets want pods of an older template", Optional.empty()));
    }

    @Test
    void one_that_stands_still_in_kubernetes_too_is_a_known_behaviour() {
        assertThat(gaps(wants(3, "three", "Recreate"), has(4, "one", 8), has(5, "two", 8)))
                .singleElement()
                .satisfies(gap -> assertThat(gap.known()).contains(KnownBehaviour.SEVERAL_SETS_TO_RECREATE));
        assertThat(gaps(wants(4, "three", "RollingUpdate"), has(0, "two", 8)))
                .singleElement()
                .satisfies(gap -> assertThat(gap.known()).contains(KnownBehaviour.SCALING_FOR_EVER));
    }
}

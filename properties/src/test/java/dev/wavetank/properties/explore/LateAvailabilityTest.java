package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.KnownFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Pods that nobody looks at when they have been ready for {@code minReadySeconds}: kubernetes#108266 and
 * kubernetes#123918. Generated scenarios have found both.
 */
class LateAvailabilityTest {

    /** One pod of the ReplicaSet fits nowhere; the others become ready one after the other within seconds. */
    private static final String REPLICA_SET = """
            timeline:
            - {at: 0s, kubectl: apply -f web.yaml}
            files:
              web.yaml: |
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: web}
                spec:
                  replicas: 4
                  minReadySeconds: 5
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: web, image: nginx, resources: {requests: {cpu: "3"}}}]}
            """;

    /** The set is made smaller in the moment in which its first pod is ready again, but not available yet. */
    private static final String STATEFUL_SET = """
            timeline:
            - {at: 0s, kubectl: apply -f db.yaml}
            - {at: 40s, kubectl: delete pod db-0 --wait=false}
            - {at: 44660ms, kubectl: scale statefulset/db --replicas=3}
            files:
              db.yaml: |
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  serviceName: db
                  replicas: 4
                  minReadySeconds: 4
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec: {containers: [{name: db, image: db}]}
            """;

    @Test
    void a_replica_set_counted_them_late_before_v1_34_as_a_known_behaviour() {
        assertThat(known(REPLICA_SET, "v1.33"))
                .isNotEmpty()
                .extracting(KnownFinding::behaviour)
                .containsOnly(KnownBehaviour.LATE_AVAILABILITY);
        assertThat(known(REPLICA_SET, "v1.34")).isEmpty();
    }

    @Test
    void a_stateful_set_is_not_made_smaller_as_a_known_behaviour() {
        assertThat(known(STATEFUL_SET, "v1.36"))
                .isNotEmpty()
                .extracting(KnownFinding::behaviour)
                .containsOnly(KnownBehaviour.WAITS_FOR_AVAILABILITY);
    }

    /** What is found in twenty seeds without faults; nothing may be broken. */
    private static List<KnownFinding> known(String scenario, String version) {
        Scenario written = ScenarioCodec.read("late", scenario);
        ClusterSpec cluster = written.cluster();
        Scenario shaped = written.withCluster(
                new ClusterSpec(cluster.nodes(), cluster.nodeCapacity(), KubernetesVersion.parse(version), Map.of()));
        List<KnownFinding> known = new ArrayList<>();
        List<RunResult> broken = new Exploration(shaped, ClusterParts.DEFAULT, null, 1)
                .run(1, 20, 1, run -> known.addAll(run.result().known()));
        assertThat(broken).isEmpty();
        return known;
    }
}

package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.KnownFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods that a ReplicaSet deletes although somebody has taken them from it: kubernetes#138818 would mend it. */
class TakenPodTest {

    /** The ReplicaSet adopts the pod. Then somebody takes it away, and it does not match the selector any more. */
    private static final String TIMELINE = """
            timeline:
            - {at: 0s, kubectl: apply -f web.yaml}
            - at: 21s
              kubectl: patch pod web-1 -p '{"metadata":{"ownerReferences":null,"labels":{"app":"mine"}}}'
            - {at: 22s, kubectl: scale replicaset/web --replicas=0}
            files:
              web.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: web-1, labels: {app: web}}
                spec: {containers: [{name: web, image: nginx}]}
                ---
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: web}
                spec:
                  replicas: 1
                  selector: {matchLabels: {app: web}}
                  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: nginx}]}}
            """;
    private static final String STALL = """
            faults:
            - {kind: streamStall, from: kube-controller-manager, verb: watch, object: "pods/*", at: 15s, for: 20s}
            """;

    private static RunResult run(String scenario, boolean strict) {
        return ScenarioRun.of(
                ScenarioCodec.read("taken", scenario),
                1,
                ClusterParts.DEFAULT,
                Judges.DEFAULT.withStrict(strict),
                List.of());
    }

    @Test
    void a_replica_set_whose_cache_is_behind_deletes_it_all_the_same() {
        RunResult run = run(TIMELINE + STALL, false);

        assertThat(run.violations()).isEmpty();
        assertThat(run.podsByPhase()).isEmpty();
        assertThat(run.known()).extracting(KnownFinding::behaviour).containsExactly(KnownBehaviour.DELETES_ORPHANS);
        assertThat(run(TIMELINE + STALL, true).broke("DeletesOnlyOwned")).isTrue();
    }

    @Test
    void one_that_knows_leaves_it_alone() {
        RunResult run = run(TIMELINE, true);

        assertThat(run.violations()).isEmpty();
        assertThat(run.podsByPhase()).containsEntry("Running", 1);
    }
}

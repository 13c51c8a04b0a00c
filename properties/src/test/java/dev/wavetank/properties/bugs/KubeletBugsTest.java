package dev.wavetank.properties.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bug of kubelets is found by its own invariant, and nothing is found where there is no bug. */
class KubeletBugsTest {

    /**
     * A pod that runs into its deadline, one that waits for its volume, and one that ends; the kubelet restarts, and is
     * cut off for so long that the node counts as not ready. The first sandboxes fail.
     */
    private static final Scenario SCENARIO = ScenarioCodec.read("pods.yaml", """
            cluster: {nodes: 1}
            timeline:
            - {at: 0s, kubectl: apply -f pods.yaml}
            - {at: 30s, kubectl: create configmap late --from-literal=a=b}
            faults:
            - {kind: pluginKill, node: node-1, at: 0s, for: 2s}
            - {kind: componentCrash, component: kubelet/node-1, at: 90s, for: 5s}
            - {kind: networkPartition, between: kubelet/node-1, and: kube-apiserver, at: 150s, for: 60s}
            files:
              pods.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: task, annotations: {behavior.wavetank.dev/app: exit 0 after 5s}}
                spec:
                  restartPolicy: Never
                  containers: [{name: app, image: nginx}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: deadline, annotations: {behavior.wavetank.dev/app: ignores TERM}}
                spec:
                  activeDeadlineSeconds: 20
                  terminationGracePeriodSeconds: 10
                  containers: [{name: app, image: nginx}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  containers: [{name: app, image: nginx}]
                  volumes: [{name: late, configMap: {name: late}}]
            """);

    static Stream<KnownBug> bugs() {
        return KubeletBugs.all().stream();
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void a_bug_is_found_by_its_own_invariant(KnownBug bug) {
        RunResult run = ScenarioRun.of(SCENARIO, 1, bug.putInto(ClusterParts.DEFAULT));

        assertThat(run.violations()).isNotEmpty();
        assertThat(run.violations().get(0).invariant()).isEqualTo(bug.invariant());
    }

    @Test
    void nothing_is_found_without_a_bug() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(ScenarioRun.of(SCENARIO, seed, ClusterParts.DEFAULT).violations())
                    .isEmpty();
        }
    }
}

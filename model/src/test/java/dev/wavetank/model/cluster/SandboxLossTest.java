package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens to the containers of a pod whose pause container ends. */
class SandboxLossTest {

    private static final String SCENARIO = """
            cluster: {nodes: 1, profile: v1.36}
            timeline:
            - {at: 0s, kubectl: apply -f pod.yaml}
            - {at: 100s, kubectl: "get events --field-selector reason=Killing -o jsonpath={.items[*].message}"}
            - {at: 101s, kubectl: "get pod p -o jsonpath={.status.phase}{.status.initContainerStatuses[*].ready}"}
            faults:
            - {kind: sandboxExit, at: 60s, for: 0s, namespace: default, podPrefix: p, podIndex: 0}
            files:
              pod.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: p, annotations: {behavior.wavetank.dev/side: stops after 3s}}
                spec:
                  initContainers:
                  - {name: first, image: "app:1", command: [sleep, "1"]}
                  - {name: side, image: "proxy:1", restartPolicy: Always}
                  containers: [{name: app, image: "app:1"}]
            """;

    @Test
    void sidecars_are_stopped_like_the_others_before_the_pod_begins_anew() {
        Cluster cluster = Cluster.of(ScenarioCodec.read("loss", SCENARIO), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(102 * VirtualTime.SECOND));

        assertThat(cluster.commandResults().get(1).stdout())
                .contains("Stopping container app", "Stopping container side");
        assertThat(cluster.commandResults().get(2).stdout()).isEqualTo("Runningtrue true");
    }

    /** Each sandbox that gets no network shows the containers of the one before, which have ended. */
    @ParameterizedTest
    @ValueSource(strings = {"v1.20", "v1.36"})
    void a_pod_that_ran_runs_while_its_next_sandboxes_get_no_network(String version) {
        String scenario = """
                cluster: {nodes: 1, profile: %s, settings: {kubelet.hollow: "false"}}
                timeline:
                - {at: 0s, kubectl: run p --image=app:1}
                - {at: 100s, kubectl: "get pod p -o jsonpath={.status.phase}"}
                - {at: 101s, kubectl: "get events --field-selector reason=FailedCreatePodSandBox"}
                faults:
                - {kind: sandboxExit, at: 60s, for: 0s, namespace: default, podPrefix: p, podIndex: 0}
                - {kind: sandboxFailure, at: 55s, for: 60s, node: node-1}
                """.formatted(version);
        Cluster cluster = Cluster.of(ScenarioCodec.read("loss", scenario), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(102 * VirtualTime.SECOND));

        assertThat(cluster.commandResults().get(1).stdout()).isEqualTo("Running");
        assertThat(cluster.commandResults().get(2).stdout()).contains("FailedCreatePodSandBox");
    }

    /** Between the stop of the ended sandbox and the next one, the kubelet lists the containers of the ended one. */
    @ParameterizedTest
    @ValueSource(strings = {"v1.20", "v1.36"})
    void a_pod_that_ran_runs_when_the_runtime_restarts_before_the_next_sandbox(String version) {
        for (int millis = 0; millis < 2000; millis += 100) {
            String scenario = """
                    cluster: {nodes: 1, profile: %s, settings: {kubelet.hollow: "false"}}
                    timeline:
                    - {at: 0s, kubectl: run p --image=app:1}
                    - {at: 59s, kubectl: "get pod p -w --request-timeout=20s -o jsonpath={.status.phase},"}
                    faults:
                    - {kind: sandboxExit, at: 60s, for: 0s, namespace: default, podPrefix: p, podIndex: 0}
                    - {kind: runtimeOutage, at: %dms, for: 5s, node: node-1}
                    """.formatted(version, 60_000 + millis);
            Cluster cluster = Cluster.of(ScenarioCodec.read("loss", scenario), 1, ClusterParts.DEFAULT);
            cluster.run(RunLimits.until(81 * VirtualTime.SECOND));

            assertThat(cluster.commandResults().get(1).stdout())
                    .as("runtime away %d ms later", millis)
                    .contains("Running,Running")
                    .doesNotContain("Pending");
        }
    }
}

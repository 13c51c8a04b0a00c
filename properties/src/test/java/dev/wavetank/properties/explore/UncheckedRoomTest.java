package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import org.junit.jupiter.api.Test;

/** A scheduler without the filter for resources fills nodes beyond their room, as it was told to. */
class UncheckedRoomTest {

    private static final String SCENARIO = """
            cluster:
              nodes: 1
              profile: v1.32
              settings: {kube-scheduler.config: config.yaml}
            timeline:
            - {at: 1s, kubectl: create -f pods.yaml}
            files:
              config.yaml: |
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: true}
                clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}
                profiles:
                - schedulerName: default-scheduler
                  plugins: {filter: {disabled: [{name: NodeResourcesFit}]}}
              pods.yaml: |
                apiVersion: v1
                kind: List
                items:
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: a}
                  spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]}
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: b}
                  spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]}
            """;

    @Test
    void is_no_mistake_of_the_scheduler() {
        RunResult result = ScenarioRun.of(ScenarioCodec.read("unchecked", SCENARIO), 1, ClusterParts.DEFAULT);

        assertThat(result.podsByPhase()).containsEntry("Failed", 1);
        assertThat(result.violations()).isEmpty();
    }
}

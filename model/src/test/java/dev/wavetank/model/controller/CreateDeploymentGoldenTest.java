package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The requests of each controller against those of a recorded Kubernetes 1.20, up to the three unscheduled pods. */
class CreateDeploymentGoldenTest {

    private final TestCluster cluster = new TestCluster(1);

    @Test
    void deployment_controller_sends_the_recorded_requests() {
        cluster.ask(TestCluster.create(TestCluster.deployment("nginx", 3)));

        assertThat(cluster.requestsOf("deployment-controller").stream()
                        .filter(request -> !request.contains("events"))
                        .toList())
                .startsWith(
                        "create replicasets 201",
                        "update deployments/status 200",
                        "update deployments/status 409",
                        "update deployments/status 200");
    }

    @Test
    void replicaset_controller_creates_one_pod_and_then_two() {
        cluster.ask(TestCluster.create(TestCluster.deployment("nginx", 3)));

        List<String> requests = cluster.requestsOf("replicaset-controller").stream()
                .filter(request -> !request.contains("events"))
                .toList();
        assertThat(requests)
                .startsWith("create pods 201", "create pods 201", "create pods 201", "update replicasets/status 200");
    }

    @Test
    void ends_with_three_pods_and_the_recorded_conditions() {
        cluster.ask(TestCluster.create(TestCluster.deployment("nginx", 3)));

        assertThat(cluster.list(Resources.PODS, Pod.class)).hasSize(3);
        ReplicaSet set = cluster.list(Resources.REPLICA_SETS, ReplicaSet.class).get(0);
        assertThat(set.status().replicas()).isEqualTo(3);
        assertThat(set.metadata().annotations())
                .containsEntry("deployment.kubernetes.io/desired-replicas", "3")
                .containsEntry("deployment.kubernetes.io/max-replicas", "4")
                .containsEntry("deployment.kubernetes.io/revision", "1");
        Deployment deployment =
                cluster.list(Resources.DEPLOYMENTS, Deployment.class).get(0);
        assertThat(deployment.metadata().annotations()).containsEntry("deployment.kubernetes.io/revision", "1");
        assertThat(deployment.status().unavailableReplicas()).isEqualTo(3);
        assertThat(deployment.status().updatedReplicas()).isEqualTo(3);
        assertThat(deployment.status().conditions())
                .extracting(condition -> condition.type() + " " + condition.status() + " " + condition.reason())
                .containsExactly("Available False MinimumReplicasUnavailable", "Progressing True ReplicaSetUpdated");
        assertThat(cluster.list(Resources.EVENTS, ApiEvent.class))
                .extracting(ApiEvent::message)
                .contains("Scaled up replica set " + set.metadata().name() + " from 0 to 3")
                .filteredOn(message -> message.startsWith("Created pod: nginx-"))
                .hasSize(3);
    }
}

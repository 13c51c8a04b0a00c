package dev.wavetank.model.controller.replicationcontroller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.controller.WorkloadRun;
import org.junit.jupiter.api.Test;

/** ReplicationControllers in a whole small cluster. */
class ReplicationControllerTest {

    private static final String CONTROLLER = """
            apiVersion: v1
            kind: ReplicationController
            metadata: {name: web, namespace: default}
            spec:
              replicas: 4
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: nginx}]}
            """;

    private static WorkloadRun run() {
        return new WorkloadRun(2)
                .file("web", CONTROLLER)
                .file("one", CONTROLLER.replace("replicas: 4", "replicas: 1"))
                .at(0, "apply -f web");
    }

    @Test
    void a_replication_controller_has_its_pods_and_a_status() {
        WorkloadRun run = run().until(60);
        ReplicationController controller = run.live(Resources.REPLICATION_CONTROLLERS, ReplicationController.class)
                .get(0);

        assertThat(run.pods()).hasSize(4).allMatch(Pod::isReady).allSatisfy(pod -> {
            assertThat(pod.metadata().isControlledBy(controller.uid())).isTrue();
            assertThat(pod.metadata().controller().orElseThrow().kind()).isEqualTo("ReplicationController");
            assertThat(pod.metadata().controller().orElseThrow().apiVersion()).isEqualTo("v1");
        });
        assertThat(controller.status().replicas()).isEqualTo(4);
        assertThat(controller.status().readyReplicas()).isEqualTo(4);
        assertThat(controller.status().availableReplicas()).isEqualTo(4);
        assertThat(controller.status().fullyLabeledReplicas()).isEqualTo(4);
        assertThat(controller.status().observedGeneration()).isEqualTo(1);
        assertThat(run.eventsAbout("ReplicationController"))
                .hasSize(4)
                .allMatch(event -> event.startsWith("Normal SuccessfulCreate: Created pod: web-"));
        assertThat(run.writesOf("replicaset-controller")).isEmpty();
    }

    @Test
    void a_smaller_replication_controller_deletes_pods() {
        WorkloadRun run = run().at(60, "apply -f one").until(180);

        assertThat(run.pods()).hasSize(1);
        assertThat(run.writesOf("replication-controller").stream().filter(write -> write.startsWith("delete pods/")))
                .hasSize(3);
    }

    @Test
    void a_failed_pod_is_replaced_and_nothing_is_written_at_rest() {
        WorkloadRun run = run().failing(60, "web-").until(300);
        assertThat(run.pods().stream().filter(Pod::isReady)).hasSize(4);

        int before = run.writesOf("replication-controller").size();
        run.until(1200);
        assertThat(run.writesOf("replication-controller")).hasSize(before);
    }
}

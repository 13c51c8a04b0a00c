package dev.wavetank.model.controller.podgc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods that nobody else deletes, in whole clusters that are run until nothing is left to do. */
class PodGarbageCollectorTest {

    private static final String JOB = """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: work}
            spec:
              completions: 5
              parallelism: 5
              template:
                spec: {restartPolicy: Never, containers: [{name: c, image: busybox, command: ["true"]}]}
            """;

    @Test
    void a_run_does_not_end_before_surplus_pods_that_have_ended_are_deleted() {
        BatchRun run = new BatchRun(
                        KubernetesVersion.V1_32, Map.of("kube-controller-manager.terminated-pod-gc-threshold", "2"))
                .apply(0, JOB)
                .runUntilQuiescent(7);

        assertThat(run.stored(Resources.PODS, Pod.class)).hasSize(2).allMatch(Pod::isFinished);
        assertThat(run.requests("pod-garbage-collector"))
                .filteredOn(request -> request.startsWith("delete pods"))
                .hasSize(3);
    }

    @Test
    void a_run_does_not_end_before_the_pods_of_a_deleted_node_are_replaced() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .command(0, "create", "deployment", "web", "--image=nginx", "--replicas=6")
                .command(60 * VirtualTime.SECOND, "delete", "node", "node-1")
                .runUntilQuiescent(7);

        assertThat(run.stored(Resources.NODES, Node.class)).hasSize(2);
        assertThat(run.events("Node")).anyMatch(event -> event.startsWith("Normal RemovingNode Node node-1 event: "));
        assertThat(run.stored(Resources.PODS, Pod.class))
                .hasSize(6)
                .allMatch(pod -> pod.isReady() && !pod.nodeName().equals("node-1"));
    }
}

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

        assertThat(run.requests("pod-garbage-collector"))
                .as("one pod after the other, each marked and then deleted")
                .hasSizeGreaterThan(4)
                .element(0)
                .isEqualTo("get nodes 404");
        assertThat(run.requests("pod-garbage-collector").stream().skip(1).map(request -> request.replaceAll(" .*", "")))
                .startsWith("patch", "delete", "patch", "delete");
        assertThat(run.stored(Resources.NODES, Node.class)).hasSize(2);
        assertThat(run.events("Node")).anyMatch(event -> event.startsWith("Normal RemovingNode Node node-1 event: "));
        assertThat(run.stored(Resources.PODS, Pod.class))
                .hasSize(6)
                .allMatch(pod -> pod.isReady() && !pod.nodeName().equals("node-1"));
    }

    /** An unplaced pod of which somebody writes how it ended. */
    private static String[] ended(String name, String status) {
        return new String[] {"patch", "pod", name, "--subresource=status", "-p", "{\"status\":{" + status + "}}"};
    }

    @ParameterizedTest
    @CsvSource({"V1_26, evicted", "V1_27, done"})
    void evicted_pods_go_before_older_ones(KubernetesVersion version, String last) {
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: %s}, spec: {nodeSelector: {disk: none}, containers:"
                + " [{name: c, image: busybox}]}}";
        BatchRun run = new BatchRun(version, Map.of("kube-controller-manager.terminated-pod-gc-threshold", "1"))
                .apply(0, pod.formatted("done"))
                .apply(2 * VirtualTime.SECOND, pod.formatted("evicted"))
                .command(4 * VirtualTime.SECOND, ended("done", "\"phase\":\"Succeeded\""))
                .command(4 * VirtualTime.SECOND, ended("evicted", "\"phase\":\"Failed\",\"reason\":\"Evicted\""))
                .runUntilQuiescent(7);

        assertThat(run.stored(Resources.PODS, Pod.class))
                .extracting(left -> left.metadata().name())
                .containsExactly(last);
    }
}

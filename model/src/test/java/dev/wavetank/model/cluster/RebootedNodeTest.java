package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A machine loses its power for half a minute: containerd still has its containers, and says that they have ended. */
class RebootedNodeTest {

    private static final String SCENARIO = """
            name: reboot
            cluster:
              nodes: 1
              staticPods: [{manifest: agent.yaml}]
            timeline:
            - {at: 0s, kubectl: apply -f pods.yaml}
            - {at: 70s, kubectl: get pod server -o yaml}
            - {at: 71s, kubectl: get pod once -o yaml}
            - {at: 72s, kubectl: get events}
            files:
              agent.yaml: |
                {apiVersion: v1, kind: Pod, metadata: {name: agent}, spec: {containers: [{name: agent, image: i}]}}
              pods.yaml: |
                {apiVersion: v1, kind: Pod, metadata: {name: server}, spec: {
                  initContainers: [{name: prepare, image: i, command: [sleep, "2"]}],
                  containers: [{name: app, image: i}]}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: once}, spec: {restartPolicy: Never, containers: [
                  {name: long, image: i, command: [sleep, "300"]}, {name: short, image: i, command: [sleep, "5"]}]}}
            faults: [{kind: nodeCrash, node: node-1, at: 20s, for: 30s}]
            """;

    private final Cluster cluster = Cluster.of(ScenarioCodec.read("reboot.yaml", SCENARIO), 1, ClusterParts.DEFAULT);
    /** Phases of the static pod's mirror, in their order. */
    private final List<String> phases = new ArrayList<>();

    @BeforeEach
    void run() {
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && pod.metadata().name().equals("agent-node-1")
                    && !phases.contains(pod.phase())) {
                phases.add(pod.phase());
            } else if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && pod.metadata().name().equals("agent-node-1")
                    && !phases.get(phases.size() - 1).equals(pod.phase())) {
                phases.add("back to " + pod.phase());
            }
        });
        cluster.run(RunLimits.until(75 * VirtualTime.SECOND));
    }

    private String shown(int command) {
        return cluster.commandResults().get(command).stdout().replaceAll("\\s+", " ");
    }

    @Test
    void a_container_that_ran_is_shown_as_ended_in_an_unknown_way_and_runs_again() {
        assertThat(shown(1))
                .containsPattern("lastState: terminated: containerID: \\S+ exitCode: 255 finishedAt: \\S+:00:50Z\""
                        + " reason: Unknown startedAt: \\S+ name: app ready: true resources: \\{\\} restartCount: 1 started: true state:"
                        + " running:");
        assertThat(shown(3)).contains("Rebooted").contains("SandboxChanged");
    }

    @Test
    void an_init_container_runs_again_in_the_new_sandbox() {
        assertThat(shown(1))
                .containsPattern(
                        "name: prepare ready: true resources: \\{\\} restartCount: 1 state: terminated: containerID: \\S+"
                                + " exitCode: 0 finishedAt: \\S+:00:5\\dZ\" reason: Completed");
    }

    @Test
    void a_pod_that_is_never_restarted_has_failed_and_keeps_the_end_of_the_container_that_was_done() {
        assertThat(shown(2))
                .containsPattern(
                        "name: long ready: false resources: \\{\\} restartCount: 0 started: false state: terminated: containerID:"
                                + " \\S+ exitCode: 255")
                .containsPattern(
                        "name: short ready: false resources: \\{\\} restartCount: 0 started: false state: terminated:"
                                + " containerID: \\S+ exitCode: 0")
                .contains("phase: Failed");
    }

    @Test
    void the_mirror_of_a_static_pod_does_not_become_pending_again() {
        assertThat(phases).containsExactly("Pending", "Running");
    }
}

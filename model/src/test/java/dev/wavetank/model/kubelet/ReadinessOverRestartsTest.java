package dev.wavetank.model.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a kubelet that has been started again says of containers that it finds. */
class ReadinessOverRestartsTest {

    /** Whether the pod was ready, each time that this changed. */
    private static List<Boolean> readiness(String version, String probes, String behavior) {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read("restart.yaml", """
                        cluster: {nodes: 1, profile: %s}
                        timeline:
                        - {at: 5m, kubectl: apply -f web.yaml}
                        faults:
                        - {kind: componentCrash, component: kubelet/node-1, at: 7m, for: 15s}
                        files:
                          web.yaml: |
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: web, annotations: {behavior.wavetank.dev/c: %s}}
                            spec:
                              containers:
                              - {name: c, image: nginx, %s}
                        """.formatted(version, behavior, probes)), 1, ClusterParts.DEFAULT);
        List<Boolean> changes = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && (changes.isEmpty() || changes.get(changes.size() - 1) != pod.isReady())) {
                changes.add(pod.isReady());
            }
        });
        cluster.run(RunLimits.until(12 * VirtualTime.MINUTE));
        return changes;
    }

    private static final String PROBES =
            "readinessProbe: {periodSeconds: 20, failureThreshold: 2, httpGet: {port: 80}},"
                    + " startupProbe: {periodSeconds: 20, httpGet: {port: 80}}";

    @Test
    void an_older_one_has_lost_what_probes_have_found() {
        assertThat(readiness("v1.34", PROBES, "runs")).containsExactly(false, true, false, true);
    }

    @Test
    void a_newer_one_keeps_to_it() {
        assertThat(readiness("v1.35", PROBES, "runs")).containsExactly(false, true);
    }

    @Test
    void until_a_probe_says_otherwise() {
        assertThat(readiness("v1.35", PROBES, "readiness fails from 110s")).containsExactly(false, true, false);
    }

    @Test
    void a_sidecar_stays_started() {
        String sidecar = PROBES + "}\n      initContainers:\n      - {name: s, image: busybox, restartPolicy: Always,"
                + " command: [sleep, \"3600\"], startupProbe: {periodSeconds: 20, exec: {command: [\"true\"]}}";

        assertThat(readiness("v1.34", sidecar, "runs")).containsExactly(false, true, false, true);
        assertThat(readiness("v1.35", sidecar, "runs")).containsExactly(false, true);
    }
}

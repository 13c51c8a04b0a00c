package dev.wavetank.model.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;

/** How soon a probe is made for the first time, in old and in new versions. */
class FirstProbeTest {

    private static final double PERIOD = 60;

    private static final String RESTARTED = "{kind: componentCrash, component: kubelet/node-1, at: 4m40s, for: 15s}";

    /** Seconds from the start of the container until its pod is ready. */
    private static double wait(String version, long seed, String probes) {
        return wait(version, seed, probes, "");
    }

    private static double wait(String version, long seed, String probes, String faults) {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read("probes.yaml", """
                        cluster: {nodes: 1, profile: %s, settings: {kubelet.hollow: "false"}}
                        timeline:
                        - {at: 5m, kubectl: apply -f web.yaml}
                        faults: [%s]
                        files:
                          web.yaml: |
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: web}
                            spec:
                              containers:
                              - {name: c, image: nginx, %s}
                        """.formatted(version, faults, probes)), seed, ClusterParts.DEFAULT);
        long[] times = {-1, -1};
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof ContainerTrace.Started) {
                times[0] = entry.time();
            } else if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && pod.isReady()
                    && times[1] < 0) {
                times[1] = entry.time();
            }
        });
        cluster.run(RunLimits.until(10 * VirtualTime.MINUTE));
        assertThat(times).doesNotContain(-1);
        return (times[1] - times[0]) / (double) VirtualTime.SECOND;
    }

    private static String readiness(String more) {
        return "readinessProbe: {periodSeconds: 60, httpGet: {port: 80}" + more + "}";
    }

    @Test
    void an_old_kubelet_waits_for_its_first_tick() {
        double most = 0;
        for (long seed = 1; seed <= 6; seed++) {
            most = Math.max(most, wait("v1.20", seed, readiness("")));
        }
        assertThat(most).isBetween(PERIOD / 3, PERIOD + 2);
    }

    @Test
    void a_newer_one_asks_when_it_first_shows_the_container_as_running() {
        for (String version : new String[] {"v1.21", "v1.28", "v1.36"}) {
            for (long seed = 1; seed <= 6; seed++) {
                assertThat(wait(version, seed, readiness(""))).isLessThan(2);
            }
        }
    }

    @Test
    void it_asks_when_the_startup_probe_has_succeeded() {
        String probes =
                readiness("") + ", startupProbe: {periodSeconds: 1, initialDelaySeconds: 7, httpGet: {port: 80}}";

        assertThat(wait("v1.36", 1, probes)).isBetween(7.0, 10.0);
    }

    @Test
    void it_does_not_ask_before_the_initial_delay_is_over() {
        assertThat(wait("v1.36", 1, readiness(", initialDelaySeconds: 7"))).isGreaterThan(7);
    }
}

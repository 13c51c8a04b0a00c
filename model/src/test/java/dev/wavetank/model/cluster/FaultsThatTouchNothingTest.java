package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.MemorySink;
import org.junit.jupiter.api.Test;

/** A fault that changes nothing in the cluster does not count as hit, and leaves no work behind. */
class FaultsThatTouchNothingTest {

    private final MemorySink sink = new MemorySink();

    @Test
    void a_flap_needs_a_readiness_probe_that_notices_it() {
        run("{kind: readinessFlap, podPrefix: plain, at: 20s, for: 5s}", "");
        assertThat(missed()).isOne();

        run(
                "{kind: readinessFlap, podPrefix: probed, at: 20s, for: 5s}",
                "readinessProbe: {httpGet: {port: 80}," + " periodSeconds: 1}");
        assertThat(missed()).isOne();
    }

    @Test
    void a_namespace_that_does_not_exist_cannot_be_closed() {
        Cluster cluster = run("{kind: quotaRejection, namespace: nope, at: 20s, for: 5s}", "");

        assertThat(missed()).isOne();
        assertThat(cluster.simulation().now()).isLessThan(2 * VirtualTime.MINUTE);
    }

    @Test
    void a_quota_that_refuses_nobody_hits_nothing() {
        run("{kind: quotaRejection, at: 20s, for: 5s}", "");
        assertThat(missed()).isOne();
    }

    private Cluster run(String fault, String probe) {
        Cluster cluster =
                Cluster.of(ScenarioCodec.read("hits.yaml", """
                        timeline:
                        - {at: 0s, kubectl: apply -f pods.yaml}
                        files:
                          pods.yaml: |
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: plain}
                            spec: {containers: [{name: nginx, image: nginx}]}
                            ---
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: probed}
                            spec:
                              containers:
                              - name: nginx
                                image: nginx
                                %s
                        faults:
                        - %s
                        """.formatted(probe, fault)), 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.UNTIL_QUIESCENT);
        return cluster;
    }

    private long missed() {
        return sink.entries().stream()
                .filter(entry -> entry.record() instanceof FaultTrace.Missed)
                .count();
    }
}

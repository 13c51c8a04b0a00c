package dev.wavetank.model.scheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import org.junit.jupiter.api.Test;

/** A pod that only a nominated one keeps away, when that one is deleted. */
class NominationsMoveTest {

    /** The victim does not go while its kubelet sleeps; beside it is room for the small pod, but for the nominated one. */
    private static final String SCENARIO = """
            cluster: {nodes: 1, profile: %s}
            timeline:
            - {at: 1s, kubectl: create -f victim.yaml}
            - {at: 10s, kubectl: create -f nominated.yaml}
            - {at: 15s, kubectl: create -f small.yaml}
            - {at: 25s, kubectl: delete pod nominated}
            faults:
            - {kind: componentPause, component: kubelet/node-1, at: 8s, for: 40s}
            files:
              victim.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: victim}
                spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]}
              nominated.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: nominated}
                spec:
                  priorityClassName: system-cluster-critical
                  containers: [{name: c, image: nginx, resources: {requests: {cpu: 3500m}}}]
              small.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: small}
                spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 800m}}}]}
            """;

    /** When the small pod got its node, in seconds; -1 for never. */
    private static long placed(String version) {
        Scenario scenario = ScenarioCodec.read("nominations", SCENARIO.formatted(version));
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(120 * VirtualTime.SECOND));
        boolean wasNominated = false;
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof StoreTrace store && store.object() instanceof Pod pod) {
                wasNominated |= pod.metadata().name().equals("nominated")
                        && pod.status() != null
                        && "node-1".equals(pod.status().nominatedNodeName());
                if (pod.metadata().name().equals("small") && pod.nodeName() != null) {
                    assertThat(wasNominated).isTrue();
                    return entry.time() / VirtualTime.SECOND;
                }
            }
        }
        assertThat(wasNominated).isTrue();
        return -1;
    }

    @Test
    void since_v1_33_pods_of_lower_priority_are_tried_again() {
        assertThat(placed("v1.33")).isBetween(25L, 30L);
    }

    @Test
    void before_they_wait_for_another_change() {
        assertThat(placed("v1.32")).isGreaterThan(39);
    }
}

package dev.wavetank.model.scheduler.preemption;

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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pod makes room on a full node, while other pods end and wake it. */
class PreemptionBesideTest {

    private static final String SCENARIO = """
            cluster:
              nodes: 1
              profile: %s
            timeline:
            - {at: 1s, kubectl: create -f low.yaml}
            - {at: 20s, kubectl: create -f high.yaml}
            - {at: 20005ms, kubectl: label node node-1 a=b}
            - {at: 20010ms, kubectl: label node node-1 a=c --overwrite}
            - {at: 20015ms, kubectl: label node node-1 a=d --overwrite}
            files:
              low.yaml: |
                apiVersion: v1
                kind: List
                items:
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: low-1}
                  spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 1500m}}}]}
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: low-2}
                  spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 1500m}}}]}
              high.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: high}
                spec:
                  priorityClassName: system-cluster-critical
                  containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]
            """;

    private static List<Pod> states(String version, String pod) {
        Scenario scenario = ScenarioCodec.read("beside", SCENARIO.formatted(version));
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(120 * VirtualTime.SECOND));
        List<Pod> states = new ArrayList<>();
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof StoreTrace store
                    && store.object() instanceof Pod state
                    && pod.equals(state.metadata().name())) {
                states.add(state);
            }
        }
        return states;
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.32", "v1.34"})
    void the_pod_gets_the_room_that_its_victims_leave(String version) {
        List<Pod> states = states(version, "high");
        assertThat(states.get(states.size() - 1).nodeName()).isEqualTo("node-1");
    }

    @Test
    void no_victim_is_marked_twice() {
        for (String victim : List.of("low-1", "low-2")) {
            assertThat(states("v1.34", victim).stream()
                            .flatMap(pod -> pod.condition("DisruptionTarget").stream())
                            .distinct())
                    .as(victim)
                    .hasSize(1);
        }
    }
}

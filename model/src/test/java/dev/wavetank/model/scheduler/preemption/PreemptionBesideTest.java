package dev.wavetank.model.scheduler.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
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

    private static final int TINY = 10;
    private static final String SCENARIO = """
            cluster:
              nodes: 1
              profile: %s
              settings: {etcd.commit-latency: 200ms}
            timeline:
            - {at: 1s, kubectl: create -f low.yaml}
            - {at: 1s, kubectl: create -f tiny.yaml}
            - {at: 20s, kubectl: create -f high.yaml}
            %s
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
              tiny.yaml: |
                apiVersion: v1
                kind: List
                items: [%s]
              high.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: high}
                spec:
                  priorityClassName: system-cluster-critical
                  containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]
            """;

    private static List<TraceEntry> run(String version) {
        List<String> deletions = new ArrayList<>();
        List<String> tiny = new ArrayList<>();
        for (int i = 0; i < TINY; i++) {
            deletions.add("- {at: " + (20_040 + 40 * i) + "ms, kubectl: delete pod tiny-" + i
                    + " --grace-period=0 --force --wait=false}");
            tiny.add("{apiVersion: v1, kind: Pod, metadata: {name: tiny-" + i + "}, spec: {containers: [{name: c,"
                    + " image: nginx, resources: {requests: {cpu: 50m}}}]}}");
        }
        Scenario scenario = ScenarioCodec.read(
                "beside", SCENARIO.formatted(version, String.join("\n", deletions), String.join(", ", tiny)));
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(120 * VirtualTime.SECOND));
        return sink.entries();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.32", "v1.34"})
    void the_pod_gets_the_room_that_its_victims_leave(String version) {
        String node = "";
        for (TraceEntry entry : run(version)) {
            if (entry.record() instanceof StoreTrace store
                    && store.object() instanceof Pod pod
                    && "high".equals(pod.metadata().name())) {
                node = pod.nodeName();
            }
        }
        assertThat(node).isEqualTo("node-1");
    }

    @Test
    void no_victim_is_deleted_twice() {
        List<String> deleted = new ArrayList<>();
        for (TraceEntry entry : run("v1.34")) {
            if (entry.record() instanceof RequestTrace request
                    && request.call().origin().component().startsWith("kube-scheduler")
                    && request.call().request() instanceof ApiRequest.Delete deletion) {
                deleted.add(deletion.name());
            }
        }
        assertThat(deleted).containsExactlyInAnyOrder("low-1", "low-2");
    }
}

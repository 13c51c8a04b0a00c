package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NodePoolsClusterTest {

    private static final String TWO_KINDS = """
            cluster:
              nodes: 1
              zones: [a]
              pools:
              - name: batch
                count: 1
                capacity: {cpu: "2"}
                labels: {pool: batch}
                taints: ["dedicated=batch:NoSchedule"]
                zone: d
                settings: {container-runtime.sandbox-time: %s}
            timeline:
            - {at: 1s, kubectl: apply -f pods.yaml}
            files:
              pods.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: plain}
                spec: {containers: [{name: app, image: nginx}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: tolerant}
                spec:
                  nodeSelector: {pool: batch}
                  tolerations: [{key: dedicated, operator: Exists}]
                  containers: [{name: app, image: nginx}]
            """;

    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, String> placed = new TreeMap<>();
    private final Map<String, Long> sandboxes = new LinkedHashMap<>();

    private void run(String text) {
        Scenario scenario = ScenarioCodec.read("pools.yaml", text);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof StoreTrace stored && stored.object() instanceof Node node) {
                nodes.put(node.key().name(), node);
            } else if (entry.record() instanceof StoreTrace stored
                    && stored.object() instanceof Pod pod
                    && pod.nodeName() != null) {
                placed.put(pod.key().name(), pod.nodeName());
            } else if (entry.record() instanceof Milestone reached
                    && reached.point() == Milestone.Point.SANDBOX_READY) {
                sandboxes.put(reached.object(), cluster.simulation().now());
            }
        });
        cluster.run(RunLimits.until(30 * VirtualTime.SECOND));
    }

    @Test
    void nodes_of_a_pool_have_its_capacity_labels_taints_and_zone() {
        run(TWO_KINDS.formatted("exactly 1s"));

        Node batch = nodes.get("batch-1");
        assertThat(batch.status().capacity()).containsEntry("cpu", "2").containsEntry("memory", "16Gi");
        assertThat(batch.metadata().labels())
                .containsEntry("pool", "batch")
                .containsEntry("topology.kubernetes.io/zone", "d");
        assertThat(batch.spec().taints()).extracting(Node.Taint::key).contains("dedicated");
        assertThat(nodes.get("node-1").metadata().labels()).containsEntry("topology.kubernetes.io/zone", "a");
        assertThat(placed).containsEntry("plain", "node-1").containsEntry("tolerant", "batch-1");
    }

    @Test
    void nodes_of_a_pool_have_its_latencies() {
        run(TWO_KINDS.formatted("exactly 9s"));

        assertThat(sandboxes.get("pod/default/plain")).isLessThan(3 * VirtualTime.SECOND);
        assertThat(sandboxes.get("pod/default/tolerant")).isGreaterThan(10 * VirtualTime.SECOND);
    }

    @Test
    void a_setting_that_is_none_of_nodes_is_refused() {
        assertThatThrownBy(() -> run(TWO_KINDS.replace("container-runtime.sandbox-time: %s", "kube-scheduler.count: 2")))
                .hasMessageStartingWith("cluster.pools[0].settings.kube-scheduler.count: no setting of nodes: choose from"
                        + " container-runtime.busy-processors, ");
        assertThatThrownBy(() -> run(TWO_KINDS.formatted("soon")))
                .hasMessageStartingWith("cluster.pools[0].settings.container-runtime.sandbox-time: container-runtime.");
    }
}

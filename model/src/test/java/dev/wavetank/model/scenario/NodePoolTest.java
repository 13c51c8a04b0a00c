package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePoolTest {

    private static ClusterSpec cluster(String pools) {
        return ScenarioCodec.read("s.yaml", "cluster:\n  nodes: 2\n  zones: [a, b]\n  pools:\n" + pools)
                .cluster();
    }

    @Test
    void nodes_of_pools_are_counted_after_the_others_and_named_by_their_pool() {
        ClusterSpec cluster = cluster("  - {name: batch, count: 2, capacity: {cpu: '2'}}\n  - {name: gpu}\n");

        assertThat(cluster.nodeCount()).isEqualTo(5);
        assertThat(List.of(
                        cluster.nameOf(1), cluster.nameOf(2), cluster.nameOf(3), cluster.nameOf(4), cluster.nameOf(5)))
                .containsExactly("node-1", "node-2", "batch-1", "batch-2", "gpu-1");
        assertThat(cluster.capacityOf(2)).containsEntry("cpu", "4");
        assertThat(cluster.capacityOf(4)).containsEntry("cpu", "2").containsEntry("pods", "110");
        assertThat(ComponentNames.of(cluster)).contains("kubelet/gpu-1", "runtime/batch-2");
    }

    @Test
    void without_a_number_of_nodes_there_are_those_of_pools_only() {
        Scenario scenario = ScenarioCodec.read("s.yaml", "cluster: {pools: [{name: batch, count: 4}]}");

        assertThat(scenario.cluster().nodes()).isZero();
        assertThat(scenario.cluster().nodeCount()).isEqualTo(4);
    }

    @Test
    void a_written_pool_is_read_again() {
        Scenario scenario = new Scenario(
                "s",
                cluster("  - {name: batch, count: 2, capacity: {cpu: '2'}, labels: {a: b}, taints: ['k:NoExecute'],"
                        + " zone: z, settings: {kubelet.kube-api-qps: '5'}}\n"),
                List.of(),
                new java.util.TreeMap<>(),
                dev.wavetank.sim.fault.FaultPlan.NONE,
                Scenario.DEFAULT_HORIZON);

        assertThat(ScenarioCodec.read("again.yaml", ScenarioCodec.write(scenario)))
                .isEqualTo(scenario);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{name: node} | pools[0].name: 'node' cannot be the name of a pool",
                "{count: 2} | pools[0].name: missing",
                "{name: a, cuont: 2} | pools[0].cuont: no such field: did you mean 'count'?",
                "{name: a, labels: {'bad key!': x}} | pools[0].labels: 'bad key!' is no key of a label",
                "{name: a, labels: {disk: 'a b'}} | pools[0].labels: 'a b' is no value of a label",
                "{name: a, zone: 'bad zone!'} | pools[0].zone: 'bad zone!' is no value of a label",
                "{name: a, capacity: {foo: 1}} | pools[0].capacity.foo: 'foo' is no resource that a container can ask for",
                "{name: a, capacity: {nvidia.com/gpu: '1.5'}} | pools[0].capacity.nvidia.com/gpu: '1500m' is no whole",
                "{name: a, taints: ['bad key!=x:NoSchedule']} | pools[0].taints: the taint 'bad key!=x:NoSchedule' would",
                "{name: a, taints: [gpu]} | pools[0].taints: 'gpu' is no taint: write key=value:Effect",
                "{name: a, capacity: {cpu: many}} | pools[0].capacity.cpu: 'many' is no quantity",
                "{name: a, count: 9999} | nodes and those of pools must be at most 10000, were 10001",
            })
    void a_mistake_is_told_with_its_field(String pool, String message) {
        assertThatThrownBy(() -> cluster("  - " + pool + "\n"))
                .hasMessageStartingWith("s.yaml:")
                .hasMessageContaining(message);
    }
}

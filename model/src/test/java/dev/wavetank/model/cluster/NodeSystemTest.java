package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What nodes report of the system that they run. */
class NodeSystemTest {

    private static Map<String, Node> nodes(String cluster) {
        Map<String, Node> nodes = new TreeMap<>();
        Scenario scenario = ScenarioCodec.read("nodes.yaml", "cluster: " + cluster + "\n");
        Cluster run = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        run.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof StoreTrace stored && stored.object() instanceof Node node) {
                nodes.putIfAbsent(node.key().name(), node);
            }
        });
        run.run(RunLimits.until(5 * VirtualTime.SECOND));
        return nodes;
    }

    private static Map<?, ?> info(Node node) {
        return (Map<?, ?>)
                Optional.ofNullable(node.status()).orElseThrow().other().get("nodeInfo");
    }

    @Test
    void a_node_reports_its_system_and_two_addresses() {
        Node node = nodes("{nodes: 1}").get("node-1");

        assertThat(info(node).get("osImage")).isEqualTo("Debian GNU/Linux 12 (bookworm)");
        assertThat(info(node).get("kubeletVersion")).isEqualTo("v1.36.0");
        assertThat(node.status().other().get("addresses").toString()).contains("Hostname", "node-1");
        assertThat(node.metadata().labels()).containsKeys("kubernetes.io/arch", "beta.kubernetes.io/os");
    }

    @Test
    void machines_have_identifiers_of_their_own() {
        Map<String, Node> nodes = nodes("{nodes: 2}");

        assertThat(info(nodes.get("node-1")).get("machineID"))
                .isNotEqualTo(info(nodes.get("node-2")).get("machineID"));
    }

    @Test
    void a_pool_can_run_another_system() {
        Map<String, Node> nodes = nodes("""
                {nodes: 1, pools: [{name: old, count: 1, settings: {kubelet.os-image: Ubuntu 16.04, \
                container-runtime.version: "docker://1.12.6"}}]}""");

        assertThat(info(nodes.get("old-1")).get("osImage")).isEqualTo("Ubuntu 16.04");
        assertThat(info(nodes.get("old-1")).get("containerRuntimeVersion")).isEqualTo("docker://1.12.6");
        assertThat(info(nodes.get("node-1")).get("osImage")).isNotEqualTo("Ubuntu 16.04");
    }

    @Test
    void identities_of_containers_begin_with_the_name_of_the_runtime() {
        Cluster cluster = Cluster.of(ScenarioCodec.read("docker.yaml", """
                        cluster: {nodes: 1, settings: {container-runtime.version: "docker://19.3.4"}}
                        timeline:
                        - {at: 0s, kubectl: run web --image=nginx}
                        - {at: 20s, kubectl: get pod web -o yaml}
                        """), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(25 * VirtualTime.SECOND));

        assertThat(cluster.commandResults().get(1).stdout()).containsPattern("containerID: docker://[0-9a-f]+");
    }

    @Test
    void a_runtime_without_a_version_is_refused() {
        assertThatThrownBy(() -> nodes("{nodes: 1, settings: {container-runtime.version: docker}}"))
                .hasMessageContaining("container-runtime.version must be the name of a runtime and its version");
    }

    @Test
    void versions_differ() {
        assertThat(nodes("{nodes: 1, profile: v1.8}").get("node-1").metadata().labels())
                .containsKey("beta.kubernetes.io/arch")
                .doesNotContainKey("kubernetes.io/arch");
        assertThat(info(nodes("{nodes: 1, profile: v1.34}").get("node-1")).get("kubeProxyVersion"))
                .isEqualTo("");
        assertThat(info(nodes("{nodes: 1, profile: v1.20}").get("node-1")).get("machineID"))
                .isEqualTo("");
    }
}

package dev.wavetank.model.controller.nodeipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of nodes in a whole cluster. */
class NodeRangesTest {

    private final Map<String, String> ranges = new TreeMap<>();

    private Cluster run(String settings, String rest, long seconds) {
        Cluster cluster =
                Cluster.of(ScenarioCodec.read("ranges.yaml", """
                        cluster:
                          nodes: 3
                          profile: v1.32
                          settings: {kubelet.hollow: "false", kube-controller-manager.allocate-node-cidrs: "true"%s}
                        timeline:
                        %s
                        """.formatted(settings, rest)), 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof StoreTrace change && change.object() instanceof Node node) {
                ranges.put(node.metadata().name(), String.valueOf(node.spec().podCIDR()));
            }
        });
        cluster.run(RunLimits.until(seconds * VirtualTime.SECOND));
        return cluster;
    }

    private static String output(Cluster cluster, int command) {
        CommandResult result = cluster.commandResults().get(command);
        return result.stdout() + result.stderr();
    }

    @Test
    void every_node_has_a_range_before_the_first_command_and_is_ready() {
        Cluster cluster = run(
                ", kube-controller-manager.cluster-cidr: 10.244.0.0/16",
                "- {at: 0s, kubectl: get nodes}\n- {at: 1s, kubectl: run a --image=nginx}\n"
                        + "- {at: 8s, kubectl: get pods -o wide}\n- {at: 9s, kubectl: logs a}",
                10);
        assertThat(ranges.values()).containsExactly("10.244.0.0/24", "10.244.1.0/24", "10.244.2.0/24");
        assertThat(output(cluster, 0)).doesNotContain("NotReady");
        // The kubelet serves, too.
        assertThat(cluster.commandResults().get(3).exitCode())
                .as(output(cluster, 3))
                .isZero();
        assertThat(output(cluster, 2)).containsPattern("10\\.244\\.[012]\\.2 ");
    }

    @Test
    void a_node_without_a_range_is_not_ready_and_an_event_says_why() {
        Cluster cluster = run(
                ", kube-controller-manager.cluster-cidr: 10.244.0.0/25, kube-controller-manager.node-cidr-mask-size: \"26\"",
                "- {at: 1s, kubectl: get nodes}\n- {at: 1s, kubectl: get events}\n- {at: 1s, kubectl: describe node node-3}",
                2);
        assertThat(ranges.values()).containsExactly("10.244.0.0/26", "10.244.0.64/26", "null");
        assertThat(output(cluster, 0)).containsPattern("node-3 +NotReady");
        assertThat(output(cluster, 1)).contains("CIDRNotAvailable", "Node node-3 status is now: CIDRNotAvailable");
        assertThat(output(cluster, 2)).contains("cni plugin not initialized");
    }

    @Test
    void a_controller_that_starts_again_knows_what_the_nodes_have() {
        run(
                ", kube-controller-manager.cluster-cidr: 10.244.0.0/22",
                "- {at: 60s, kubectl: get nodes}\n"
                        + "faults:\n- {kind: componentCrash, component: kube-controller-manager, at: 5s, for: 5s}",
                120);
        assertThat(ranges.values()).containsExactly("10.244.0.0/24", "10.244.1.0/24", "10.244.2.0/24");
    }

    @Test
    void an_agent_says_that_the_network_is_available() {
        Cluster cluster = Cluster.of(ScenarioCodec.read("flannel.yaml", """
                        cluster: {nodes: 2, addOns: [{kind: flannel}]}
                        timeline:
                        - {at: 1s, kubectl: describe node node-1}
                        """), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(30 * VirtualTime.SECOND));
        assertThat(output(cluster, 0))
                .containsPattern("NetworkUnavailable +False .* FlannelIsUp +Flannel is running on this node")
                .containsPattern("Ready +True");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cluster-cidr: 10.244.0.0 | must be a range of IPv4 addresses such as 10.0.0.0/8, was '10.244.0.0'",
                "cluster-cidr: 10.244.0.0/26 | node-cidr-mask-size must be at least 26",
                "node-cidr-mask-size: '31' | node-cidr-mask-size must be at most 30, was 31",
                "allocate-node-cidrs: perhaps | must be true or false, was 'perhaps'"
            })
    void mistakes_are_told(String setting, String text) {
        String written = ", kube-controller-manager." + setting;
        String base = setting.startsWith("allocate") ? written.substring(2) : "";
        assertThatIllegalArgumentException()
                .isThrownBy(() -> {
                    if (base.isEmpty()) {
                        run(written, "- {at: 0s, kubectl: get nodes}", 1);
                    } else {
                        Cluster.of(
                                ScenarioCodec.read("bad.yaml", "cluster: {settings: {" + base + "}}\ntimeline: []\n"),
                                1,
                                ClusterParts.DEFAULT);
                    }
                })
                .withMessageContaining(text);
    }
}

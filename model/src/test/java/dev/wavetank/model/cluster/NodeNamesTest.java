package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ClusterSpec;
import org.junit.jupiter.api.Test;

class NodeNamesTest {

    @Test
    void a_node_of_a_cluster_that_does_not_run_is_known() {
        assertThatCode(() -> NodeNames.check(ClusterSpec.ofNodes(5), "node-5")).doesNotThrowAnyException();
    }

    @Test
    void another_one_is_not() {
        assertThatThrownBy(() -> NodeNames.check(ClusterSpec.ofNodes(5), "node-6"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("there is no node 'node-6': ")
                .hasMessageEndingWith("the nodes are node-1 to node-5");
    }
}

package dev.wavetank.model.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeTreeTest {

    private final NodeTree tree = new NodeTree();

    private static Node node(String name, String zone) {
        Map<String, String> labels = zone == null ? Map.of() : Map.of("topology.kubernetes.io/zone", zone);
        return NodeBuilder.builder()
                .metadata(ObjectMeta.named(null, name).withLabels(labels))
                .build();
    }

    @Test
    void one_node_of_each_zone_comes_in_turn_and_zones_in_the_order_of_their_first_nodes() {
        tree.add(node("b1", "b"));
        tree.add(node("b2", "b"));
        tree.add(node("b3", "b"));
        tree.add(node("a1", "a"));
        tree.add(node("n1", null));
        tree.add(node("a2", "a"));
        assertThat(tree.list()).containsExactly("b1", "a1", "n1", "b2", "a2", "b3");
        tree.remove(node("b1", "b"));
        tree.add(node("b4", "b"));
        assertThat(tree.list()).containsExactly("b2", "a1", "n1", "b3", "a2", "b4");
        assertThat(tree.size()).isEqualTo(6);
    }
}

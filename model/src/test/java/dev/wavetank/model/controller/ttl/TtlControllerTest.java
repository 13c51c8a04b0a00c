package dev.wavetank.model.controller.ttl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.ScriptedCluster;
import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.api.Test;

/** How long kubelets may keep what they have read: {@code pkg/controller/ttl} (v1.20). */
class TtlControllerTest {

    private final ScriptedCluster cluster = new ScriptedCluster(KubernetesVersion.V1_32, TtlController::new);

    private static Node node(int number, String annotations) {
        return Scheme.parse(
                "{apiVersion: v1, kind: Node, metadata: {name: n" + number + ", annotations: {" + annotations + "}}}",
                Node.class);
    }

    @Test
    void a_new_node_of_a_small_cluster_is_told_not_to_wait() {
        cluster.put(Resources.NODES, node(1, "")).start();

        assertThat(cluster.calls()).containsExactly("patch nodes/n1");
        assertThat(cluster.requests().get(0).toString()).contains(TtlController.ANNOTATION + "=0");
    }

    @Test
    void a_node_that_knows_is_left_alone() {
        cluster.put(Resources.NODES, node(1, "node.alpha.kubernetes.io/ttl: '0'"))
                .start();

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void from_the_hundred_and_first_node_on_it_is_fifteen_seconds() {
        for (int i = 1; i <= 101; i++) {
            cluster.put(Resources.NODES, node(i, "node.alpha.kubernetes.io/ttl: '0'"));
        }
        cluster.start();

        assertThat(cluster.calls()).hasSize(1);
        assertThat(cluster.requests().get(0).toString()).contains(TtlController.ANNOTATION + "=15");
    }
}

package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterBlueprintTest {

    /** With what a blueprint can hold: roles, accounts, several schedulers. */
    private static final Scenario SCENARIO = ScenarioCodec.read("two schedulers with their own rights", """
            name: two schedulers with their own rights
            cluster:
              nodes: 2
              settings:
                kube-apiserver.authorization-mode: "Node,RBAC"
                kube-scheduler.count: "2"
            timeline:
            - at: 0s
              kubectl: create deployment web --image=nginx --replicas=2
            horizon: 1m
            """);

    @Test
    void runs_that_share_a_blueprint_are_those_with_a_blueprint_of_their_own() {
        ClusterBlueprint shared = ClusterBlueprint.of(SCENARIO, ClusterParts.DEFAULT);

        for (long seed = 1; seed <= 3; seed++) {
            Cluster own = Cluster.of(SCENARIO, seed, ClusterParts.DEFAULT);
            assertThat(fingerprint(Cluster.of(shared, SCENARIO, seed))).isEqualTo(fingerprint(own));
        }
    }

    @Test
    void a_blueprint_under_another_order_is_that_of_parts_with_that_order() {
        ClusterBlueprint fifo = ClusterBlueprint.of(SCENARIO, ClusterParts.DEFAULT);

        Cluster shuffled = Cluster.of(fifo.withOrder("shuffle", List.of()), SCENARIO, 1);

        Cluster own = Cluster.of(SCENARIO, 1, ClusterParts.DEFAULT.withOrder("shuffle"));
        assertThat(fingerprint(shuffled)).isEqualTo(fingerprint(own));
        assertThat(fingerprint(Cluster.of(SCENARIO, 1, ClusterParts.DEFAULT))).isNotEqualTo(fingerprint(own));
    }

    @Test
    void a_blueprint_is_refused_for_another_cluster() {
        ClusterBlueprint blueprint = ClusterBlueprint.of(SCENARIO, ClusterParts.DEFAULT);
        Scenario other = SCENARIO.withCluster(ClusterSpec.ofNodes(2));

        assertThatThrownBy(() -> Cluster.of(blueprint, other, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("blueprint")
                .hasMessageContaining(other.name());
    }

    private static String fingerprint(Cluster cluster) {
        cluster.run(RunLimits.until(30 * VirtualTime.SECOND));
        return cluster.simulation().trace().fingerprint().hex();
    }
}

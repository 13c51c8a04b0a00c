package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Live nodes may look dead only where settings make heartbeats too late. */
class LateHeartbeatsTest {

    private static final Map<String, String> LAGGING = Map.of("kube-apiserver.watch-cache-lag", "5s");

    private static Node node(String ready) {
        return Scheme.parse("""
                {apiVersion: v1, kind: Node, metadata: {name: node-1, uid: n},
                  status: {conditions: [{type: Ready, status: "%s"}]}}
                """.formatted(ready), Node.class);
    }

    private static LateHeartbeats with(Map<String, String> settings) {
        ClusterSpec standard = ClusterSpec.DEFAULT;
        return new LateHeartbeats(
                new ClusterSpec(standard.nodes(), standard.nodeCapacity(), standard.profile(), settings));
    }

    @Test
    void a_dead_node_is_no_obstacle_where_heartbeats_come_in_time() {
        LateHeartbeats heartbeats = with(Map.of());
        heartbeats.observe(node("Unknown"), false, 0);

        assertThat(heartbeats.obstacle(0)).isEmpty();
    }

    @Test
    void where_they_may_come_too_late_it_is_one_until_its_pods_have_had_time_to_recover() {
        LateHeartbeats heartbeats = with(LAGGING);
        heartbeats.observe(node("True"), false, 0);
        assertThat(heartbeats.obstacle(0)).isEmpty();

        heartbeats.observe(node("Unknown"), false, VirtualTime.MINUTE);
        assertThat(heartbeats.obstacle(VirtualTime.HOUR))
                .contains(
                        "node node-1 looked dead: a heartbeat may be seen after 8m35s400ms, and the grace period is 50s");

        heartbeats.observe(node("True"), false, VirtualTime.HOUR);
        assertThat(heartbeats.obstacle(VirtualTime.HOUR + 2 * VirtualTime.MINUTE))
                .isPresent();
        assertThat(heartbeats.obstacle(VirtualTime.HOUR + 20 * VirtualTime.MINUTE))
                .isEmpty();
    }

    @Test
    void heartbeats_that_are_set_to_be_rarer_than_the_grace_period_come_too_late() {
        LateHeartbeats heartbeats = with(Map.of("kubelet.node-lease-duration", "400s"));
        heartbeats.observe(node("Unknown"), false, 0);

        assertThat(heartbeats.obstacle(0)).isPresent();
    }
}

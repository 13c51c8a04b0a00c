package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the kubelet of a node tells of those who cordon it. */
class SchedulableEventsTest {

    private static Command command(long second, String text) {
        return new Command(second * VirtualTime.SECOND, List.of(text.split(" ")));
    }

    @Test
    void a_node_tells_with_its_next_status_that_it_is_cordoned_and_that_it_is_not() {
        String events = "get events -n default";
        Scenario scenario = new Scenario(
                "cordon",
                new ClusterSpec(
                        1,
                        Map.of("cpu", "4", "memory", "8Gi", "pods", "110"),
                        KubernetesVersion.DEFAULT,
                        Map.of("kubelet.hollow", "false")),
                List.of(
                        command(1, "cordon node-1"),
                        command(13, events),
                        command(14, "uncordon node-1"),
                        command(26, events)),
                Map.of(),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(40 * VirtualTime.SECOND));

        String cordoned = cluster.commandResults().get(1).stdout();
        assertThat(cordoned)
                .containsOnlyOnce("status is now: NodeNotSchedulable")
                .doesNotContain("status is now: NodeSchedulable");
        String open = cluster.commandResults().get(3).stdout();
        assertThat(open)
                .containsOnlyOnce("status is now: NodeNotSchedulable")
                .containsOnlyOnce("status is now: NodeSchedulable");
    }
}

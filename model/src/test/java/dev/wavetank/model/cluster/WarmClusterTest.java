package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run begins with a cluster that has been at work for long, and is not busy with its own start. */
class WarmClusterTest {

    private static List<RequestTrace> writes(Map<String, String> settings) {
        ClusterSpec standard = ClusterSpec.DEFAULT;
        Scenario scenario = new Scenario(
                "warm",
                new ClusterSpec(2, standard.nodeCapacity(), standard.profile(), settings),
                List.of(new Command(0, List.of("create", "deployment", "web", "--image=nginx", "--replicas=2"))),
                new LinkedHashMap<>(),
                FaultPlan.NONE,
                VirtualTime.MINUTE);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        List<RequestTrace> writes = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof RequestTrace request && request.isWrite() && entry.time() > 0) {
                writes.add(request);
            }
        });
        cluster.run(RunLimits.until(5 * VirtualTime.SECOND));
        return writes;
    }

    @Test
    void the_first_command_waits_for_nothing_that_came_before_the_run() {
        RequestTrace first = writes(new LinkedHashMap<>()).get(0);

        assertThat(first.call().request().subject()).isEqualTo("deployments/default/web");
        assertThat(first.received()).isLessThan(5 * VirtualTime.MILLISECOND);
    }

    @Test
    void clients_with_a_low_limit_have_all_their_tokens() {
        Map<String, String> slow = new LinkedHashMap<>();
        slow.put("kube-controller-manager.kube-api-qps", "1");
        slow.put("kube-controller-manager.kube-api-burst", "5");

        assertThat(writes(slow))
                .filteredOn(write -> write.call().userAgent().equals("replicaset-controller")
                        && write.call().request().resource().plural().equals("pods"))
                .hasSize(2)
                .allMatch(write -> write.received() < 100 * VirtualTime.MILLISECOND);
    }
}

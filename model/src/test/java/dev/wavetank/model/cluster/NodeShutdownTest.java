package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a kubelet does when its node shuts down, and says when it has booted again. */
class NodeShutdownTest {

    private static final String POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: %s}\n"
            + "spec: {nodeName: node-1, priorityClassName: '%s', containers: [{name: c, image: nginx}]}\n";

    private final Map<String, String> settings = new TreeMap<>();
    private final List<Command> timeline = new ArrayList<>();

    private List<String> run(String... commands) {
        Map<String, String> files = new TreeMap<>();
        files.put("usual", POD.formatted("usual", ""));
        files.put("critical", POD.formatted("critical", "system-node-critical"));
        files.put("late", POD.formatted("late", ""));
        for (String command : commands) {
            String[] parts = command.split(" ", 2);
            timeline.add(
                    new Command(Long.parseLong(parts[0]) * VirtualTime.SECOND, Arrays.asList(parts[1].split(" "))));
        }
        ClusterSpec spec = new ClusterSpec(1, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_32, settings);
        FaultPlan plan = ScenarioCodec.readPlan(
                "plan.yaml", "faults:\n- {kind: nodeShutdown, node: node-1, at: 60s, for: 60s}\n", spec);
        Cluster cluster = Cluster.of(
                new Scenario("shutdown", spec, timeline, files, plan, VirtualTime.HOUR), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(200 * VirtualTime.SECOND));
        return cluster.commandResults().stream().map(one -> one.stdout()).toList();
    }

    private static String status(String pod) {
        return " get pod " + pod + " -o jsonpath={.status.phase}/{.status.reason}/{.status.message}";
    }

    @Test
    void usual_pods_end_first_then_critical_ones_and_no_other_is_admitted() {
        settings.put("kubelet.shutdown-grace-period", "40s");
        settings.put("kubelet.shutdown-grace-period-critical-pods", "10s");

        List<String> printed = run(
                "0 apply -f usual",
                "0 apply -f critical -n kube-system",
                "70" + status("usual"),
                "71" + status("critical") + " -n kube-system",
                "72 apply -f late",
                "73" + status("late"),
                "74 get nodes",
                "99" + status("critical") + " -n kube-system",
                "150 describe node node-1");

        assertThat(printed.get(2))
                .isEqualTo("Failed/Terminated/Pod was terminated in response to imminent node shutdown.");
        assertThat(printed.get(3)).startsWith("Running/");
        assertThat(printed.get(5))
                .isEqualTo("Failed/NodeShutdown/Pod was rejected: Pod was rejected as the node is shutting down.");
        assertThat(printed.get(6)).contains("NotReady");
        assertThat(printed.get(7))
                .isEqualTo("Failed/Terminated/Pod was terminated in response to imminent node shutdown.");
        assertThat(printed.get(8))
                .containsPattern("Normal +Shutdown .* Shutdown manager detected shutdown event")
                .contains("Rebooted")
                .contains("Node node-1 has been rebooted, boot id: ")
                .contains("Starting kubelet.");
    }

    @Test
    void without_a_grace_period_the_node_goes_down_at_once() {
        List<String> printed = run("0 apply -f usual", "70" + status("usual"), "150" + status("usual"));

        assertThat(printed.get(1)).startsWith("Running/");
        assertThat(printed.get(2)).startsWith("Running/");
    }
}

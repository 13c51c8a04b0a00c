package dev.wavetank.model.kubectl.get;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading from the whole simulated cluster. */
class GetClusterTest {

    private static final String[] PODS = {"run a --image=z10", "run b --image=z9", "run c --image=z1"};

    @Test
    void all_pages_are_read() {
        List<CommandResult> results =
                results(PODS[0], PODS[1], PODS[2], "get pods -o name --chunk-size=1", "get pods --chunk-size=2");

        assertThat(text(results.get(3))).isEqualTo("0 pod/a\npod/b\npod/c");
        assertThat(results.get(4).stdout().lines()).hasSize(4);
    }

    @Test
    void objects_and_rows_are_sorted_by_a_field() {
        List<CommandResult> results = results(
                PODS[0],
                PODS[1],
                PODS[2],
                "get pods -o name --sort-by=.spec.containers[0].image",
                "get pods --no-headers --sort-by={.spec.containers[0].image}",
                "get pods --no-headers");

        assertThat(text(results.get(3))).isEqualTo("0 pod/c\npod/b\npod/a");
        assertThat(names(results.get(4))).containsExactly("c", "b", "a");
        assertThat(names(results.get(5))).containsExactly("a", "b", "c");
    }

    private static List<String> names(CommandResult result) {
        return result.stdout().lines().map(line -> line.substring(0, 1)).toList();
    }

    private static List<CommandResult> results(String... lines) {
        List<Command> timeline = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            timeline.add(new Command((i + 1) * VirtualTime.SECOND, List.of(lines[i].split(" "))));
        }
        long end = (lines.length + 5) * VirtualTime.SECOND;
        Scenario scenario =
                new Scenario("info", ClusterSpec.DEFAULT, timeline, new LinkedHashMap<>(), FaultPlan.NONE, end);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(end));
        assertThat(cluster.commandResults()).hasSize(lines.length);
        return cluster.commandResults();
    }

    private static String text(CommandResult result) {
        return (result.exitCode() + " " + result.stdout() + result.stderr()).strip();
    }
}

package dev.wavetank.model.kubectl;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.List;

/** Commands that a user types into a whole simulated cluster. */
final class TypedCommands {

    private TypedCommands() {}

    /**
     * Exit code, standard output and standard error of each command, in the order in which they ended.
     *
     * @param timeline the items of a timeline, and what else a scenario may have after it
     */
    static List<String> outputs(String timeline) {
        Cluster cluster = Cluster.of(ScenarioCodec.read("typed", "timeline:\n" + timeline), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(20 * VirtualTime.MINUTE));
        return cluster.commandResults().stream().map(TypedCommands::text).toList();
    }

    private static String text(CommandResult result) {
        return result.exitCode() + " " + result.stdout() + result.stderr();
    }
}

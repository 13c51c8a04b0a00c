package dev.wavetank.cli.result;

import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.Origin;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.Shrinker;
import dev.wavetank.properties.explore.Shrunk;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A failure that was found, shrunk and saved.
 *
 * @param shrunk the smallest run that breaks the same invariant, and how it was found
 * @param parts of that run
 * @param file where it is saved
 */
public record FoundFailure(Shrunk shrunk, PartsSpec parts, Path file) {

    /**
     * Shrinks a failure and saves it.
     *
     * @param jobs how many runs are made at the same time
     */
    public static FoundFailure of(
            ExploredRun failure, ResolvedScenario prepared, Origin origin, Path directory, int jobs) {
        Shrunk shrunk = Shrinker.shrink(
                failure.result(),
                failure.input().in(prepared.clusterParts()),
                prepared.parts().judges(),
                Shrinker.LIMITS,
                jobs);
        PartsSpec parts = prepared.parts().inOrderOf(shrunk.parts());
        Failure smallest = Failure.of(shrunk.smallest(), parts, origin);
        return new FoundFailure(shrunk, parts, FailureFiles.save(smallest, failure.number(), directory));
    }

    /** One screen for people. */
    public void print(PrintStream out) {
        RunResult smallest = shrunk.smallest();
        FailureScreen screen = new FailureScreen(out);
        screen.violation(smallest.violations().get(0));
        screen.shrunk(shrunk.summary());
        screen.scenario(smallest.scenario());
        screen.order(parts);
        screen.replay(smallest.seed(), FailureFiles.replayCommand(file));
        out.println();
    }

    /** The same for programs. */
    public Map<String, Object> tree() {
        RunResult smallest = shrunk.smallest();
        Map<String, Object> tree =
                new LinkedHashMap<>(JsonResult.violation(smallest.violations().get(0)));
        tree.put("seed", smallest.seed());
        tree.put("fingerprint", smallest.fingerprint());
        tree.put("commandsBefore", shrunk.commandsBefore());
        tree.put("faultsBefore", shrunk.faultsBefore());
        tree.put(
                "faults",
                smallest.scenario().faults().clauses().stream()
                        .map(Provenance::tree)
                        .toList());
        tree.put("orderBefore", shrunk.orderBefore());
        tree.put("order", parts.order());
        tree.put("decisionsBefore", shrunk.decisionsBefore());
        tree.put("decisions", JsonResult.lines(parts.decisions()));
        tree.put("shrinkRuns", shrunk.runs());
        tree.put("shrinkErrors", shrunk.effort().errors().count());
        tree.put("firstShrinkError", shrunk.effort().errors().first());
        tree.put("file", file.toString());
        tree.put("replay", FailureFiles.replayCommand(file));
        return tree;
    }
}

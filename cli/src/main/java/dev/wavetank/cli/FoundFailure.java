package dev.wavetank.cli;

import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.Shrinker;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A failure that was found, made small and saved.
 *
 * @param smallest the run with the fewest faults that breaks the same law
 * @param faultsBefore how many faults there were at first
 * @param shrinkRuns how many runs it took to find out
 * @param file where it is saved
 */
record FoundFailure(RunResult smallest, int faultsBefore, int shrinkRuns, Path file) {

    /** Makes a failure small and saves it. */
    static FoundFailure of(RunResult failure, Prepared prepared, Path directory) {
        Shrinker shrinker = new Shrinker(prepared.clusterParts());
        RunResult smallest = shrinker.shrink(failure);
        Path file = FailureFiles.save(Failure.of(smallest, prepared.parts()), directory);
        return new FoundFailure(smallest, failure.scenario().faults().size(), shrinker.runs(), file);
    }

    /** One screen for people. */
    void print(PrintStream out) {
        FailureScreen screen = new FailureScreen(out);
        screen.violation(smallest.violations().get(0));
        screen.scenario(smallest.scenario(), faultsBefore);
        screen.replay(smallest.seed(), FailureFiles.replayCommand(file));
        out.println();
    }

    /** The same for programs. */
    Map<String, Object> tree() {
        Map<String, Object> tree =
                new LinkedHashMap<>(JsonResult.violation(smallest.violations().get(0)));
        tree.put("seed", smallest.seed());
        tree.put("fingerprint", smallest.fingerprint());
        tree.put("faultsBefore", faultsBefore);
        tree.put(
                "faults",
                smallest.scenario().faults().clauses().stream()
                        .map(JsonResult::fault)
                        .toList());
        tree.put("shrinkRuns", shrinkRuns);
        tree.put("file", file.toString());
        tree.put("replay", FailureFiles.replayCommand(file));
        return tree;
    }
}

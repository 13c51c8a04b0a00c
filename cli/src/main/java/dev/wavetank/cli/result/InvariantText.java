package dev.wavetank.cli.result;

import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.liveness.Outcome;
import java.util.ArrayList;
import java.util.List;

/** What can be said about the laws after a run, in words. */
public final class InvariantText {

    private InvariantText() {}

    /** Which laws held, which broke, and of which nothing can be said. */
    public static String summary(RunResult result) {
        List<String> broken = result.violations().stream().map(Violation::law).toList();
        List<String> unknown = result.unknowns().stream()
                .map(line -> line.substring(0, line.indexOf(':')))
                .distinct()
                .filter(law -> !broken.contains(law))
                .toList();
        List<String> held = new ArrayList<>(ScenarioRun.laws());
        held.removeAll(broken);
        held.removeAll(unknown);
        List<String> parts = new ArrayList<>();
        // A broken law ends the run, so the others were not judged to the end.
        add(parts, broken.isEmpty() ? "held" : "not broken until then", held);
        add(parts, "broken", broken);
        add(parts, "unknown", unknown);
        return String.join("; ", parts);
    }

    /** The verdict on the run. */
    public static String outcome(RunResult result) {
        Outcome outcome = result.outcome();
        return switch (outcome) {
            case HELD -> "held: no law broke";
            case BROKEN -> "broken: see VIOLATION";
            case UNKNOWN -> "unknown: no law broke, but not every law could be judged";
        };
    }

    private static void add(List<String> parts, String verdict, List<String> laws) {
        if (!laws.isEmpty()) {
            parts.add(laws.size() + " " + verdict + " (" + String.join(", ", laws) + ")");
        }
    }
}

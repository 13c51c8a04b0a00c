package dev.wavetank.cli.result;

import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.liveness.Outcome;
import java.util.ArrayList;
import java.util.List;

/** The outcome of the invariants after a run, in words. */
public final class InvariantText {

    private InvariantText() {}

    /** How many invariants held, which broke, and which are unknown; wavetank invariants lists them all. */
    public static String summary(RunResult result) {
        List<String> broken =
                result.violations().stream().map(Violation::invariant).toList();
        List<String> unknown = result.unknowns().stream()
                .map(line -> line.substring(0, line.indexOf(':')))
                .distinct()
                .filter(invariant -> !broken.contains(invariant))
                .toList();
        List<String> held = new ArrayList<>(ScenarioRun.invariants());
        held.removeAll(broken);
        held.removeAll(unknown);
        held.removeAll(result.notJudged());
        List<String> parts = new ArrayList<>();
        // A violation ends the run, so the others were not judged to the end.
        parts.add(held.size() + (broken.isEmpty() ? " held" : " not broken until then"));
        add(parts, "broken", broken);
        add(parts, "unknown", unknown);
        if (!result.notJudged().isEmpty()) {
            parts.add(result.notJudged().size() + " not judged");
        }
        return String.join("; ", parts);
    }

    /** The outcome of the run in a sentence. */
    public static String outcome(RunResult result) {
        Outcome outcome = result.outcome();
        return switch (outcome) {
            case HELD ->
                "held: no invariant broke" + (result.notJudged().isEmpty() ? "" : " of those that were judged");
            case BROKEN -> "broken: see VIOLATION";
            case UNKNOWN -> "unknown: no invariant broke, but not every one could be judged";
        };
    }

    private static void add(List<String> parts, String outcome, List<String> invariants) {
        if (!invariants.isEmpty()) {
            parts.add(invariants.size() + " " + outcome + " (" + String.join(", ", invariants) + ")");
        }
    }
}

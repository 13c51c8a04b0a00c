package dev.wavetank.cli.result;

import dev.wavetank.properties.contrast.Contrast;
import dev.wavetank.properties.explore.Explanation;
import dev.wavetank.reports.story.FailureText;
import dev.wavetank.reports.story.SideBySide;
import dev.wavetank.sim.VirtualTime;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes when a failure became inevitable, and the nearest run that passes.
 *
 * @param contrast what was found
 * @param explanation of the failure, whose objects the steps have to be about
 */
public record ContrastOutput(Contrast contrast, Explanation explanation) {

    /** For people. */
    public void print(PrintStream out) {
        if (contrast.passing().isEmpty()) {
            out.println("inevitable from the beginning on: without its faults and with other random numbers, "
                    + contrast.branches() + " of " + contrast.branches() + " runs break an invariant");
            return;
        }
        out.println("inevitable from here on:");
        List<String> turn = FailureText.sentences(contrast.turn());
        long time = contrast.turn().isEmpty() ? 0 : contrast.turn().get(0).time();
        turn.forEach(sentence -> out.println("  " + VirtualTime.format(time) + "  " + sentence));
        if (turn.isEmpty()) {
            out.println("  an event that recorded nothing");
        }
        out.println("  however it goes on from there, with other random numbers and no further faults, "
                + contrast.branches() + " of " + contrast.branches()
                + " runs break an invariant; just before it, one did not:");
        out.println();
        sideBySide().forEach(out::println);
    }

    /** For programs: how many ways were tried, the records of the turn, and the two runs as people see them. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("branches", contrast.branches());
        tree.put("inevitableFromTheBeginning", contrast.passing().isEmpty());
        tree.put("turn", contrast.turn().stream().map(ExplanationOutput::tree).toList());
        tree.put("sideBySide", sideBySide());
        return tree;
    }

    /** No lines when nothing passes. */
    private List<String> sideBySide() {
        Set<String> subjects = new TreeSet<>();
        explanation.story().lines().forEach(line -> subjects.add(line.subject()));
        subjects.remove("");
        return contrast.passing()
                .map(passing -> SideBySide.lines(contrast.failing(), passing, subjects))
                .orElse(List.of());
    }
}

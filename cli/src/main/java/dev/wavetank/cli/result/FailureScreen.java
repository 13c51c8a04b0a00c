package dev.wavetank.cli.result;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.YamlWriter;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.VirtualTime;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/** The text of a violation: one screen with everything needed to understand and to repeat it. */
public final class FailureScreen {

    /** A file of the scenario that is longer than this many lines is only named. */
    private static final int LONGEST_FILE = 40;
    /** More decisions than this are only counted. */
    private static final int MOST_DECISIONS = 20;

    private final PrintStream out;

    public FailureScreen(PrintStream out) {
        this.out = out;
    }

    /** The invariant, the observed and the expected state, and the time. */
    public void violation(Violation violation) {
        out.println("VIOLATION " + violation.invariant() + ": " + violation.sentence());
        out.println("  object    " + violation.object());
        out.println("  seen      " + violation.message());
        out.println("  time      " + VirtualTime.format(violation.at()));
    }

    /** How many faults there are. */
    public void faults(Scenario scenario) {
        out.println("  faults    "
                + (scenario.faults().isEmpty() ? "none" : scenario.faults().size()));
    }

    /** The result of shrinking. */
    public void shrunk(String summary) {
        out.println("  shrunk    " + summary);
    }

    /** The order of events, where it is not first in, first out. */
    public void order(PartsSpec parts) {
        if (isFifo(parts)) {
            return;
        }
        out.println("  order     " + orderOf(parts));
        if (parts.decisions().size() <= MOST_DECISIONS) {
            parts.decisions().forEach(decision -> out.println("            " + decision.line()));
        }
    }

    /** Whether events fire as they were scheduled. */
    public static boolean isFifo(PartsSpec parts) {
        return parts.order().equals(OrderPolicy.FIFO.toString());
    }

    /** The order of events, on one line. */
    public static String orderOf(PartsSpec parts) {
        int decisions = parts.decisions().size();
        if (decisions == 0) {
            return parts.order();
        }
        return parts.order() + ", but first in, first out apart from " + decisions
                + (decisions == 1 ? " decision" : " decisions");
    }

    /** What was run, faults included. */
    public void scenario(Scenario scenario) {
        out.println("  scenario");
        out.print(yaml(scenario).indent(4));
    }

    /** The command that replays it. */
    public void replay(long seed, String command) {
        out.println("  seed      " + seed);
        out.println("  replay    " + command);
    }

    private static String yaml(Scenario scenario) {
        if (scenario.files().values().stream().noneMatch(FailureScreen::isLong)) {
            return ScenarioCodec.compact(scenario);
        }
        Map<String, Object> files = new LinkedHashMap<>();
        scenario.files()
                .forEach((name, text) -> files.put(
                        name,
                        isLong(text) ? "(" + text.lines().count() + " lines, which the saved failure holds)" : text));
        Map<String, Object> tree = ScenarioCodec.compactTree(scenario);
        tree.put("files", files);
        return YamlWriter.compact(tree);
    }

    private static boolean isLong(String text) {
        return text.lines().count() > LONGEST_FILE;
    }
}

package dev.wavetank.cli.result;

import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.reports.LoadText;
import dev.wavetank.reports.TextReport;
import dev.wavetank.reports.traffic.LoadFigures;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.fault.inject.Anchors;
import dev.wavetank.sim.fault.inject.FaultOutcome;
import dev.wavetank.sim.fault.inject.FaultOutcome.State;
import dev.wavetank.sim.fault.swarm.SwarmMask;
import dev.wavetank.sim.liveness.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the result of a run for people. */
public final class TextResult {

    /** So many faults that hit nothing are named; a plan can have thousands. */
    private static final int NOTES_MAX = 50;

    /** From this share of an allowed time on, a run names the invariant that allows it. */
    private static final double ALMOST = 0.9;

    private final Streams streams;
    private final PrintStream out;

    public TextResult(Streams streams) {
        this.streams = streams;
        this.out = streams.out();
    }

    /** Everything but the violations, which come last: see {@link #violations}. */
    public void print(Execution execution) {
        RunResult result = execution.result();
        if (!isPointless(execution)) {
            head(execution.provenance());
            out.println();
        }
        List<CommandResult> commands = new ArrayList<>(result.commands());
        commands.sort(Comparator.comparingLong(CommandResult::at)
                .thenComparingInt(command ->
                        result.scenario().timeline().indexOf(new Command(command.at(), command.arguments()))));
        commands.forEach(command -> print(command, commands.size() > 1));
        if (isPointless(execution)) {
            return;
        }
        if (!result.commands().isEmpty()) {
            out.println();
        }
        JourneyText.print(execution.journey(), out);
        out.println(TextReport.table(execution.latency()));
        execution.loads().forEach(this::load);
        line("pods", pods(result.podsByPhase()));
        line("invariants", InvariantText.summary(result));
        result.unknowns().forEach(unknown -> line("", "unknown: " + unknown));
        result.known().forEach(finding -> line("known", finding.toString()));
        result.margins().stream()
                .filter(margin -> margin.share() >= ALMOST)
                .forEach(margin -> line("nearest", margin.toString()));
        if (result.outcome() != Outcome.HELD) {
            line("bound", result.bound().toString());
        }
        if (result.scenario().timeline().isEmpty()) {
            line("note", "no commands: nothing was tested");
        } else if (result.podsCreated() == 0) {
            line("note", "no pod was ever created: what invariants say about pods was not tested");
        }
        int unfinished = result.scenario().timeline().size() - result.commands().size();
        if (unfinished > 0) {
            line("note", unfinished + " of the commands had not ended, or not begun, when the run ended");
        }
        silentLoads(execution).forEach(load -> line("note", "the load " + load + " has sent no request"));
        execution.storedOnly().forEach(kind -> line("note", kind + ": stored, not simulated"));
        execution.notSimulated().forEach(what -> line("note", "not simulated: " + what));
        vain(result.faults().stream().filter(FaultOutcome::isInVain).toList());
        anchors(execution);
        decisions(execution);
        SwarmMask mask = execution.prepared().mask();
        if (mask != null) {
            line("faults", mask.toString());
        }
        line("outcome", InvariantText.outcome(result));
        line(
                "stopped",
                name(result.stopReason()) + " at " + VirtualTime.format(result.virtualTime())
                        + " of virtual time, after " + result.events() + " events");
        PartsSpec parts = execution.prepared().parts().resolved(result.seed());
        if (!parts.decisions().isEmpty()) {
            line("order", FailureScreen.orderOf(parts));
        }
        line("fingerprint", result.fingerprint());
    }

    /** What made the result: the first lines of every text. */
    public void head(Provenance provenance) {
        provenance.lines().forEach(line -> line(line.label(), line.value()));
    }

    /** The violations, with the scenario of the run and the command that replays it. */
    public void violations(RunResult result, String replayCommand) {
        FailureScreen screen = new FailureScreen(out);
        for (Violation violation : result.violations()) {
            out.println();
            screen.violation(violation);
        }
        if (!result.violations().isEmpty()) {
            screen.faults(result.scenario());
            screen.scenario(result.scenario());
            screen.replay(result.seed(), replayCommand);
        }
    }

    /** Loads that had not begun when the run ended, or had no chance to. */
    private static List<String> silentLoads(Execution execution) {
        List<String> heard = execution.loads().stream().map(LoadFigures::load).toList();
        return execution.prepared().scenario().cluster().addOns().stream()
                .filter(AddOn.Load.class::isInstance)
                .map(addOn -> ((AddOn.Load) addOn).name())
                .filter(name -> !heard.contains(name))
                .toList();
    }

    private void load(LoadFigures figures) {
        List<String> lines = LoadText.lines(figures);
        line("load", lines.get(0));
        lines.subList(1, lines.size()).stream().limit(NOTES_MAX).forEach(text -> line("", text));
        if (lines.size() > NOTES_MAX) {
            line("", "and " + (lines.size() - 1 - NOTES_MAX) + " more: -o json lists them");
        }
        out.println();
    }

    private void vain(List<FaultOutcome> faults) {
        faults.stream().limit(NOTES_MAX).forEach(fault -> line("note", fault.toString()));
        int rest = faults.size() - NOTES_MAX;
        if (rest > 0) {
            line("note", "and " + rest + " more faults that hit nothing or never opened: -o json lists them");
        }
    }

    /** Whether the anchors that faults wait for were reached. A note has named those that came too late. */
    private void anchors(Execution execution) {
        Anchors anchors = execution.result().anchors();
        if (anchors.total() == 0) {
            return;
        }
        line("anchors", anchors.toString());
        List<FaultOutcome> waiting = execution.result().faults().stream()
                .filter(fault ->
                        fault.state() == State.NOT_REACHED && fault.clause().trigger() instanceof Trigger.After)
                .toList();
        waiting.stream().limit(NOTES_MAX).forEach(fault -> line("", fault.toString()));
        if (waiting.size() > NOTES_MAX) {
            line("", "and " + (waiting.size() - NOTES_MAX) + " more");
        }
    }

    /** Only a run that came to all decisions that were saved is sure to be the saved one. */
    private void decisions(Execution execution) {
        int total = execution.prepared().parts().decisions().size();
        int missed = execution.result().missedDecisions().size();
        if (missed > 0) {
            line(
                    "warning",
                    (total - missed) + " of " + total + " choices matched: the code, the scenario or the version has"
                            + " changed since they were saved");
            execution.result().missedDecisions().forEach(choice -> line("", "never found: " + choice.line()));
        }
    }

    /**
     * When every command failed without faults and nothing was left behind, their complaints are all there is. When
     * every command was answered by kubectl itself, such as one with {@code --help}, there is nothing but the answers.
     */
    private static boolean isPointless(Execution execution) {
        RunResult result = execution.result();
        return !result.commands().isEmpty()
                && result.faults().isEmpty()
                && (result.commands().stream().allMatch(command -> command.exitCode() != 0)
                        || result.commands().stream().allMatch(command -> command.ended() == command.at()))
                && execution.journey().pods().isEmpty()
                && result.outcome() == Outcome.HELD;
    }

    /**
     * One command alone has two streams, as kubectl has. Of several, what each printed on both stands below it, so that
     * it is also plain in a file which command failed.
     */
    private void print(CommandResult command, boolean headed) {
        if (headed) {
            out.println(VirtualTime.format(command.at()) + " $ kubectl " + Command.line(command.arguments()));
        }
        out.print(ended(headed ? command.both() : command.stdout()));
        out.flush();
        if (!headed) {
            streams.err().print(ended(command.stderr()));
            streams.err().flush();
        }
    }

    private void line(String label, String value) {
        out.println(String.format(Locale.ROOT, "%-13s%s", label, value));
    }

    private static String pods(Map<String, Integer> byPhase) {
        return byPhase.isEmpty()
                ? "none"
                : byPhase.entrySet().stream()
                        .map(phase -> phase.getValue() + " " + phase.getKey())
                        .collect(Collectors.joining(", "));
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String ended(String text) {
        return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }
}

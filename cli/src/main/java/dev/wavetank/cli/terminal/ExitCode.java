package dev.wavetank.cli.terminal;

import dev.wavetank.model.cluster.CommandOutcome;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.sim.liveness.Outcome;
import java.util.EnumSet;
import java.util.Set;

/** Exit codes of the command. */
public final class ExitCode {

    /** No invariant broke, though the outcome of some may be unknown. */
    public static final int HELD = 0;

    /** An invariant broke, or the cluster refused the whole task: manifests, or one kubectl command. */
    public static final int BROKEN = 1;

    /** The input or the command line is wrong. */
    public static final int BAD_INPUT = 2;

    /** Wavetank itself failed: a defect, or a run that was not deterministic. */
    public static final int INTERNAL = 3;

    /** The whole task, one kubectl command or plain manifests, got no answer because of a fault. */
    public static final int CUT_OFF = 4;

    private ExitCode() {}

    /** Of a run whose commands are the whole task: a violation counts most, then a refusal, then a lost answer. */
    public static int of(RunResult result) {
        Set<CommandOutcome> commands = commands(result);
        if (result.outcome() == Outcome.BROKEN
                || commands.contains(CommandOutcome.REFUSED)
                || commands.contains(CommandOutcome.MISTAKE)
                || commands.contains(CommandOutcome.GAVE_UP)
                || commands.contains(CommandOutcome.NEGATIVE)) {
            return BROKEN;
        }
        return commands.contains(CommandOutcome.CUT_OFF) ? CUT_OFF : HELD;
    }

    /** What became of the commands of a run. */
    public static Set<CommandOutcome> commands(RunResult result) {
        Set<CommandOutcome> commands = EnumSet.noneOf(CommandOutcome.class);
        result.commands().forEach(command -> commands.add(command.outcome()));
        return commands;
    }

    /**
     * Of a run whose commands may fail in the cluster, but not be refused by kubectl itself: a violation counts more.
     */
    public static int ofScenario(Outcome outcome, Set<CommandOutcome> commands) {
        return outcome != Outcome.BROKEN && commands.contains(CommandOutcome.MISTAKE) ? BAD_INPUT : of(outcome);
    }

    /** Of a run whose commands may fail. */
    public static int of(Outcome outcome) {
        return outcome == Outcome.BROKEN ? BROKEN : HELD;
    }
}

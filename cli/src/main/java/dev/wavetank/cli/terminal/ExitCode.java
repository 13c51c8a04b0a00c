package dev.wavetank.cli.terminal;

import dev.wavetank.sim.liveness.Outcome;

/** What the command tells the shell. */
public final class ExitCode {

    /** No law broke, though it may be unknown whether all of them held. */
    public static final int HELD = 0;

    /** A law broke, or the cluster refused what was the whole of the task: manifests, or one kubectl command. */
    public static final int BROKEN = 1;

    /** The input or the command line is wrong. */
    public static final int BAD_INPUT = 2;

    /** Wavetank itself failed: a defect, or a run that was not deterministic. */
    public static final int INTERNAL = 3;

    private ExitCode() {}

    public static int of(Outcome outcome) {
        return outcome == Outcome.BROKEN ? BROKEN : HELD;
    }
}

package dev.wavetank.cli;

import dev.wavetank.sim.liveness.Outcome;

/** What the command tells the shell. */
final class ExitCode {

    /** No law broke, though it may be unknown whether all of them held. */
    static final int HELD = 0;

    /** A law broke, or the cluster refused what was the whole of the task: manifests, or one kubectl command. */
    static final int BROKEN = 1;

    /** The input or the command line is wrong. */
    static final int BAD_INPUT = 2;

    /** Wavetank itself failed: a defect, or a run that was not deterministic. */
    static final int INTERNAL = 3;

    private ExitCode() {}

    static int of(Outcome outcome) {
        return outcome == Outcome.BROKEN ? BROKEN : HELD;
    }
}

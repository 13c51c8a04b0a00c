package dev.wavetank.cli.terminal;

import dev.wavetank.sim.liveness.Outcome;

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

    private ExitCode() {}

    public static int of(Outcome outcome) {
        return outcome == Outcome.BROKEN ? BROKEN : HELD;
    }
}

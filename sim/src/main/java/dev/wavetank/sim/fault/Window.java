package dev.wavetank.sim.fault;

/**
 * When a fault is active. Every window closes.
 *
 * @param opens virtual time at which it begins, in nanoseconds
 * @param length how long it lasts, in nanoseconds
 */
public record Window(long opens, long length) {

    /** Checks the window. */
    public Window {
        if (opens < 0 || length < 0) {
            throw new IllegalArgumentException("a window neither opens before the run nor has a negative length");
        }
        if (length > Long.MAX_VALUE - opens) {
            throw new IllegalArgumentException("a window must close before the end of virtual time");
        }
    }

    /** Virtual time at which the fault has healed, in nanoseconds. */
    public long closes() {
        return opens + length;
    }
}

package dev.wavetank.sim.fault;

import dev.wavetank.sim.VirtualTime;

/**
 * One fault of a plan, with its time. Every clause closes, so that a run can recover.
 *
 * @param trigger when it opens
 * @param duration how long it lasts, in nanoseconds
 * @param fault what goes wrong
 */
public record FaultClause(Trigger trigger, long duration, Fault fault) {

    /** Checks that it closes. */
    public FaultClause {
        if (duration < 0) {
            throw new IllegalArgumentException(
                    "a fault must not last shorter than no time, was " + VirtualTime.span(duration));
        }
        if (duration >= Long.MAX_VALUE - trigger.opensBy()) {
            throw new IllegalArgumentException(
                    "a fault must close before the end of virtual time, so that the run can recover: make it shorter");
        }
    }

    /** A fault that opens at an instant. */
    public static FaultClause at(long time, long duration, Fault fault) {
        return new FaultClause(new Trigger.At(time), duration, fault);
    }

    /** The virtual time by which it has healed, in nanoseconds. */
    public long healedBy() {
        return trigger.opensBy() + duration;
    }
}

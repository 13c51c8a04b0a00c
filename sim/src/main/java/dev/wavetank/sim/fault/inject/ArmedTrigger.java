package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.trace.TraceEntry;

/** A clause that waits for its anchor to appear. */
final class ArmedTrigger {

    private final int number;
    private final FaultClause clause;
    private final Trigger.After trigger;
    private int seen;
    private long disarming;

    ArmedTrigger(int number, FaultClause clause, Trigger.After trigger) {
        this.number = number;
        this.clause = clause;
        this.trigger = trigger;
    }

    /** Place of the clause in the plan, from 0. */
    int number() {
        return number;
    }

    FaultClause clause() {
        return clause;
    }

    Trigger.After trigger() {
        return trigger;
    }

    /** The handle of the event that disarms it. */
    long disarming() {
        return disarming;
    }

    void disarmedBy(long handle) {
        disarming = handle;
    }

    /** Counts a record when it is one of those that the anchor means. Answers whether it was the last one needed. */
    boolean isSetOffBy(TraceEntry entry) {
        return entry.time() < trigger.until()
                && trigger.anchor().matches(entry)
                && ++seen == trigger.anchor().nth();
    }
}

package dev.wavetank.sim.fault;

import dev.wavetank.sim.trace.TraceEntry;

/** A clause that waits for its anchor to appear. */
final class ArmedTrigger {

    final FaultClause clause;
    private final Trigger.After trigger;
    private int seen;
    long disarming;

    ArmedTrigger(FaultClause clause, Trigger.After trigger) {
        this.clause = clause;
        this.trigger = trigger;
    }

    Trigger.After trigger() {
        return trigger;
    }

    /** Counts a record when it is one of those that the anchor means. Answers whether it was the last one needed. */
    boolean isSetOffBy(TraceEntry entry) {
        return entry.time() < trigger.until()
                && trigger.anchor().matches(entry)
                && ++seen == trigger.anchor().nth();
    }
}

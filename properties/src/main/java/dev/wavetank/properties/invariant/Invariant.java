package dev.wavetank.properties.invariant;

import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/** One invariant, as a small class with a state of its own. One object judges one run. */
public interface Invariant {

    /** Short stable name: the identity of a failure. */
    String name();

    /** The invariant in one sentence. */
    String statement();

    /** The types of the records that {@link #observe} is called with; all, unless the invariant says less. */
    default List<Class<? extends TraceRecord>> records() {
        return List.of(TraceRecord.class);
    }

    /** Looks at one record of the trace. */
    void observe(TraceEntry entry, Outcomes outcomes);

    /** Looks back at the end of the run, or at a deadline that the run derived from its faults. */
    default void conclude(long now, Outcomes outcomes) {}

    /**
     * The run ended at its horizon while something was still going on, before everything could be judged. What {@link
     * #conclude} would call broken may still come right, so it is called unknown. An invariant that asks for
     * something for a while, or concludes without a outcome, says itself what is unknown.
     *
     * @param now virtual time in nanoseconds
     * @param reason what the horizon came before
     * @param pending what was going on, in words
     */
    default void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        conclude(now, new UnsettledOutcomes(reason, outcomes));
    }
}

package dev.wavetank.sim.trace;

/**
 * A record in its place in the trace.
 *
 * @param number position in the trace, from 1
 * @param time virtual time in nanoseconds
 * @param component name of the component that emitted it
 * @param cause number of the latest earlier record on the causal path that led here, or 0 when there is none
 * @param record what happened
 */
public record TraceEntry(long number, long time, String component, long cause, TraceRecord record) {

    /** Who did it; see {@link TraceRecord#actor}. */
    public String actor() {
        return record.actor(component);
    }
}

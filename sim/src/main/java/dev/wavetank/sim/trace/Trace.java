package dev.wavetank.sim.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The ordered record of one run.
 *
 * <p>The fingerprint is always on. Sinks are optional. Every entry links to its cause: the latest record on the
 * causal path that led to the event that emitted it. Events that emit nothing pass their own cause on, so the links
 * connect records directly.
 */
public final class Trace {

    private final Fingerprint fingerprint = new Fingerprint();
    private final List<TraceSink> sinks = new ArrayList<>();
    private long count;
    private long cause;

    /** Adds a sink, which sees every later entry. */
    public void addSink(TraceSink sink) {
        sinks.add(sink);
    }

    /** The number of the latest record on the current causal path, or 0. */
    public long cause() {
        return cause;
    }

    /** How many records there are. */
    public long count() {
        return count;
    }

    /** The fingerprint over all records so far. */
    public Fingerprint fingerprint() {
        return fingerprint;
    }

    /** Tells that an event fires now that was scheduled on the causal path of the given record. */
    public void beginEvent(long inheritedCause) {
        cause = inheritedCause;
    }

    /** Appends a record; it becomes the cause of what follows in this event, and of what a sink schedules for it. */
    public void record(long time, String component, TraceRecord record) {
        long before = cause;
        cause = ++count;
        fingerprint.add(time, component, record);
        if (!sinks.isEmpty()) {
            TraceEntry entry = new TraceEntry(count, time, component, before, record);
            for (TraceSink sink : sinks) {
                sink.accept(entry);
            }
        }
    }
}

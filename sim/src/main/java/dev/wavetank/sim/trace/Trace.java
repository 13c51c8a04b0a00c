package dev.wavetank.sim.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * The ordered record of one run.
 *
 * <p>The fingerprint is always on. Sinks are optional, and so are details: records that only say how something came
 * about. Every entry links to its cause: the latest record on the
 * causal path that led to the event that emitted it. Events that emit nothing pass their own cause on, so the links
 * connect records directly.
 *
 * <p>A path goes from an event to the events that it schedules. Where a component holds work back and takes it up in
 * another event, such as a key in a queue, it keeps {@link #cause} with the work and calls {@link #resume} when it
 * takes it up; otherwise the work would seem to follow from whatever ran before it. Work that was requested several
 * times and is done once has one cause: the first request.
 *
 * <p>A read of shared state, such as a list of a store's objects, follows from the writes of that state rather than
 * from the reason for the read. The writer calls {@link #publish} for each version of the state; a reader that passes
 * a version on resumes its {@link #publication}.
 */
public final class Trace {

    private final Fingerprint fingerprint = new Fingerprint();
    private final List<TraceSink> sinks = new ArrayList<>();
    private final Publications publications = new Publications();
    private boolean detailed;
    private long count;
    private long cause;

    /** Adds a sink, which receives every later entry. */
    public void addSink(TraceSink sink) {
        sinks.add(sink);
        detailed |= sink.wantsDetails();
        sink.listensTo(fingerprint);
    }

    /**
     * Whether a sink wants {@linkplain TraceRecord#isDetail details}. Components ask before they make such a record.
     */
    public boolean isDetailed() {
        return detailed;
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

    /** Sets the causal path for the event that fires now: that of the given record. */
    public void beginEvent(long inheritedCause) {
        cause = inheritedCause;
    }

    /**
     * Goes on, in the event that fires now, on the causal path of a record: of work that was held back, or of one
     * of several things that the event does independently of each other.
     *
     * @param earlier what {@link #cause} was when the work was asked for
     */
    public void resume(long earlier) {
        if (earlier < 0 || earlier > count) {
            throw new IllegalArgumentException("record " + earlier + " is not one of the " + count + " so far");
        }
        cause = earlier;
    }

    /**
     * Remembers that the latest record on the current causal path made a version of the shared state. A version that
     * is made again, after the state was set back, belongs to the later record.
     *
     * @param version not negative
     */
    public void publish(long version) {
        if (version < 0) {
            throw new IllegalArgumentException("a version must not be negative, was " + version);
        }
        publications.put(version, cause);
    }

    /** Drops most of the entries of the versions before this one: the shared state has compacted them. */
    public void dropPublicationsBefore(long version) {
        publications.dropBefore(version);
    }

    /** The number of the record that made a version of the shared state; 0 when none is known. */
    public long publication(long version) {
        return publications.get(version);
    }

    /**
     * Appends a record; it becomes the cause of what follows in this event, and of what a sink schedules for it. A
     * detail that no sink wants is dropped.
     */
    public void record(long time, String component, TraceRecord record) {
        boolean isDetail = record.isDetail();
        if (isDetail && !detailed) {
            return;
        }
        long before = cause;
        cause = ++count;
        if (!isDetail) {
            fingerprint.add(time, component, record);
        }
        if (!sinks.isEmpty()) {
            TraceEntry entry = new TraceEntry(count, time, component, before, record);
            for (int i = 0; i < sinks.size(); i++) {
                TraceSink sink = sinks.get(i);
                if (!isDetail || sink.wantsDetails()) {
                    sink.accept(entry);
                }
            }
        }
    }
}

package dev.wavetank.sim.trace;

import java.util.ArrayList;
import java.util.List;

/** Keeps the latest entries in memory, so that the end of a long run can be explained within a bounded memory. */
public final class RingSink implements TraceSink {

    private final int capacity;
    private final boolean details;
    private final List<TraceEntry> ring = new ArrayList<>();
    private long seen;

    /**
     * An empty ring without details.
     *
     * @param capacity how many entries it keeps
     */
    public RingSink(int capacity) {
        this(capacity, false);
    }

    /**
     * An empty ring.
     *
     * @param capacity how many entries it keeps
     * @param details whether it wants {@linkplain TraceRecord#isDetail details}
     */
    public RingSink(int capacity, boolean details) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a ring keeps at least one entry, not " + capacity);
        }
        this.capacity = capacity;
        this.details = details;
    }

    @Override
    public boolean wantsDetails() {
        return details;
    }

    @Override
    public void accept(TraceEntry entry) {
        if (ring.size() < capacity) {
            ring.add(entry);
        } else {
            ring.set((int) (seen % capacity), entry);
        }
        seen++;
    }

    /** A copy of the entries that are kept, in order; consecutive, and the last one is the latest. */
    public List<TraceEntry> entries() {
        int oldest = ring.size() < capacity ? 0 : (int) (seen % capacity);
        List<TraceEntry> entries = new ArrayList<>(ring.subList(oldest, ring.size()));
        entries.addAll(ring.subList(0, oldest));
        return entries;
    }
}

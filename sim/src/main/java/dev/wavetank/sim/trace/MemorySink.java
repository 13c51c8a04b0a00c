package dev.wavetank.sim.trace;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Keeps every entry in memory, for tests and for the story of one failure. */
public final class MemorySink implements TraceSink {

    private final List<TraceEntry> entries = new ArrayList<>();

    @Override
    public void accept(TraceEntry entry) {
        entries.add(entry);
    }

    /** The entries so far, in order; a live, read-only view. */
    public List<TraceEntry> entries() {
        return Collections.unmodifiableList(entries);
    }
}

package dev.wavetank.model.cluster;

import dev.wavetank.model.trace.CompactedTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;

/** Counts the watches and reads that etcd has refused for its compaction. */
final class CompactionRefusals implements TraceSink {

    private long count;

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof CompactedTrace) {
            count++;
        }
    }

    /** How many so far. */
    long count() {
        return count;
    }
}

package dev.wavetank.cli;

import dev.wavetank.sim.trace.Fingerprint;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;

/** Keeps the fingerprints at regular places of a trace, so that two runs can be compared place by place. */
final class Checkpoints implements TraceSink {

    private final Trace copy = new Trace();
    private long before = -1;

    @Override
    public void accept(TraceEntry entry) {
        if (before < 0) {
            before = entry.number() - 1;
        }
        copy.record(entry.time(), entry.component(), entry.record());
    }

    /** Where the first difference from another run lies, in words. */
    String firstDifference(Checkpoints other) {
        Fingerprint mine = copy.fingerprint();
        Fingerprint theirs = other.copy.fingerprint();
        int common = Math.min(mine.checkpointCount(), theirs.checkpointCount());
        int equal = 0;
        while (equal < common && mine.checkpoint(equal).equals(theirs.checkpoint(equal))) {
            equal++;
        }
        long first = 1L + (long) equal * Fingerprint.CHECKPOINT_INTERVAL;
        long last = Math.min(first + Fingerprint.CHECKPOINT_INTERVAL - 1, Math.max(copy.count(), other.copy.count()));
        return "records " + (before + first) + " to " + (before + last);
    }
}

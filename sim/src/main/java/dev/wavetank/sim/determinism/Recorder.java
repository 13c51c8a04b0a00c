package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.Fingerprint;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Listens to one run: keeps its fingerprint with all checkpoints, and a bounded stretch of the records
 * themselves.
 */
public final class Recorder implements TraceSink {

    /** At most so many records are kept; a multiple of the distance between checkpoints. */
    public static final int MOST_KEPT = 64 * Fingerprint.CHECKPOINT_INTERVAL;

    private final Trace copy = new Trace();
    private final Deque<TraceEntry> kept = new ArrayDeque<>();
    private final long until;
    private long skipped = -1;
    private @Nullable Fingerprint own;
    private int traces;

    /** Keeps the first {@value #MOST_KEPT} records. */
    public Recorder() {
        this(MOST_KEPT);
    }

    /**
     * Keeps the last {@value #MOST_KEPT} records up to one.
     *
     * @param until the place of the last one to be kept, from 1
     */
    Recorder(long until) {
        this.until = until;
    }

    @Override
    public void listensTo(Fingerprint fingerprint) {
        own = fingerprint;
        traces++;
    }

    @Override
    public void accept(TraceEntry entry) {
        if (skipped < 0) {
            skipped = entry.number() - 1;
        }
        copy.record(entry.time(), entry.component(), entry.record());
        if (copy.count() <= until) {
            kept.addLast(entry);
            if (kept.size() > MOST_KEPT) {
                kept.removeFirst();
            }
        }
    }

    /** The recording so far. */
    public Recording recording() {
        Fingerprint fingerprint = copy.fingerprint();
        List<String> checkpoints = new ArrayList<>(fingerprint.checkpointCount());
        for (int index = 0; index < fingerprint.checkpointCount(); index++) {
            checkpoints.add(fingerprint.checkpoint(index));
        }
        long keptFrom = Math.min(until, copy.count()) - kept.size() + 1;
        String received = fingerprint.hex();
        return new Recording(
                new RunDigest(
                        Math.max(0, skipped),
                        copy.count(),
                        traces == 1 && skipped == 0 && own != null ? own.hex() : received,
                        received,
                        checkpoints),
                keptFrom,
                List.copyOf(kept));
    }
}

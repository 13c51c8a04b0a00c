package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Recorder} received from one run. Places count the received records, from 1.
 *
 * @param outline the whole run in hashes
 * @param keptFrom place of the first record that was kept
 * @param kept consecutive records; all of a short run, a stretch of a long one
 */
public record Recording(RunDigest outline, long keptFrom, List<TraceEntry> kept) {

    /** Keeps a copy of the list. */
    public Recording {
        kept = List.copyOf(kept);
    }

    /** Whether the other run is the same. */
    public boolean isSameAs(Recording other) {
        return outline.equals(other.outline);
    }

    /** Texts among the kept records that should not be in a trace. */
    public @Nullable List<SuspiciousText> suspects() {
        return SuspiciousText.in(kept);
    }

    /** The same with no record kept that comes after a place. */
    Recording upTo(long place) {
        long size = Math.max(0, Math.min(kept.size(), place - keptFrom + 1));
        return new Recording(outline, keptFrom, kept.subList(0, (int) size));
    }

    /** Place of the first record after the kept ones. */
    long keptTo() {
        return keptFrom + kept.size();
    }

    /** The record at a place, or null when it was not kept or the run ended before. */
    @Nullable
    TraceEntry at(long place) {
        return place < keptFrom || place >= keptTo() ? null : kept.get((int) (place - keptFrom));
    }

    /** The record with a number, or null when it was not kept. */
    @Nullable
    TraceEntry numbered(long number) {
        return at(number - outline.skipped());
    }
}

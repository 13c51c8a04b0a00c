package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;

/**
 * Where two runs part.
 *
 * @param from number of the first record that may be the first to differ
 * @param to number of the last one; the same as {@code from} when the record is known
 * @param first what the first run has there: the record last, before it what led to it, each the cause of the next;
 *     empty when that run had ended or the record is not known
 * @param second the same of the second run
 * @param leak how they differ
 */
public record Difference(long from, long to, List<TraceEntry> first, List<TraceEntry> second, NondeterminismKind leak) {

    /** Keeps copies of the lists. */
    public Difference {
        first = List.copyOf(first);
        second = List.copyOf(second);
    }

    /** Whether the first record that differs is known. */
    public boolean isExact() {
        return !first.isEmpty() || !second.isEmpty();
    }
}

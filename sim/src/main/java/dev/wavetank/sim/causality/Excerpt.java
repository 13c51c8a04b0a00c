package dev.wavetank.sim.causality;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive entries of a trace, found by their number.
 *
 * @param entries in order, without a gap; a live list may grow
 */
record Excerpt(List<TraceEntry> entries) {

    /** The entry of that number; null when the excerpt does not have it. */
    @Nullable
    TraceEntry find(long number) {
        if (entries.isEmpty()) {
            return null;
        }
        long index = number - entries.get(0).number();
        return index < 0 || index >= entries.size() ? null : entries.get((int) index);
    }
}

package dev.wavetank.properties.explore;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the pods in the store by phase. */
final class PodPhaseCounter implements TraceSink {

    private final Map<String, Integer> byPhase = new TreeMap<>();
    private int created;

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            if (change.change() == WatchEvent.Type.ADDED) {
                created++;
            }
            if (change.previous() instanceof Pod before) {
                byPhase.merge(before.phase(), -1, PodPhaseCounter::sumOrNothing);
            }
            if (change.change() != WatchEvent.Type.DELETED) {
                byPhase.merge(pod.phase(), 1, Integer::sum);
            }
        }
    }

    /** How many pods were ever created. */
    int created() {
        return created;
    }

    Map<String, Integer> byPhase() {
        return new TreeMap<>(byPhase);
    }

    private static @Nullable Integer sumOrNothing(Integer left, Integer right) {
        int sum = left + right;
        return sum == 0 ? null : sum;
    }
}

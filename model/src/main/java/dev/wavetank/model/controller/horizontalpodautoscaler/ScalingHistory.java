package dev.wavetank.model.controller.horizontalpodautoscaler;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What was proposed and done for one autoscaler lately. This memory is lost in a crash, as in the real controller.
 * Windows are spans of virtual time in nanoseconds, which no clock that is set changes.
 */
final class ScalingHistory {

    private final LongSupplier now;
    private final List<Entry> recommendations = new ArrayList<>();
    private final List<Entry> changes = new ArrayList<>();

    /** A number at a time. */
    private record Entry(long time, int number) {}

    /**
     * Nothing was done.
     *
     * @param now tells the virtual time
     */
    ScalingHistory(LongSupplier now) {
        this.now = now;
    }

    /** The first look counts as a proposal to leave the number as it is. */
    void begin(int replicas) {
        if (recommendations.isEmpty()) {
            recommend(replicas);
        }
    }

    /** So many replicas were proposed. */
    void recommend(int replicas) {
        recommendations.add(new Entry(now.getAsLong(), replicas));
    }

    /** The number was changed by so much. */
    void change(int difference) {
        changes.add(new Entry(now.getAsLong(), difference));
    }

    /** Forgets what happened before the last so many nanoseconds. */
    void forgetBefore(long window) {
        recommendations.removeIf(entry -> !isWithin(window, entry));
        changes.removeIf(entry -> !isWithin(window, entry));
    }

    private boolean isWithin(long window, Entry entry) {
        return entry.time() > now.getAsLong() - window;
    }

    /** The least that was proposed within a window, or another number if that is less. */
    int least(long window, int otherwise) {
        return recommendations.stream()
                .filter(entry -> isWithin(window, entry))
                .mapToInt(Entry::number)
                .reduce(otherwise, Math::min);
    }

    /** The most that was proposed within a window, or another number if that is more. */
    int most(long window, int otherwise) {
        return recommendations.stream()
                .filter(entry -> isWithin(window, entry))
                .mapToInt(Entry::number)
                .reduce(otherwise, Math::max);
    }

    /** By how much the number changed within a window, all in all. */
    int changed(long window) {
        return changes.stream()
                .filter(entry -> isWithin(window, entry))
                .mapToInt(Entry::number)
                .sum();
    }
}

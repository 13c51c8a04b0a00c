package dev.wavetank.model.controller.horizontalpodautoscaler;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The recent recommendations and scale events of one autoscaler. A crash loses this state, as in the real controller.
 * Windows are spans of virtual time in nanoseconds, so a jump of a clock does not change them.
 */
final class ScalingHistory {

    private final LongSupplier now;
    private final List<Entry> recommendations = new ArrayList<>();
    private final List<Entry> changes = new ArrayList<>();

    /** A number at a time. */
    private record Entry(long time, int number) {}

    /**
     * An empty history.
     *
     * @param now returns the virtual time in nanoseconds
     */
    ScalingHistory(LongSupplier now) {
        this.now = now;
    }

    /** The first sync counts as a proposal of the present number. */
    void begin(int replicas) {
        if (recommendations.isEmpty()) {
            recommend(replicas);
        }
    }

    /** Records a proposal. */
    void recommend(int replicas) {
        recommendations.add(new Entry(now.getAsLong(), replicas));
    }

    /** Records a change of the number. */
    void change(int difference) {
        changes.add(new Entry(now.getAsLong(), difference));
    }

    /** Removes entries older than that many nanoseconds. */
    void forgetBefore(long window) {
        recommendations.removeIf(entry -> !isWithin(window, entry));
        changes.removeIf(entry -> !isWithin(window, entry));
    }

    private boolean isWithin(long window, Entry entry) {
        return entry.time() > now.getAsLong() - window;
    }

    /** The minimum of the proposals within a window and another number. */
    int least(long window, int otherwise) {
        return recommendations.stream()
                .filter(entry -> isWithin(window, entry))
                .mapToInt(Entry::number)
                .reduce(otherwise, Math::min);
    }

    /** The maximum of the proposals within a window and another number. */
    int most(long window, int otherwise) {
        return recommendations.stream()
                .filter(entry -> isWithin(window, entry))
                .mapToInt(Entry::number)
                .reduce(otherwise, Math::max);
    }

    /** The total change of the number within a window. */
    int changed(long window) {
        return changes.stream()
                .filter(entry -> isWithin(window, entry))
                .mapToInt(Entry::number)
                .sum();
    }
}

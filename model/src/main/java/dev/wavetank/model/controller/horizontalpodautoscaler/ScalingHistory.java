package dev.wavetank.model.controller.horizontalpodautoscaler;

import java.util.ArrayList;
import java.util.List;

/** What was proposed and done for one autoscaler lately. This memory is lost in a crash, as in the real controller. */
final class ScalingHistory {

    private final List<Entry> recommendations = new ArrayList<>();
    private final List<Entry> changes = new ArrayList<>();

    /** A number at a time. */
    private record Entry(long time, int number) {}

    /** The first look counts as a proposal to leave the number as it is. */
    void begin(long now, int replicas) {
        if (recommendations.isEmpty()) {
            recommend(now, replicas);
        }
    }

    /** So many replicas were proposed. */
    void recommend(long now, int replicas) {
        recommendations.add(new Entry(now, replicas));
    }

    /** The number was changed by so much. */
    void change(long now, int difference) {
        changes.add(new Entry(now, difference));
    }

    /** Forgets what happened before a time. */
    void forgetBefore(long time) {
        recommendations.removeIf(entry -> entry.time() < time);
        changes.removeIf(entry -> entry.time() < time);
    }

    int leastSince(long time, int otherwise) {
        return recommendations.stream()
                .filter(entry -> entry.time() > time)
                .mapToInt(Entry::number)
                .reduce(otherwise, Math::min);
    }

    int mostSince(long time, int otherwise) {
        return recommendations.stream()
                .filter(entry -> entry.time() > time)
                .mapToInt(Entry::number)
                .reduce(otherwise, Math::max);
    }

    /** By how much the number changed after a time, all in all. */
    int changeSince(long time) {
        return changes.stream()
                .filter(entry -> entry.time() > time)
                .mapToInt(Entry::number)
                .sum();
    }
}

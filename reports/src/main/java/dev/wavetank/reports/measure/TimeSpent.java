package dev.wavetank.reports.measure;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.attribution.PodTime;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the time of several pods was spent on, as sums, so that runs can be added up.
 *
 * @param pods how many
 * @param nanos of all of them together, by what they were spent on, without those that took none
 */
public record TimeSpent(long pods, Map<Spent, Long> nanos) {

    /** Of no pods. */
    public static final TimeSpent NONE = new TimeSpent(0, Map.of());

    /** Keeps a copy, in the order of the parts. */
    public TimeSpent {
        EnumMap<Spent, Long> copy = new EnumMap<>(Spent.class);
        copy.putAll(nanos);
        nanos = Collections.unmodifiableMap(copy);
    }

    static TimeSpent of(Collection<PodTime> pods) {
        EnumMap<Spent, Long> sums = new EnumMap<>(Spent.class);
        pods.forEach(pod -> pod.spent().forEach((what, nanos) -> sums.merge(what, nanos, Long::sum)));
        return new TimeSpent(pods.size(), sums);
    }

    TimeSpent plus(TimeSpent other) {
        EnumMap<Spent, Long> sums = new EnumMap<>(Spent.class);
        sums.putAll(nanos);
        other.nanos.forEach((what, more) -> sums.merge(what, more, Long::sum));
        return new TimeSpent(pods + other.pods, sums);
    }

    /** The mean of a pod, in nanoseconds; 0 without pods. */
    public double mean(Spent what) {
        return pods == 0 ? 0 : (double) nanos.getOrDefault(what, 0L) / pods;
    }

    /** The mean of all of it, in nanoseconds. */
    public double mean() {
        return pods == 0
                ? 0
                : (double) nanos.values().stream().mapToLong(Long::longValue).sum() / pods;
    }

    /** The part of the whole that was spent on something, from 0 to 1. */
    public double share(Spent what) {
        double mean = mean();
        return mean == 0 ? 0 : mean(what) / mean;
    }
}

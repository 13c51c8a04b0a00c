package dev.wavetank.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** What a piece of work costs that is done several times over. */
final class Cost {

    private final int events;
    private final List<Reading> readings = new ArrayList<>();

    /** The cost of a piece of work that consists of so many events. */
    Cost(int events) {
        this.events = events;
    }

    /** The work was done once more. */
    void add(Reading reading) {
        readings.add(reading);
    }

    /** CPU time of the working thread, in nanoseconds an event: the median of all times. */
    double nanos() {
        long[] sorted =
                readings.stream().mapToLong(Reading::threadTime).sorted().toArray();
        return (double) sorted[sorted.length / 2] / events;
    }

    /** CPU time of the whole process, collector and compiler included, in nanoseconds an event: the mean. */
    double processNanos() {
        return readings.stream().mapToLong(Reading::processTime).average().orElseThrow() / events;
    }

    /** Bytes allocated an event: the mean. */
    double bytes() {
        return readings.stream().mapToLong(Reading::allocated).average().orElseThrow() / events;
    }
}

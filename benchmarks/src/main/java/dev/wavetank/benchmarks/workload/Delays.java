package dev.wavetank.benchmarks.workload;

import dev.wavetank.sim.random.RandomStream;
import java.util.stream.LongStream;

/** The delays of a workload, drawn beforehand and given out one by one, over and over. */
public final class Delays {

    /** Enough that no peer can learn them, few enough to stay in the second-level cache. */
    private static final int COUNT = 1 << 16;

    private final long[] initial;
    private final long[] following;
    private int given;

    private Delays(long[] initial, long[] following) {
        this.initial = initial;
        this.following = following;
    }

    /** Draws the delays; the same ones each time. */
    public static Delays of(Workload workload, int pending) {
        RandomStream remaining = RandomStream.of(1, "remaining");
        RandomStream delays = RandomStream.of(1, "delays");
        return new Delays(
                LongStream.generate(() -> workload.remaining(remaining))
                        .limit(pending)
                        .toArray(),
                LongStream.generate(() -> workload.delay(delays)).limit(COUNT).toArray());
    }

    /** The same delays, given out from the first one again. */
    public Delays again() {
        return new Delays(initial, following);
    }

    /** How many events are pending at any time. */
    public int pending() {
        return initial.length;
    }

    /** Due time, in nanoseconds, of one of the events that are pending at the start. */
    public long initial(int index) {
        return initial[index];
    }

    /** Nanoseconds from the event that fires now to the one that it schedules. */
    public long next() {
        return following[given++ & COUNT - 1];
    }
}

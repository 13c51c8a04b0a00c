package dev.wavetank.benchmarks.workload;

import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;

/**
 * How far ahead events are scheduled, in the hold model: each event that fires schedules the next one, so that the
 * number of pending events stays the same.
 *
 * <p>The events that are pending at the start are drawn from the workload's equilibrium, so that a measurement need
 * not wait for the long delays to build up.
 */
public enum Workload {

    /** Exponential delays with a mean of 1 ms: the hold model of the literature. */
    EXPONENTIAL("exponential") {
        @Override
        long delay(RandomStream random) {
            return SHORT.sample(random);
        }

        /** What remains of an exponential delay is exponential. */
        @Override
        long remaining(RandomStream random) {
            return SHORT.sample(random);
        }
    },

    /**
     * What a control plane schedules: of 1,001 delays 700 of about 1 ms (requests), 250 of about 100 ms (work
     * queues), 50 of exactly 10 s (heartbeats) and 1 of about 300 s (leases, resyncs). All but the heartbeats are
     * exponential. Delays are whole microseconds, so that with many pending events ties are common.
     */
    CONTROL_PLANE("control plane") {
        @Override
        long delay(RandomStream random) {
            int share = random.nextInt(1_001);
            if (share < 700) {
                return wholeMicros(SHORT.sample(random));
            }
            if (share < 950) {
                return wholeMicros(MIDDLE.sample(random));
            }
            return share < 1_000 ? HEARTBEAT : wholeMicros(LONG.sample(random));
        }

        /** A pending event is of a kind as often as that kind is drawn, times how long it lasts. */
        @Override
        long remaining(RandomStream random) {
            long shorts = 700 * SHORT.mean();
            long middles = 250 * MIDDLE.mean();
            long heartbeats = 50 * HEARTBEAT;
            long share = random.nextLong(shorts + middles + heartbeats + LONG.mean());
            if (share < shorts) {
                return wholeMicros(SHORT.sample(random));
            }
            if (share < shorts + middles) {
                return wholeMicros(MIDDLE.sample(random));
            }
            if (share < shorts + middles + heartbeats) {
                return wholeMicros(random.nextLong(HEARTBEAT));
            }
            return wholeMicros(LONG.sample(random));
        }
    };

    private static final long MICRO = 1_000;
    private static final Distribution.Exponential SHORT = new Distribution.Exponential(1_000_000);
    private static final Distribution.Exponential MIDDLE = new Distribution.Exponential(100_000_000);
    private static final long HEARTBEAT = 10_000_000_000L;
    private static final Distribution.Exponential LONG = new Distribution.Exponential(300_000_000_000L);

    private final String title;

    Workload(String title) {
        this.title = title;
    }

    /** What it is called in a table. */
    public String title() {
        return title;
    }

    /** Nanoseconds from an event to the one it schedules. */
    abstract long delay(RandomStream random);

    /** Nanoseconds from the start to an event that is pending then. */
    abstract long remaining(RandomStream random);

    private static long wholeMicros(long nanos) {
        return (nanos / MICRO + 1) * MICRO;
    }
}

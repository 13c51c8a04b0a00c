package dev.wavetank.sim.fault;

import dev.wavetank.sim.VirtualTime;

/** When a fault opens. */
public sealed interface Trigger {

    /** The virtual time by which the fault has opened, if it opens at all. */
    long opensBy();

    /**
     * At an instant.
     *
     * @param time virtual time, in nanoseconds
     */
    record At(long time) implements Trigger {

        /** Checks the time. */
        public At {
            if (time < 0) {
                throw new IllegalArgumentException("a fault cannot open before the run, was " + VirtualTime.span(time));
            }
        }

        @Override
        public long opensBy() {
            return time;
        }

        @Override
        public String toString() {
            return "at " + VirtualTime.span(time);
        }
    }

    /**
     * When something has happened. As long as it may still happen, the run is not over: a run whose anchor never
     * appears lasts until {@code until}.
     *
     * @param anchor what has to happen
     * @param delay how long after it, in nanoseconds; 0 means right after the event in which it happened
     * @param until virtual time before which it has to happen, in nanoseconds
     */
    record After(Anchor anchor, long delay, long until) implements Trigger {

        /** How long a clause waits for its anchor by default. */
        public static final long DEFAULT_UNTIL = 60 * VirtualTime.SECOND;

        /** Checks the times. */
        public After {
            if (delay < 0) {
                throw new IllegalArgumentException(
                        "a fault cannot open before what it waits for, was " + VirtualTime.span(delay));
            }
            if (until <= 0) {
                throw new IllegalArgumentException(
                        "what is to happen before " + VirtualTime.span(until) + " can never happen");
            }
            if (delay > Long.MAX_VALUE - until) {
                throw new IllegalArgumentException("a fault must open before the end of virtual time");
            }
        }

        @Override
        public long opensBy() {
            return until + delay;
        }

        @Override
        public String toString() {
            return (delay == 0 ? "after " : VirtualTime.span(delay) + " after ") + anchor;
        }
    }
}

package dev.wavetank.model.api;

import dev.wavetank.sim.VirtualTime;
import java.time.Instant;

/** Turns what a clock shows into the timestamps that objects carry. */
public final class Timestamps {

    /** The calendar instant at which every run begins. */
    public static final Instant EPOCH = VirtualTime.EPOCH;

    private Timestamps() {}

    /** A timestamp in whole seconds, as in most fields of Kubernetes. */
    public static Instant seconds(Instant clock) {
        return clock.getNano() == 0 ? clock : Instant.ofEpochSecond(clock.getEpochSecond());
    }

    /** A timestamp with microseconds, as in {@code eventTime}. */
    public static Instant micros(Instant clock) {
        return clock.minusNanos(clock.getNano() % VirtualTime.MICROSECOND);
    }

    /** The span from one instant to another, in nanoseconds; negative when the second is the earlier one. */
    public static long between(Instant from, Instant to) {
        return (to.getEpochSecond() - from.getEpochSecond()) * VirtualTime.SECOND + to.getNano() - from.getNano();
    }

    /** The virtual time of a timestamp by a clock that is right, in nanoseconds. */
    public static long nanos(Instant timestamp) {
        return between(EPOCH, timestamp);
    }
}

package dev.wavetank.model.api;

import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Turns virtual time into the timestamps that objects carry. */
public final class Timestamps {

    /** The calendar instant at which every run begins. */
    public static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private Timestamps() {}

    /**
     * The timestamp of an instant of virtual time, truncated to whole seconds as Kubernetes does in most fields.
     */
    public static Instant seconds(long now) {
        return EPOCH.plusSeconds(Math.floorDiv(now, VirtualTime.SECOND));
    }

    /** The timestamp of an instant of virtual time with microseconds, as in {@code eventTime}. */
    public static Instant micros(long now) {
        return EPOCH.plusNanos(now - Math.floorMod(now, VirtualTime.MICROSECOND));
    }

    /** The text of a timestamp of Kubernetes' type MicroTime: always six decimals. */
    public static String microTime(Instant time) {
        String seconds = time.truncatedTo(ChronoUnit.SECONDS).toString();
        String micros = Integer.toString(1_000_000 + time.getNano() / 1000).substring(1);
        return seconds.substring(0, seconds.length() - 1) + '.' + micros + 'Z';
    }

    /** The virtual time of a timestamp, in nanoseconds. */
    public static long nanos(Instant timestamp) {
        return (timestamp.getEpochSecond() - EPOCH.getEpochSecond()) * VirtualTime.SECOND + timestamp.getNano();
    }
}

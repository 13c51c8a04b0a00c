package dev.wavetank.model.api;

import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

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

    /** A timestamp as Kubernetes' type MicroTime is written: always six decimals. Years have four digits. */
    public static String microTime(Instant timestamp) {
        LocalDateTime time = LocalDateTime.ofInstant(timestamp, ZoneOffset.UTC);
        StringBuilder text = new StringBuilder(27);
        digits(text, time.getYear(), 1000).append('-');
        digits(text, time.getMonthValue(), 10).append('-');
        digits(text, time.getDayOfMonth(), 10).append('T');
        digits(text, time.getHour(), 10).append(':');
        digits(text, time.getMinute(), 10).append(':');
        digits(text, time.getSecond(), 10).append('.');
        return digits(text, time.getNano() / 1000, 100_000).append('Z').toString();
    }

    private static StringBuilder digits(StringBuilder text, int number, int highest) {
        for (int power = highest; power > 0; power /= 10) {
            text.append((char) ('0' + number / power % 10));
        }
        return text;
    }

    /** The virtual time of a timestamp, in nanoseconds. */
    public static long nanos(Instant timestamp) {
        return (timestamp.getEpochSecond() - EPOCH.getEpochSecond()) * VirtualTime.SECOND + timestamp.getNano();
    }
}

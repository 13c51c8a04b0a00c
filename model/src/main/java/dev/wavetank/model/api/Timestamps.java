package dev.wavetank.model.api;

import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

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

    /** The virtual time of a timestamp by a clock that is right, in nanoseconds. */
    public static long nanos(Instant timestamp) {
        return between(EPOCH, timestamp);
    }
}

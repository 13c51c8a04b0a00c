package dev.wavetank.model.kubectl.describe.page;

import dev.wavetank.model.gotext.Ages;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/** Instants of objects as descriptions print them, in a home whose zone is UTC. */
public final class Times {

    private static final String ZERO = "0001-01-01T00:00:00Z";
    private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    private Times() {}

    /** An instant by Go's {@code time.RFC1123Z}: {@code Fri, 20 Nov 2026 20:08:32 +0000}; Go's zero when empty. */
    public static String full(String timestamp) {
        LocalDateTime time = parsed(timestamp);
        return String.format(
                Locale.ROOT,
                "%s, %02d %s %04d %02d:%02d:%02d +0000",
                DAYS.get(time.getDayOfWeek().getValue() - 1),
                time.getDayOfMonth(),
                MONTHS.get(time.getMonthValue() - 1),
                time.getYear(),
                time.getHour(),
                time.getMinute(),
                time.getSecond());
    }

    /** An instant as Go's {@code Time.String} prints it: {@code 2026-10-14 14:30:00 +0000 UTC}. */
    public static String plain(String timestamp) {
        LocalDateTime time = parsed(timestamp);
        return String.format(
                Locale.ROOT,
                "%04d-%02d-%02d %02d:%02d:%02d +0000 UTC",
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond());
    }

    private static LocalDateTime parsed(String timestamp) {
        return LocalDateTime.ofInstant(Instant.parse(timestamp.isEmpty() ? ZERO : timestamp), ZoneOffset.UTC);
    }

    /** How long ago an instant was; {@code <unknown>} when empty. */
    public static String since(String timestamp, Instant now) {
        return timestamp.isEmpty() ? "<unknown>" : Ages.since(timestamp, now);
    }
}

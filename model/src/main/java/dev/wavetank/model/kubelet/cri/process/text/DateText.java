package dev.wavetank.model.kubelet.cri.process.text;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What {@code date} prints in UTC, the time zone of containers whose images have no other. */
public final class DateText {

    private static final String USUAL = "%a %b %e %H:%M:%S UTC %Y";

    private DateText() {}

    /** The line; empty when the options are not understood. */
    public static Optional<String> of(List<String> options, Instant now) {
        List<String> rest = options.stream()
                .filter(one -> !List.of("-u", "--utc").contains(one))
                .toList();
        if (rest.isEmpty()) {
            return format(USUAL, now);
        }
        if (rest.size() > 1) {
            return Optional.empty();
        }
        return switch (rest.get(0)) {
            case "-I" -> format("%F", now);
            case "-Is", "-Iseconds", "--iso-8601=seconds" -> format("%FT%T+00:00", now);
            case "-R" -> format("%a, %d %b %Y %T +0000", now);
            default -> rest.get(0).startsWith("+") ? format(rest.get(0).substring(1), now) : Optional.empty();
        };
    }

    private static Optional<String> format(String format, Instant now) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char next = format.charAt(i);
            if (next != '%' || i + 1 == format.length()) {
                text.append(next);
                continue;
            }
            Optional<String> part = part(format.charAt(++i), now);
            if (part.isEmpty()) {
                return part;
            }
            text.append(part.get());
        }
        return Optional.of(text.toString());
    }

    private static Optional<String> part(char letter, Instant now) {
        OffsetDateTime time = now.atOffset(ZoneOffset.UTC);
        return switch (letter) {
            case 's' -> Optional.of(Long.toString(now.getEpochSecond()));
            case 'N' -> Optional.of(String.format(Locale.ROOT, "%09d", now.getNano()));
            case 'e' -> Optional.of(String.format(Locale.ROOT, "%2d", time.getDayOfMonth()));
            case 'a' -> Optional.of(name(time.getDayOfWeek()).substring(0, 3));
            case 'A' -> Optional.of(name(time.getDayOfWeek()));
            case 'b', 'h' -> Optional.of(name(time.getMonth()).substring(0, 3));
            case 'B' -> Optional.of(name(time.getMonth()));
            case 'u' -> Optional.of(Integer.toString(time.getDayOfWeek().getValue()));
            case 'n' -> Optional.of("\n");
            case 't' -> Optional.of("\t");
            case '%' -> Optional.of("%");
            default ->
                pattern(letter)
                        .map(pattern -> DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
                                .format(time));
        };
    }

    /** Such as {@code Monday}; not as the locale of a machine has it. */
    private static String name(Enum<?> dayOrMonth) {
        return dayOrMonth.name().charAt(0) + dayOrMonth.name().substring(1).toLowerCase(Locale.ROOT);
    }

    private static Optional<String> pattern(char letter) {
        return Optional.ofNullable(
                switch (letter) {
                    case 'Y' -> "yyyy";
                    case 'y' -> "yy";
                    case 'm' -> "MM";
                    case 'd' -> "dd";
                    case 'j' -> "DDD";
                    case 'H' -> "HH";
                    case 'M' -> "mm";
                    case 'S' -> "ss";
                    case 'T' -> "HH:mm:ss";
                    case 'R' -> "HH:mm";
                    case 'F' -> "yyyy-MM-dd";
                    case 'D' -> "MM/dd/yy";
                    case 'Z' -> "'UTC'";
                    case 'z' -> "'+0000'";
                    default -> null;
                });
    }
}

package dev.wavetank.model.cron;

import dev.wavetank.model.gotext.GoDuration;
import java.time.ZoneId;
import java.util.Arrays;

/** Reads schedules in one dialect. */
final class CronParser {

    private static final String EVERY = "@every ";
    private static final int FIELDS = 5;

    private final CronDialect dialect;

    CronParser(CronDialect dialect) {
        this.dialect = dialect;
    }

    CronSchedule parse(String text, ZoneId zone) {
        if (text.isEmpty()) {
            throw mistake("empty spec string");
        }
        if (dialect.readsZones() && (text.startsWith("TZ=") || text.startsWith("CRON_TZ="))) {
            return withZone(text);
        }
        return text.startsWith("@") ? descriptor(text, zone) : fields(text, zone);
    }

    /** Reads what follows a zone. With nothing after the zone the library crashes; here fields are missing. */
    private CronSchedule withZone(String text) {
        int space = text.indexOf(' ');
        int end = space < 0 ? text.length() : space;
        String name = text.substring(text.indexOf('=') + 1, end);
        ZoneId zone = TimeZones.find(name)
                .orElseThrow(() -> mistake("provided bad location " + name + ": unknown time zone " + name));
        String rest = text.substring(end).strip();
        return rest.startsWith("@") ? descriptor(rest, zone) : fields(rest, zone);
    }

    private CronSchedule fields(String text, ZoneId zone) {
        String[] fields = Arrays.stream(text.split("\\s+"))
                .filter(field -> !field.isEmpty())
                .toArray(String[]::new);
        if (fields.length != FIELDS) {
            throw mistake("expected exactly " + FIELDS + " fields, found " + fields.length + ": "
                    + dialect.counted(text, fields));
        }
        CronField[] read = new CronField[FIELDS];
        for (FieldRange range : FieldRange.values()) {
            read[range.ordinal()] = new FieldParser(dialect, range).parse(fields[range.ordinal()]);
        }
        return new FieldSchedule(read[0], read[1], read[2], read[3], read[4], zone);
    }

    private CronSchedule descriptor(String text, ZoneId zone) {
        if (text.startsWith(EVERY)) {
            try {
                return IntervalSchedule.every(GoDuration.parse(text.substring(EVERY.length())));
            } catch (IllegalArgumentException e) {
                throw mistake("failed to parse duration " + text + ": " + e.getMessage());
            }
        }
        return switch (text) {
            case "@yearly", "@annually" -> fields("0 0 1 1 *", zone);
            case "@monthly" -> fields("0 0 1 * *", zone);
            case "@weekly" -> fields("0 0 * * 0", zone);
            case "@daily", "@midnight" -> fields("0 0 * * *", zone);
            case "@hourly" -> fields("0 * * * *", zone);
            default -> throw mistake("unrecognized descriptor: " + text);
        };
    }

    private CronSyntaxException mistake(String words) {
        return new CronSyntaxException(dialect.words(words));
    }
}

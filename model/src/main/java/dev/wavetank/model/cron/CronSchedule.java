package dev.wavetank.model.cron;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** Instants at which something is due, again and again. */
public sealed interface CronSchedule permits FieldSchedule, IntervalSchedule {

    /**
     * Reads a schedule: five fields (minute, hour, day of month, month, day of week), a descriptor such as {@code @hourly},
     * or {@code @every} with a Go duration.
     *
     * @param zone the zone whose clock the fields mean, if the text does not begin with one
     * @throws CronSyntaxException if it is none
     */
    static CronSchedule parse(String text, CronDialect dialect, ZoneId zone) {
        return new CronParser(dialect).parse(text, zone);
    }

    /** The first activation after an instant; empty if there is none within five years. */
    Optional<Instant> next(Instant after);
}

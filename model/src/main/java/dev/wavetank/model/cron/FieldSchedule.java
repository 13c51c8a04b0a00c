package dev.wavetank.model.cron;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Due at every full minute that all fields allow.
 *
 * <p>What a jump of the clock leaves out is not made up for, and what it repeats is due twice, as in the library.
 *
 * @param minutes the minutes of the hour
 * @param hours the hours of the day
 * @param days the days of the month
 * @param months the months
 * @param weekdays the days of the week, from Sunday, which is 0
 * @param zone whose clock is meant
 */
record FieldSchedule(
        CronField minutes, CronField hours, CronField days, CronField months, CronField weekdays, ZoneId zone)
        implements CronSchedule {

    /** How far the library looks for a day that matches, such as February 29th. */
    private static final int YEARS = 5;

    @Override
    public Optional<Instant> next(Instant after) {
        ZonedDateTime time = after.truncatedTo(ChronoUnit.MINUTES)
                .plus(1, ChronoUnit.MINUTES)
                .atZone(zone);
        int lastYear = time.getYear() + YEARS;
        while (time.getYear() <= lastYear) {
            if (!months.has(time.getMonthValue())) {
                time = time.toLocalDate().withDayOfMonth(1).plusMonths(1).atStartOfDay(zone);
            } else if (!isDay(time)) {
                time = time.toLocalDate().plusDays(1).atStartOfDay(zone);
            } else if (!hours.has(time.getHour())) {
                time = time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
            } else if (!minutes.has(time.getMinute())) {
                time = time.plusMinutes(1);
            } else {
                return Optional.of(time.toInstant());
            }
        }
        return Optional.empty();
    }

    /** Either of the two fields for days is enough, unless one of them is a star. */
    private boolean isDay(ZonedDateTime time) {
        boolean day = days.has(time.getDayOfMonth());
        boolean weekday = weekdays.has(time.getDayOfWeek().getValue() % 7);
        return days.star() || weekdays.star() ? day && weekday : day || weekday;
    }
}

package dev.wavetank.model.cron;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Due again a fixed time after it was due: {@code @every 90s}.
 *
 * @param interval whole seconds, at least one
 */
record IntervalSchedule(Duration interval) implements CronSchedule {

    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** The schedule of an interval of any length: fractions of a second are dropped, and none is shorter than a second. */
    static IntervalSchedule every(Duration interval) {
        return new IntervalSchedule(
                interval.compareTo(SHORTEST) < 0 ? SHORTEST : interval.truncatedTo(ChronoUnit.SECONDS));
    }

    @Override
    public Optional<Instant> next(Instant after) {
        return Optional.of(after.truncatedTo(ChronoUnit.SECONDS).plus(interval));
    }
}

package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.cron.CronSchedule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** When the Jobs of a CronJob are, or were, due. */
final class ScheduleTimes {

    /** {@code nextScheduleDelta}: the controller wakes this much later, so that it is not early. */
    private static final Duration DELTA = Duration.ofMillis(100);

    /** The number of missed times above which the controller warns. */
    static final int MANY = 100;

    private ScheduleTimes() {}

    /**
     * The last time that has passed without a Job, according to the status.
     *
     * @param earliest the time from which times count
     * @param time the last missed time; empty when there is none
     * @param missed approximate number of missed times
     */
    record Recent(Instant earliest, Optional<Instant> time, long missed) {}

    /**
     * Finds the last time before now.
     *
     * @param withDeadline whether times that are too late do not count
     * @return empty when the schedule has less than two times, such as on the 31st of February
     */
    static Optional<Recent> recent(CronJob cronJob, CronSchedule schedule, Instant now, boolean withDeadline) {
        Instant earliest = earliest(cronJob, now, withDeadline);
        Optional<Instant> first = schedule.next(earliest);
        if (first.isPresent() && now.isBefore(first.get())) {
            return Optional.of(new Recent(earliest, Optional.empty(), 0));
        }
        Optional<Instant> second = first.flatMap(schedule::next);
        if (second.isEmpty()) {
            return Optional.empty();
        }
        if (now.isBefore(second.get())) {
            return Optional.of(new Recent(earliest, first, 0));
        }
        long between = Duration.between(first.get(), second.get()).toSeconds();
        if (between < 1) {
            return Optional.empty();
        }
        long missed = Duration.between(first.get(), now).toSeconds() / between + 1;
        // One step back, because times need not be evenly spread.
        Optional<Instant> last = Optional.empty();
        Instant from = first.get().plusSeconds((missed - 2) * between);
        for (Optional<Instant> next = schedule.next(from);
                next.isPresent() && !next.get().isAfter(now);
                next = schedule.next(next.get())) {
            last = next;
        }
        return Optional.of(new Recent(earliest, last, missed));
    }

    /** How long to wait for the next time. */
    static Duration untilNext(CronJob cronJob, CronSchedule schedule, Instant now) {
        Instant from = recent(cronJob, schedule, now, false)
                .map(recent -> recent.time().orElse(recent.missed() == 0 ? recent.earliest() : now))
                .orElse(now);
        return schedule.next(from)
                .map(next -> Duration.between(now, next.plus(DELTA)))
                .filter(wait -> !wait.isNegative())
                .orElse(Duration.ZERO);
    }

    /**
     * All times that have passed without a Job, as release 1.20 counts them: exactly, but not beyond {@link #MANY}.
     *
     * @return empty when there are more
     */
    static Optional<List<Instant>> unmet(CronJob cronJob, CronSchedule schedule, Instant now) {
        List<Instant> times = new ArrayList<>();
        for (Optional<Instant> next = schedule.next(earliest(cronJob, now, true));
                next.isPresent() && !next.get().isAfter(now);
                next = schedule.next(next.get())) {
            times.add(next.get());
            if (times.size() > MANY) {
                return Optional.empty();
            }
        }
        return Optional.of(times);
    }

    /** Whether it is too late for a Job of that time. */
    static boolean isTooLate(CronJob cronJob, Instant scheduled, Instant now) {
        Long deadline = cronJob.spec().startingDeadlineSeconds();
        return deadline != null && scheduled.plusSeconds(deadline).isBefore(now);
    }

    private static Instant earliest(CronJob cronJob, Instant now, boolean withDeadline) {
        Instant last = cronJob.observed().lastScheduleTime();
        Instant earliest = last == null ? cronJob.metadata().creationTimestamp() : last;
        Long deadline = cronJob.spec().startingDeadlineSeconds();
        if (withDeadline && deadline != null && now.minusSeconds(deadline).isAfter(earliest)) {
            return now.minusSeconds(deadline);
        }
        return earliest;
    }
}

package dev.wavetank.model.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

class CronScheduleProperties {

    private static final long YEAR_2100 = 4_102_444_800L;
    private static final int MINUTES_TRIED = 3 * 24 * 60;

    /** The invariant that defines a schedule: the next activation matches, and nothing between does. */
    @Property(tries = 300)
    void nothing_that_matches_lies_between_an_instant_and_the_next_activation(
            @ForAll("values") Set<Integer> minutes,
            @ForAll("values") Set<Integer> hours,
            @ForAll("values") Set<Integer> weekdays,
            @ForAll @LongRange(min = 0, max = YEAR_2100) long second) {
        Set<Integer> minute = modulo(minutes, 60);
        Set<Integer> hour = modulo(hours, 24);
        Set<Integer> weekday = modulo(weekdays, 7);
        Instant after = Instant.ofEpochSecond(second);
        Instant next = CronSchedule.parse(
                        join(minute) + " " + join(hour) + " * * " + join(weekday), CronDialect.V3, ZoneOffset.UTC)
                .next(after)
                .orElseThrow();
        assertThat(next).isAfter(after);
        ZonedDateTime time = after.truncatedTo(ChronoUnit.MINUTES).atZone(ZoneOffset.UTC);
        for (int i = 0; i < MINUTES_TRIED; i++) {
            time = time.plusMinutes(1);
            boolean due = minute.contains(time.getMinute())
                    && hour.contains(time.getHour())
                    && weekday.contains(time.getDayOfWeek().getValue() % 7);
            if (due) {
                assertThat(next).isEqualTo(time.toInstant());
                return;
            }
        }
        assertThat(next).isAfter(time.toInstant());
    }

    /** Asking from any instant before the next activation gives the same one. */
    @Property(tries = 200)
    void no_activation_is_skipped_by_asking_late(
            @ForAll @LongRange(min = 0, max = YEAR_2100) long second, @ForAll("schedules") String text) {
        CronSchedule schedule = CronSchedule.parse(text, CronDialect.V3, ZoneOffset.UTC);
        Instant after = Instant.ofEpochSecond(second);
        Instant next = schedule.next(after).orElseThrow();
        Instant between = Instant.ofEpochSecond((after.getEpochSecond() + next.getEpochSecond()) / 2);
        assertThat(schedule.next(between)).contains(next);
        assertThat(schedule.next(next).orElseThrow()).isAfter(next);
    }

    @Provide
    Arbitrary<Set<Integer>> values() {
        return Arbitraries.integers().between(0, 59).set().ofMinSize(1).ofMaxSize(4);
    }

    @Provide
    Arbitrary<String> schedules() {
        return Arbitraries.of("* * * * *", "*/7 3-9/2 * * *", "0 0 13 * fri", "15 10 ? jan,jul sat", "@monthly");
    }

    private static Set<Integer> modulo(Set<Integer> values, int size) {
        return values.stream().map(value -> value % size).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String join(Set<Integer> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}

package dev.wavetank.model.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronScheduleTest {

    @ParameterizedTest
    @CsvSource({
        "'* * * * *', 2020-01-01T00:00:00Z, 2020-01-01T00:01:00Z",
        "'* * * * *', 2020-01-01T00:00:59.9Z, 2020-01-01T00:01:00Z",
        "'*/15 * * * *', 2020-01-01T00:45:00Z, 2020-01-01T01:00:00Z",
        "'20-35/15 * * * *', 2020-01-01T00:20:00Z, 2020-01-01T00:35:00Z",
        "'5/20 * * * *', 2020-01-01T00:25:00Z, 2020-01-01T00:45:00Z",
        "'0 0 29 2 ?', 2020-02-29T00:00:00Z, 2024-02-29T00:00:00Z",
        "'0 0 * Feb-apr MON', 2020-04-27T00:00:00Z, 2021-02-01T00:00:00Z",
        "'0 0 1,15 * Sun', 2020-01-01T00:00:00Z, 2020-01-05T00:00:00Z",
        "@hourly, 2020-01-01T00:00:00Z, 2020-01-01T01:00:00Z",
        "@daily, 2020-01-01T00:00:00Z, 2020-01-02T00:00:00Z",
        "@midnight, 2020-01-01T00:00:00Z, 2020-01-02T00:00:00Z",
        "@weekly, 2020-01-01T00:00:00Z, 2020-01-05T00:00:00Z",
        "@monthly, 2020-01-01T00:00:00Z, 2020-02-01T00:00:00Z",
        "@yearly, 2020-01-01T00:00:00Z, 2021-01-01T00:00:00Z",
        "@annually, 2020-01-01T00:00:00Z, 2021-01-01T00:00:00Z",
        "@every 1h30m1.9s, 2020-01-01T00:00:00.5Z, 2020-01-01T01:30:01Z",
        "@every 10ms, 2020-01-01T00:00:00Z, 2020-01-01T00:00:01Z",
        "@every -5m, 2020-01-01T00:00:00Z, 2020-01-01T00:00:01Z",
    })
    void the_next_activation_follows_an_instant(String schedule, Instant after, Instant next) {
        for (CronDialect dialect : CronDialect.values()) {
            assertThat(CronSchedule.parse(schedule, dialect, ZoneOffset.UTC).next(after))
                    .contains(next);
        }
    }

    @Test
    void a_day_that_never_comes_has_no_activation() {
        assertThat(v3("0 0 31 2 *").next(Instant.EPOCH)).isEmpty();
        assertThat(v3(", * * * *").next(Instant.EPOCH)).isEmpty();
    }

    @Test
    void a_star_with_a_step_restricts_the_days_in_version_3_only() {
        Instant wednesday = Instant.parse("2020-01-01T00:00:00Z");
        assertThat(v3("0 0 */2 * THU").next(wednesday)).contains(Instant.parse("2020-01-02T00:00:00Z"));
        assertThat(CronSchedule.parse("0 0 */2 * THU", CronDialect.V1, ZoneOffset.UTC)
                        .next(wednesday))
                .contains(Instant.parse("2020-01-09T00:00:00Z"));
    }

    @Test
    void a_zone_shifts_the_clock() {
        Instant winter = Instant.parse("2024-01-01T00:00:00Z");
        Instant due = Instant.parse("2024-01-01T02:00:00Z");
        assertThat(CronSchedule.parse("0 3 * * *", CronDialect.V3, ZoneId.of("Europe/Paris"))
                        .next(winter))
                .contains(due);
        assertThat(v3("CRON_TZ=Europe/Paris 0 3 * * *").next(winter)).contains(due);
        assertThat(v3("TZ=Europe/Paris @daily").next(winter)).contains(Instant.parse("2024-01-01T23:00:00Z"));
    }

    @Test
    void an_hour_that_the_clock_leaves_out_is_lost_and_one_that_it_repeats_counts_twice() {
        ZoneId zone = ZoneId.of("America/New_York");
        CronSchedule lost = CronSchedule.parse("30 2 * * *", CronDialect.V3, zone);
        assertThat(lost.next(Instant.parse("2012-03-11T06:00:00Z"))).contains(Instant.parse("2012-03-12T06:30:00Z"));
        CronSchedule twice = CronSchedule.parse("30 1 * * *", CronDialect.V3, zone);
        List<Instant> found = new ArrayList<>();
        Instant at = Instant.parse("2012-11-04T04:00:00Z");
        for (int i = 0; i < 3; i++) {
            at = twice.next(at).orElseThrow();
            found.add(at);
        }
        assertThat(found)
                .containsExactly(
                        Instant.parse("2012-11-04T05:30:00Z"),
                        Instant.parse("2012-11-04T06:30:00Z"),
                        Instant.parse("2012-11-05T06:30:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|empty spec string",
                "61 * * * *|end of range (61) above maximum (59): 61",
                "* * 0 * *|beginning of range (0) below minimum (1): 0",
                "* * * * 7|end of range (7) above maximum (6): 7",
                "5-3 * * * *|beginning of range (5) beyond end of range (3): 5-3",
                "*/0 * * * *|step of range should be a positive number: */0",
                "1-2-3 * * * *|too many hyphens: 1-2-3",
                "1/2/3 * * * *|too many slashes: 1/2/3",
                "a * * * *|failed to parse int from a: strconv.Atoi: parsing \"a\": invalid syntax",
                "-1 * * * *|failed to parse int from : strconv.Atoi: parsing \"\": invalid syntax",
                "*/-2 * * * *|negative number (-2) not allowed: -2",
                "9223372036854775808 * * * *"
                        + "|failed to parse int from 9223372036854775808: strconv.Atoi: parsing"
                        + " \"9223372036854775808\": value out of range",
                "@often|unrecognized descriptor: @often",
                "@every x|failed to parse duration @every x: time: invalid duration \"x\"",
                "@every 5|failed to parse duration @every 5: time: missing unit in duration \"5\"",
                "@every 5d|failed to parse duration @every 5d: time: unknown unit \"d\" in duration \"5d\"",
                "@every 2562048h|failed to parse duration @every 2562048h: time: invalid duration \"2562048h\"",
            })
    void mistakes_are_told_in_the_words_of_the_version(String schedule, String words) {
        assertThatThrownBy(() -> v3(schedule))
                .isInstanceOf(CronSyntaxException.class)
                .hasMessage(words);
        String capital = Character.toUpperCase(words.charAt(0)) + words.substring(1);
        assertThatThrownBy(() -> CronSchedule.parse(schedule, CronDialect.V1, ZoneOffset.UTC))
                .hasMessage(capital);
    }

    @Test
    void fields_are_counted_and_shown_as_each_version_does() {
        assertThatThrownBy(() -> v3("*  * * *")).hasMessage("expected exactly 5 fields, found 4: [* * * *]");
        assertThatThrownBy(() -> CronSchedule.parse("*  * * *", CronDialect.V1, ZoneOffset.UTC))
                .hasMessage("Expected exactly 5 fields, found 4: *  * * *");
        assertThatThrownBy(() -> CronSchedule.parse("TZ=UTC 0 3 * * *", CronDialect.V1, ZoneOffset.UTC))
                .hasMessage("Expected exactly 5 fields, found 6: TZ=UTC 0 3 * * *");
        assertThatThrownBy(() -> v3("TZ=UTC")).hasMessage("expected exactly 5 fields, found 0: []");
        assertThatThrownBy(() -> v3("TZ=Here * * * * *"))
                .hasMessage("provided bad location Here: unknown time zone Here");
    }

    @Test
    void zones_have_the_names_of_the_database() {
        assertThat(TimeZones.find("Europe/Paris")).contains(ZoneId.of("Europe/Paris"));
        assertThat(TimeZones.find("EST")).contains(ZoneOffset.ofHours(-5));
        assertThat(TimeZones.find("+02:00")).isEmpty();
        assertThat(TimeZones.find("Europe/Pariss")).isEmpty();
    }

    private static CronSchedule v3(String text) {
        return CronSchedule.parse(text, CronDialect.V3, ZoneOffset.UTC);
    }
}

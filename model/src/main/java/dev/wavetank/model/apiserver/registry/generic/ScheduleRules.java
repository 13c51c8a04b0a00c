package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.cron.CronDialect;
import dev.wavetank.model.cron.CronSchedule;
import dev.wavetank.model.cron.CronSyntaxException;
import dev.wavetank.model.cron.TimeZones;
import dev.wavetank.model.version.Feature;
import java.time.ZoneOffset;
import java.util.Locale;

/** Schedules of CronJobs and their zones. */
final class ScheduleRules {

    private static final String SCHEDULE = "schedule";
    private static final String ZONE = "timeZone";

    /** A zone in front of a schedule: refused to new CronJobs, but kept by old ones. */
    private static final String INNER_ZONE = "TZ";

    private ScheduleRules() {}

    static void check(Part spec) {
        if (spec.require(SCHEDULE)) {
            format(spec);
            if (spec.errors().release().has(Feature.CRON_SCHEDULE_WITHOUT_ZONE)
                    && spec.text(SCHEDULE).contains(INNER_ZONE)) {
                spec.invalid(SCHEDULE, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
            }
        }
        if (spec.errors().release().has(Feature.CRON_JOB_TIME_ZONE) && spec.has(ZONE)) {
            zone(spec);
        }
    }

    private static void format(Part spec) {
        CronDialect dialect = spec.errors().release().has(Feature.CRON_LIBRARY_V3) ? CronDialect.V3 : CronDialect.V1;
        try {
            CronSchedule.parse(spec.text(SCHEDULE), dialect, ZoneOffset.UTC);
        } catch (CronSyntaxException e) {
            spec.invalid(SCHEDULE, e.getMessage());
        }
    }

    private static void zone(Part spec) {
        String name = spec.text(ZONE);
        if (name.isEmpty()) {
            spec.invalid(ZONE, "timeZone must be nil or non-empty string");
            return;
        }
        for (String part : name.split("/", -1)) {
            if (!part.matches("[A-Za-z._0-9+-]{1,14}") || part.matches("-.*|[.]{1,2}")) {
                spec.invalid(ZONE, "unknown time zone " + name);
                return;
            }
        }
        if (name.toLowerCase(Locale.ROOT).equals("local")) {
            spec.invalid(ZONE, "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        }
        if (!name.equals("Local") && TimeZones.find(name).isEmpty()) {
            spec.invalid(ZONE, "unknown time zone " + name);
        }
    }
}

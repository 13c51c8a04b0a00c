package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.cron.CronDialect;
import dev.wavetank.model.cron.CronSchedule;
import dev.wavetank.model.cron.CronSyntaxException;
import dev.wavetank.model.cron.TimeZones;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.time.ZoneOffset;
import java.util.Locale;

/** Schedules of CronJobs and their zones. */
final class ScheduleRules {

    private static final String SCHEDULE = "spec.schedule";
    private static final String ZONE = "spec.timeZone";

    /** A zone in front of a schedule: refused to new CronJobs since v1.29, but kept by old ones. */
    private static final String INNER_ZONE = "TZ";

    private ScheduleRules() {}

    static void check(CronJob.Spec spec, FieldErrors errors) {
        if (errors.require(SCHEDULE, spec.schedule())) {
            format(spec.schedule(), errors);
            if (errors.version().has(Feature.CRON_SCHEDULE_WITHOUT_ZONE)
                    && spec.schedule().contains(INNER_ZONE)) {
                invalid(
                        SCHEDULE,
                        spec.schedule(),
                        "cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
                        errors);
            }
        }
        if (errors.version().has(Feature.CRON_JOB_TIME_ZONE) && spec.timeZone() != null) {
            zone(spec.timeZone(), errors);
        }
    }

    private static void invalid(String field, String text, String why, FieldErrors errors) {
        errors.invalid(field, GoSyntax.of(text), why);
    }

    private static void format(String schedule, FieldErrors errors) {
        CronDialect dialect = errors.version().has(Feature.CRON_LIBRARY_V3) ? CronDialect.V3 : CronDialect.V1;
        try {
            CronSchedule.parse(schedule, dialect, ZoneOffset.UTC);
        } catch (CronSyntaxException e) {
            invalid(SCHEDULE, schedule, e.getMessage(), errors);
        }
    }

    private static void zone(String name, FieldErrors errors) {
        if (name.isEmpty()) {
            invalid(ZONE, name, "timeZone must be nil or non-empty string", errors);
            return;
        }
        for (String part : name.split("/", -1)) {
            if (!part.matches("[A-Za-z._0-9+-]{1,14}") || part.matches("-.*|[.]{1,2}")) {
                invalid(ZONE, name, "unknown time zone " + name, errors);
                return;
            }
        }
        if (name.toLowerCase(Locale.ROOT).equals("local")) {
            invalid(
                    ZONE,
                    name,
                    "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones",
                    errors);
        }
        if (!name.equals("Local") && TimeZones.find(name).isEmpty()) {
            invalid(ZONE, name, "unknown time zone " + name, errors);
        }
    }
}

package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.JobBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The Job of a CronJob for one time, as it is sent to the API server. */
final class ScheduledJob {

    private static final String SCHEDULED_AT = "batch.kubernetes.io/cronjob-scheduled-timestamp";
    private static final int SECONDS_PER_MINUTE = 60;

    private ScheduledJob() {}

    /** Its name from release 1.21 on: schedules have no seconds. */
    static String name(CronJob cronJob, Instant time) {
        return cronJob.metadata().name() + "-" + time.getEpochSecond() / SECONDS_PER_MINUTE;
    }

    /** The Job from release 1.21 on, with the annotation of 1.32 that has its time in the zone of the CronJob. */
    static Job of(CronJob cronJob, Instant time, ZoneId zone) {
        Job job = job(cronJob, name(cronJob, time), CronJob.API_VERSION);
        Map<String, String> annotations = new LinkedHashMap<>(job.metadata().annotations());
        annotations.put(SCHEDULED_AT, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time.atZone(zone)));
        return job.withMetadata(job.metadata().withAnnotations(annotations));
    }

    /** The Job before release 1.21. */
    static Job beta(CronJob cronJob, Instant time) {
        return job(cronJob, cronJob.metadata().name() + "-" + time.getEpochSecond(), "batch/v1beta1");
    }

    private static Job job(CronJob cronJob, String name, String apiVersion) {
        CronJob.JobTemplate template = cronJob.spec().jobTemplate();
        ObjectMeta given =
                template.metadata() == null ? ObjectMetaBuilder.builder().build() : template.metadata();
        OwnerReference owner =
                new OwnerReference(apiVersion, CronJob.KIND, cronJob.metadata().name(), cronJob.uid(), true, true);
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .name(name)
                .namespace(cronJob.metadata().namespace())
                .labels(given.labels())
                .annotations(given.annotations())
                .ownerReferences(List.of(owner))
                .build();
        return JobBuilder.builder().metadata(metadata).spec(template.spec()).build();
    }
}

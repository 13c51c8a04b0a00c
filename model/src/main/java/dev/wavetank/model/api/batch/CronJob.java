package dev.wavetank.model.api.batch;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Makes a Job whenever its schedule says so.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record CronJob(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, CronJobBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public CronJob {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "batch/v1";

    /** Name of this kind. */
    public static final String KIND = "CronJob";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public CronJob withMetadata(ObjectMeta changed) {
        return CronJobBuilder.With.super.withMetadata(changed);
    }

    /** The observed state; an empty one when none was written yet. */
    public Status observed() {
        return status == null ? new Status(null, null, null, null) : status;
    }

    /** Whether its list of active Jobs has one with that uid. */
    public boolean isActive(String uid) {
        return observed().active().stream()
                .anyMatch(reference -> reference.uid().equals(uid));
    }

    /**
     * The desired state.
     *
     * @param schedule when, in cron format
     * @param timeZone whose clock is meant; null for that of the controller manager
     * @param startingDeadlineSeconds how late a Job may be made; null for any time
     * @param concurrencyPolicy {@code Allow}, {@code Forbid} or {@code Replace}: what if the last one still runs
     * @param suspend whether no Job is to be made now
     * @param jobTemplate what the Jobs look like
     * @param successfulJobsHistoryLimit how many succeeded Jobs are kept
     * @param failedJobsHistoryLimit how many failed Jobs are kept
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            String schedule,
            String timeZone,
            Long startingDeadlineSeconds,
            String concurrencyPolicy,
            Boolean suspend,
            JobTemplate jobTemplate,
            Integer successfulJobsHistoryLimit,
            Integer failedJobsHistoryLimit,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements CronJobSpecBuilder.With {
        /** Turns absent maps into empty ones. */
        public Spec {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * What the Jobs of a CronJob look like.
     *
     * @param metadata labels and annotations of the Jobs
     * @param spec spec of the Jobs
     */
    public record JobTemplate(ObjectMeta metadata, JobSpec spec) {}

    /**
     * The observed state.
     *
     * @param active Jobs that run
     * @param lastScheduleTime for when the last Job was scheduled
     * @param lastSuccessfulTime when a Job last succeeded
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            List<JobReference> active,
            Instant lastScheduleTime,
            Instant lastSuccessfulTime,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements CronJobStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            active = Defaults.emptyIfNull(active);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One Job of a CronJob.
     *
     * @param kind of the object
     * @param namespace of the object
     * @param name of the object
     * @param uid of the object
     * @param apiVersion of the object
     * @param resourceVersion the revision at which it was referred to
     * @param other fields that are not modelled
     */
    public record JobReference(
            String kind,
            String namespace,
            String name,
            String uid,
            String apiVersion,
            ResourceVersion resourceVersion,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns an absent map into an empty one. */
        public JobReference {
            other = Defaults.emptyIfNull(other);
        }

        /** A reference to the Job as it is. */
        public static JobReference to(Job job) {
            ObjectMeta metadata = job.metadata();
            return new JobReference(
                    Job.KIND,
                    metadata.namespace(),
                    metadata.name(),
                    metadata.uid(),
                    Job.API_VERSION,
                    metadata.resourceVersion(),
                    null);
        }
    }
}

package dev.wavetank.model.api.batch;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.StatusCondition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs pods until enough of them have succeeded.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Job(
        ObjectMeta metadata,
        JobSpec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, JobBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Job {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "batch/v1";

    /** Name of this kind. */
    public static final String KIND = "Job";

    /** Keeps a pod until it has been counted: the finalizer of its pods. */
    public static final String TRACKING_FINALIZER = "batch.kubernetes.io/job-tracking";

    /** Annotation and label that say which index a pod works on. */
    public static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";

    /** Annotation that says how many pods of its index failed before a pod was made. */
    public static final String INDEX_FAILURES = "batch.kubernetes.io/job-index-failure-count";

    /** The same for failures that the failure policy ignores. */
    public static final String INDEX_IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count";

    /** What {@code managedBy} calls the controller of Kubernetes. */
    public static final String CONTROLLER = "kubernetes.io/job-controller";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Job withMetadata(ObjectMeta changed) {
        return JobBuilder.With.super.withMetadata(changed);
    }

    /** The condition of that type, if there is one. */
    public Optional<Condition> condition(String type) {
        if (status == null) {
            return Optional.empty();
        }
        return status.conditions().stream()
                .filter(condition -> condition.type().equals(type))
                .findFirst();
    }

    /** Whether the condition of that type is true. */
    public boolean has(String type) {
        return condition(type)
                .map(condition -> condition.status().equals("True"))
                .orElse(false);
    }

    /** Whether it has succeeded or failed for good. */
    public boolean isFinished() {
        return has("Complete") || has("Failed");
    }

    /** Whether every pod has an index of its own. */
    public boolean isIndexed() {
        return "Indexed".equals(spec.completionMode());
    }

    /** Whether its pods are not to run now. */
    public boolean isSuspended() {
        return Boolean.TRUE.equals(spec.suspend());
    }

    /**
     * The observed state.
     *
     * @param conditions {@code Complete}, {@code Failed}, {@code Suspended} and the two that announce the end
     * @param startTime when the controller first saw it, or it was last resumed
     * @param completionTime when it succeeded
     * @param active pods that have not ended
     * @param succeeded pods that have succeeded
     * @param failed pods that have failed
     * @param terminating pods that are being deleted
     * @param completedIndexes indexes that have succeeded, such as {@code 0,2-4}
     * @param failedIndexes indexes that have failed; null when they are not counted one by one
     * @param uncountedTerminatedPods pods that have ended and are not in the counts yet
     * @param ready active pods that are ready
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            List<Condition> conditions,
            Instant startTime,
            Instant completionTime,
            Integer active,
            Integer succeeded,
            Integer failed,
            Integer terminating,
            String completedIndexes,
            String failedIndexes,
            Uncounted uncountedTerminatedPods,
            Integer ready,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements JobStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * Pods that have ended and are not in the counts yet, by uid.
     *
     * @param succeeded those that have succeeded
     * @param failed those that have failed
     */
    public record Uncounted(List<String> succeeded, List<String> failed) {

        /** None. */
        public static final Uncounted NONE = new Uncounted(null, null);

        /** Turns absent lists into empty ones. */
        public Uncounted {
            succeeded = Defaults.emptyIfNull(succeeded);
            failed = Defaults.emptyIfNull(failed);
        }
    }

    /**
     * One statement about a Job.
     *
     * @param type such as {@code Complete}
     * @param status {@code True}, {@code False} or {@code Unknown}
     * @param lastProbeTime when it was last looked at
     * @param lastTransitionTime when the status last changed
     * @param reason for programs
     * @param message for people
     */
    public record Condition(
            String type,
            String status,
            Instant lastProbeTime,
            Instant lastTransitionTime,
            String reason,
            String message)
            implements StatusCondition {

        /** A condition that came to be at that time; absent texts are null. */
        public static Condition of(String type, String status, String reason, String message, Instant now) {
            return new Condition(type, status, now, now, reason, message);
        }
    }
}

package dev.wavetank.model.api.batch;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.PodTemplateSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * What a Job is to do.
 *
 * @param parallelism how many pods may run at the same time
 * @param completions how many must succeed; null when one success completes the job
 * @param activeDeadlineSeconds how long it may be active
 * @param backoffLimit how many pods may fail
 * @param selector which pods count
 * @param template what the pods look like
 * @param ttlSecondsAfterFinished after how long it is deleted once it is finished; null for never
 * @param completionMode {@code NonIndexed} or {@code Indexed}
 * @param suspend whether no pod is to run now
 * @param podReplacementPolicy {@code TerminatingOrFailed} or {@code Failed}: when a pod is replaced
 * @param podFailurePolicy what failed pods mean; null when each of them counts
 * @param backoffLimitPerIndex how many pods of each index may fail; null when only all of them together count
 * @param maxFailedIndexes how many indexes may fail; null for any number
 * @param successPolicy when it has succeeded early; null for never
 * @param managedBy which controller is to work on it; null for the one of Kubernetes
 * @param other fields that are not modelled
 */
@RecordBuilder
public record JobSpec(
        Integer parallelism,
        Integer completions,
        Long activeDeadlineSeconds,
        Integer backoffLimit,
        LabelSelector selector,
        PodTemplateSpec template,
        Integer ttlSecondsAfterFinished,
        String completionMode,
        Boolean suspend,
        String podReplacementPolicy,
        PodFailurePolicy podFailurePolicy,
        Integer backoffLimitPerIndex,
        Integer maxFailedIndexes,
        SuccessPolicy successPolicy,
        String managedBy,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements JobSpecBuilder.With {
    /** Turns absent maps into empty ones. */
    public JobSpec {
        other = Defaults.emptyIfNull(other);
    }

    /** Whether a pod that is being deleted is replaced only when it has ended. */
    public boolean replacesFailedOnly() {
        return "Failed".equals(podReplacementPolicy);
    }

    /** Whether another controller than that of Kubernetes is to work on it. */
    public boolean isManagedElsewhere() {
        return managedBy != null && !managedBy.equals(Job.CONTROLLER);
    }
}

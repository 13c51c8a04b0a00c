package dev.wavetank.model.api.apps;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.StatusCondition;
import dev.wavetank.model.api.core.PodTemplateSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a number of equal pods running and replaces them gradually when their template changes.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Deployment(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, DeploymentBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Deployment {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "apps/v1";

    /** Name of this kind. */
    public static final String KIND = "Deployment";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Deployment withMetadata(ObjectMeta changed) {
        return DeploymentBuilder.With.super.withMetadata(changed);
    }

    /**
     * The desired state.
     *
     * @param replicas how many pods
     * @param selector which pods count
     * @param template what the pods look like
     * @param strategy how old pods are replaced
     * @param minReadySeconds how long a pod must be ready to count as available
     * @param revisionHistoryLimit how many old ReplicaSets are kept
     * @param paused whether roll-outs wait
     * @param progressDeadlineSeconds after how long without progress the roll-out counts as failed
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            Integer replicas,
            LabelSelector selector,
            PodTemplateSpec template,
            Strategy strategy,
            Integer minReadySeconds,
            Integer revisionHistoryLimit,
            Boolean paused,
            Integer progressDeadlineSeconds,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements DeploymentSpecBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * How old pods are replaced by new ones.
     *
     * @param type {@code RollingUpdate} or {@code Recreate}
     * @param rollingUpdate bounds, for {@code RollingUpdate} only
     */
    public record Strategy(String type, RollingUpdate rollingUpdate) {}

    /**
     * Bounds of a rolling update, each a whole number or a percentage such as {@code 25%}.
     *
     * @param maxUnavailable how many pods may be missing; percentages are rounded down
     * @param maxSurge how many pods may be too many; percentages are rounded up
     */
    public record RollingUpdate(Object maxUnavailable, Object maxSurge) {}

    /**
     * The observed state. Absent numbers are zero.
     *
     * @param observedGeneration generation of the spec that was acted upon
     * @param replicas pods of all ReplicaSets
     * @param updatedReplicas pods with the present template
     * @param readyReplicas ready pods
     * @param availableReplicas pods that have been ready for long enough
     * @param unavailableReplicas pods that are missing
     * @param terminatingReplicas pods whose deletion has begun; null when not every ReplicaSet counts them
     * @param conditions what is to be said about the roll-out
     * @param collisionCount how often the name of a new ReplicaSet was taken
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            Long observedGeneration,
            Integer replicas,
            Integer updatedReplicas,
            Integer readyReplicas,
            Integer availableReplicas,
            Integer unavailableReplicas,
            @Nullable Integer terminatingReplicas,
            List<Condition> conditions,
            Integer collisionCount,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements DeploymentStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One statement about the roll-out.
     *
     * @param type {@code Available}, {@code Progressing} or {@code ReplicaFailure}
     * @param status {@code True}, {@code False} or {@code Unknown}
     * @param lastUpdateTime when it was last looked at
     * @param lastTransitionTime when the status last changed
     * @param reason for programs
     * @param message for people
     */
    @RecordBuilder
    public record Condition(
            String type,
            String status,
            Instant lastUpdateTime,
            Instant lastTransitionTime,
            String reason,
            String message)
            implements DeploymentConditionBuilder.With, StatusCondition {}
}

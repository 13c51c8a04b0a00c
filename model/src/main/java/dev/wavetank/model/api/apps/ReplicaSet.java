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
 * Keeps a number of equal pods running.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record ReplicaSet(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, ReplicaSetBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public ReplicaSet {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "apps/v1";

    /** Name of this kind. */
    public static final String KIND = "ReplicaSet";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public ReplicaSet withMetadata(ObjectMeta changed) {
        return ReplicaSetBuilder.With.super.withMetadata(changed);
    }

    /**
     * The desired state.
     *
     * @param replicas how many pods
     * @param minReadySeconds how long a pod must be ready to count as available
     * @param selector which pods count
     * @param template what the pods look like
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            Integer replicas,
            Integer minReadySeconds,
            LabelSelector selector,
            PodTemplateSpec template,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ReplicaSetSpecBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * The observed state. Absent numbers are zero, but {@code replicas} is always written.
     *
     * @param replicas active pods
     * @param fullyLabeledReplicas pods with all labels of the template
     * @param readyReplicas ready pods
     * @param availableReplicas pods that have been ready for long enough
     * @param terminatingReplicas pods whose deletion has begun; null for versions that do not count them
     * @param observedGeneration generation of the spec that was acted upon
     * @param conditions what is to be said about it
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            Integer replicas,
            Integer fullyLabeledReplicas,
            Integer readyReplicas,
            Integer availableReplicas,
            @Nullable Integer terminatingReplicas,
            Long observedGeneration,
            List<Condition> conditions,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ReplicaSetStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One statement about a ReplicaSet.
     *
     * @param type {@code ReplicaFailure}
     * @param status {@code True} or {@code False}
     * @param lastTransitionTime when the status last changed
     * @param reason for programs
     * @param message for people
     */
    public record Condition(String type, String status, Instant lastTransitionTime, String reason, String message)
            implements StatusCondition {}
}

package dev.wavetank.model.api.core;

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

/**
 * Keeps a number of equal pods running: what came before ReplicaSets.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record ReplicationController(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, ReplicationControllerBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public ReplicationController {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "ReplicationController";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public ReplicationController withMetadata(ObjectMeta changed) {
        return ReplicationControllerBuilder.With.super.withMetadata(changed);
    }

    /**
     * The desired state.
     *
     * @param replicas how many pods
     * @param minReadySeconds how long a pod must be ready to count as available
     * @param selector labels of the pods that count
     * @param template what the pods look like
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            Integer replicas,
            Integer minReadySeconds,
            Map<String, String> selector,
            PodTemplateSpec template,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ReplicationControllerSpecBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            selector = Defaults.emptyIfNull(selector);
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
            Long observedGeneration,
            List<Condition> conditions,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ReplicationControllerStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One statement about a ReplicationController.
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

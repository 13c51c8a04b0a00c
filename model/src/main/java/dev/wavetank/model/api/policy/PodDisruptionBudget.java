package dev.wavetank.model.api.policy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.StatusCondition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Says how many pods of an application may be evicted at a time.
 *
 * @param metadata metadata
 * @param spec what is wanted
 * @param status what is permitted now
 * @param other fields that are not modelled
 */
@RecordBuilder
public record PodDisruptionBudget(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, PodDisruptionBudgetBuilder.With {

    /** Group and version of this kind. */
    public static final String API_VERSION = "policy/v1";

    /** Name of this kind. */
    public static final String KIND = "PodDisruptionBudget";

    /** Turns absent lists and maps into empty ones. */
    public PodDisruptionBudget {
        other = Defaults.emptyIfNull(other);
    }

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public PodDisruptionBudget withMetadata(ObjectMeta changed) {
        return PodDisruptionBudgetBuilder.With.super.withMetadata(changed);
    }

    /** Whether the budget is about pods with such labels: an empty selector is about all, none about nothing. */
    public boolean covers(Map<String, String> labels) {
        return spec != null && spec.selector() != null && spec.selector().matches(labels);
    }

    /**
     * What is wanted; one of the two numbers.
     *
     * @param minAvailable how many pods have to stay healthy: a number, or a percentage as text
     * @param selector which pods count
     * @param maxUnavailable how many pods may be away: a number, or a percentage as text
     * @param other fields that are not modelled
     */
    public record Spec(
            Object minAvailable,
            LabelSelector selector,
            Object maxUnavailable,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {

        /** Turns absent lists and maps into empty ones. */
        public Spec {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * What is permitted now.
     *
     * @param observedGeneration generation of the spec from which it follows
     * @param disruptedPods pods whose eviction was permitted and has not been seen yet, and when
     * @param disruptionsAllowed how many pods may be evicted
     * @param currentHealthy how many pods are healthy
     * @param desiredHealthy how many have to be
     * @param expectedPods how many there should be
     * @param conditions what is to be said about it
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            Long observedGeneration,
            Map<String, Instant> disruptedPods,
            Integer disruptionsAllowed,
            Integer currentHealthy,
            Integer desiredHealthy,
            Integer expectedPods,
            List<Condition> conditions,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements PodDisruptionBudgetStatusBuilder.With {

        /** Turns absent lists and maps into empty ones. */
        public Status {
            disruptedPods = Defaults.emptyIfNull(disruptedPods);
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One statement about a budget.
     *
     * @param type {@code DisruptionAllowed}
     * @param status {@code True} or {@code False}
     * @param observedGeneration generation of the spec from which it follows
     * @param lastTransitionTime when the status last changed
     * @param reason for programs
     * @param message for people
     */
    public record Condition(
            String type,
            String status,
            Long observedGeneration,
            Instant lastTransitionTime,
            String reason,
            String message)
            implements StatusCondition {}
}

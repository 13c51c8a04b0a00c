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
 * A machine that runs pods.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Node(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, NodeBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Node {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "Node";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Node withMetadata(ObjectMeta changed) {
        return NodeBuilder.With.super.withMetadata(changed);
    }

    /**
     * What is wanted of the node.
     *
     * @param podCIDR addresses of its pods
     * @param unschedulable whether it takes no new pods
     * @param taints what keeps pods away
     * @param other fields that are not modelled
     */
    public record Spec(
            String podCIDR,
            Boolean unschedulable,
            List<Taint> taints,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            taints = Defaults.emptyIfNull(taints);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * Keeps pods away that do not tolerate it.
     *
     * @param key key
     * @param value value
     * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
     * @param other fields that are not modelled
     */
    public record Taint(
            String key,
            String value,
            String effect,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent lists and maps into empty ones. */
        public Taint {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * The observed state.
     *
     * @param capacity quantities by resource name
     * @param allocatable what pods may use of it
     * @param conditions statements about the node
     * @param other fields that are not modelled
     */
    public record Status(
            Map<String, String> capacity,
            Map<String, String> allocatable,
            List<Condition> conditions,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            capacity = Defaults.emptyIfNull(capacity);
            allocatable = Defaults.emptyIfNull(allocatable);
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One statement about a node.
     *
     * @param type such as {@code Ready}
     * @param status {@code True}, {@code False} or {@code Unknown}
     * @param lastHeartbeatTime when the kubelet last said so
     * @param lastTransitionTime when the status last changed
     * @param reason for programs
     * @param message for people
     */
    public record Condition(
            String type,
            String status,
            Instant lastHeartbeatTime,
            Instant lastTransitionTime,
            String reason,
            String message)
            implements StatusCondition {}
}

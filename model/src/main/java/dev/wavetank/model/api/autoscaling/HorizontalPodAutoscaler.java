package dev.wavetank.model.api.autoscaling;

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
 * Keeps the number of pods of a workload in step with what they use.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record HorizontalPodAutoscaler(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, HorizontalPodAutoscalerBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public HorizontalPodAutoscaler {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "autoscaling/v2";

    /** Name of this kind. */
    public static final String KIND = "HorizontalPodAutoscaler";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public HorizontalPodAutoscaler withMetadata(ObjectMeta changed) {
        return HorizontalPodAutoscalerBuilder.With.super.withMetadata(changed);
    }

    /**
     * The desired state.
     *
     * @param scaleTargetRef what is scaled
     * @param minReplicas the least number of replicas; null for 1
     * @param maxReplicas the greatest number of replicas
     * @param metrics what the number follows
     * @param behavior how fast it may change; null for the standard rules
     * @param other fields that are not modelled
     */
    public record Spec(
            Target scaleTargetRef,
            Integer minReplicas,
            Integer maxReplicas,
            List<Metric> metrics,
            Behavior behavior,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            metrics = Defaults.emptyIfNull(metrics);
            other = Defaults.emptyIfNull(other);
        }

        /**
         * What the number follows. An autoscaler that has no metrics follows the usage of cpu: of {@code
         * autoscaling/v1}, which has a field for it, or by default 80 percent of what is requested.
         */
        public List<Metric> followed() {
            if (!metrics.isEmpty()) {
                return metrics;
            }
            int percent = other.get("targetCPUUtilizationPercentage") instanceof Number number ? number.intValue() : 80;
            MetricTarget target = new MetricTarget("Utilization", percent, null, null, null);
            return List.of(new Metric("Resource", new ResourceMetric("cpu", target), null, null, null, null, null));
        }

        /** The least number of replicas. */
        public int least() {
            return minReplicas == null ? 1 : minReplicas;
        }
    }

    /**
     * What is scaled, in the same namespace.
     *
     * @param kind of the object
     * @param name of the object
     * @param apiVersion of the object
     */
    public record Target(String kind, String name, String apiVersion) {}

    /**
     * What the number of replicas follows: one of the parts, by the type.
     *
     * @param type {@code Resource}, {@code ContainerResource}, {@code Pods}, {@code Object} or {@code External}
     * @param resource of what the pods use
     * @param containerResource of what one container of each pod uses
     * @param pods of metrics that pods report about themselves
     * @param object of a metric of one object
     * @param external of a metric from outside the cluster
     * @param other fields that are not modelled
     */
    public record Metric(
            String type,
            ResourceMetric resource,
            ContainerResourceMetric containerResource,
            PodsMetric pods,
            ObjectMetric object,
            ExternalMetric external,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent maps into empty ones. */
        public Metric {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * How much of a resource the pods are to use.
     *
     * @param name such as {@code cpu}
     * @param target how much
     */
    public record ResourceMetric(String name, MetricTarget target) {}

    /**
     * How much of a resource one container of each pod is to use.
     *
     * @param name such as {@code cpu}
     * @param container which container
     * @param target how much
     */
    public record ContainerResourceMetric(String name, String container, MetricTarget target) {}

    /**
     * The target for the average of a metric that pods report about themselves.
     *
     * @param metric which number
     * @param target how great
     */
    public record PodsMetric(Identifier metric, MetricTarget target) {}

    /**
     * How great a number about an object is to be.
     *
     * @param describedObject which object, of the same namespace
     * @param metric which number
     * @param target how great
     */
    public record ObjectMetric(Target describedObject, Identifier metric, MetricTarget target) {}

    /**
     * How great a number about the world outside is to be.
     *
     * @param metric which number
     * @param target how great
     */
    public record ExternalMetric(Identifier metric, MetricTarget target) {}

    /**
     * Which number.
     *
     * @param name of the metric
     * @param selector which series of it, as a JSON tree; null for all
     */
    public record Identifier(String name, Map<String, Object> selector) {}

    /**
     * How great something is to be.
     *
     * @param type {@code Utilization}, {@code AverageValue} or {@code Value}
     * @param averageUtilization on average of the pods, in percent of what they request
     * @param averageValue on average of the pods, as a quantity
     * @param value all in all, as a quantity
     * @param other fields that are not modelled
     */
    public record MetricTarget(
            String type,
            Integer averageUtilization,
            String averageValue,
            String value,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent maps into empty ones. */
        public MetricTarget {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * How fast the number may change.
     *
     * @param scaleUp upwards; null for the standard rules
     * @param scaleDown downwards; null for the standard rules
     */
    public record Behavior(Rules scaleUp, Rules scaleDown) {}

    /**
     * How fast the number may change in one direction.
     *
     * @param stabilizationWindowSeconds how long the most careful recommendation counts
     * @param selectPolicy {@code Max}, {@code Min} or {@code Disabled}
     * @param policies limits of the change; null when absent, because an empty list is a mistake
     * @param other fields that are not modelled
     */
    public record Rules(
            Integer stabilizationWindowSeconds,
            String selectPolicy,
            List<Policy> policies,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns an absent map into an empty one. */
        public Rules {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One limit of the change.
     *
     * @param type {@code Pods} or {@code Percent}
     * @param value how many or how much
     * @param periodSeconds in which time
     */
    public record Policy(String type, Integer value, Integer periodSeconds) {
        /** Turns absent numbers into zero. */
        public Policy {
            value = Defaults.zeroIfNull(value);
            periodSeconds = Defaults.zeroIfNull(periodSeconds);
        }
    }

    /**
     * The observed state.
     *
     * @param observedGeneration generation of the state that was seen
     * @param lastScaleTime when the number was last changed
     * @param currentReplicas the desired replicas of the workload
     * @param desiredReplicas how many it is to have
     * @param currentMetrics what the pods use, as JSON trees
     * @param conditions {@code AbleToScale}, {@code ScalingActive} and {@code ScalingLimited}
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            Long observedGeneration,
            Instant lastScaleTime,
            Integer currentReplicas,
            Integer desiredReplicas,
            List<Map<String, Object>> currentMetrics,
            List<Condition> conditions,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements HorizontalPodAutoscalerStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            currentMetrics = Defaults.emptyIfNull(currentMetrics);
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One statement about an autoscaler.
     *
     * @param type such as {@code AbleToScale}
     * @param status {@code True}, {@code False} or {@code Unknown}
     * @param lastTransitionTime when the status last changed
     * @param reason for programs
     * @param message for people
     */
    public record Condition(String type, String status, Instant lastTransitionTime, String reason, String message)
            implements StatusCondition {}
}

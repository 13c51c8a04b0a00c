package dev.wavetank.model.api.apps;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.PodTemplateSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * Keeps one pod running on every node that it may run on.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record DaemonSet(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, DaemonSetBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public DaemonSet {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "apps/v1";

    /** Name of this kind. */
    public static final String KIND = "DaemonSet";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public DaemonSet withMetadata(ObjectMeta changed) {
        return DaemonSetBuilder.With.super.withMetadata(changed);
    }

    /**
     * The desired state.
     *
     * @param selector which pods count
     * @param template what the pods look like
     * @param updateStrategy how old pods are replaced
     * @param minReadySeconds how long a pod must be ready to count as available
     * @param revisionHistoryLimit how many old templates are kept
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            LabelSelector selector,
            PodTemplateSpec template,
            UpdateStrategy updateStrategy,
            Integer minReadySeconds,
            Integer revisionHistoryLimit,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements DaemonSetSpecBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * How old pods are replaced by new ones.
     *
     * @param type {@code RollingUpdate} or {@code OnDelete}
     * @param rollingUpdate bounds, for {@code RollingUpdate} only
     */
    public record UpdateStrategy(String type, RollingUpdate rollingUpdate) {}

    /**
     * Bounds of a rolling update, each a whole number or a percentage such as {@code 25%}.
     *
     * @param maxUnavailable how many nodes may be without an available pod
     * @param maxSurge how many nodes may have two pods
     */
    public record RollingUpdate(Object maxUnavailable, Object maxSurge) {}

    /**
     * The observed state. Absent numbers are zero; the first four are always written.
     *
     * @param currentNumberScheduled nodes that have the pod, as they should
     * @param numberMisscheduled nodes that have the pod and should not
     * @param desiredNumberScheduled nodes that should have the pod
     * @param numberReady of them those whose pod is ready
     * @param observedGeneration generation of the spec that was acted upon
     * @param updatedNumberScheduled nodes with a pod of the present template
     * @param numberAvailable nodes whose pod has been ready for long enough
     * @param numberUnavailable nodes that lack such a pod
     * @param collisionCount how often the name of a new template was taken
     * @param conditions what is to be said about it, as JSON trees
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            Integer currentNumberScheduled,
            Integer numberMisscheduled,
            Integer desiredNumberScheduled,
            Integer numberReady,
            Long observedGeneration,
            Integer updatedNumberScheduled,
            Integer numberAvailable,
            Integer numberUnavailable,
            Integer collisionCount,
            List<Map<String, Object>> conditions,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements DaemonSetStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }
}

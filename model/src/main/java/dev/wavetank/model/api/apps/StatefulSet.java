package dev.wavetank.model.api.apps;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PodTemplateSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * Keeps pods running that have names, and volumes, of their own.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record StatefulSet(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, StatefulSetBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public StatefulSet {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "apps/v1";

    /** Name of this kind. */
    public static final String KIND = "StatefulSet";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public StatefulSet withMetadata(ObjectMeta changed) {
        return StatefulSetBuilder.With.super.withMetadata(changed);
    }

    /** How many pods there are to be. */
    public int replicas() {
        return spec.replicas() == null ? 1 : spec.replicas();
    }

    /**
     * The desired state.
     *
     * @param replicas how many pods
     * @param selector which pods count
     * @param template what the pods look like
     * @param volumeClaimTemplates claims that every pod has of its own
     * @param serviceName the headless service that gives the pods their names
     * @param podManagementPolicy {@code OrderedReady} or {@code Parallel}
     * @param updateStrategy how old pods are replaced
     * @param revisionHistoryLimit how many old templates are kept
     * @param minReadySeconds how long a pod must be ready to count as available
     * @param persistentVolumeClaimRetentionPolicy what becomes of the claims
     * @param ordinals where the numbers of the pods begin
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            Integer replicas,
            LabelSelector selector,
            PodTemplateSpec template,
            List<PersistentVolumeClaim> volumeClaimTemplates,
            String serviceName,
            String podManagementPolicy,
            UpdateStrategy updateStrategy,
            Integer revisionHistoryLimit,
            Integer minReadySeconds,
            RetentionPolicy persistentVolumeClaimRetentionPolicy,
            Ordinals ordinals,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements StatefulSetSpecBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            volumeClaimTemplates = Defaults.emptyIfNull(volumeClaimTemplates);
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
     * Bounds of a rolling update.
     *
     * @param partition pods with a lower ordinal are left as they are
     * @param maxUnavailable how many pods may be missing, for servers that have switched this on
     */
    public record RollingUpdate(Integer partition, Object maxUnavailable) {}

    /**
     * What becomes of claims, each {@code Retain} or {@code Delete}.
     *
     * @param whenDeleted of all when the set is deleted
     * @param whenScaled of those whose pod is too many
     */
    public record RetentionPolicy(String whenDeleted, String whenScaled) {}

    /**
     * Where the numbers of the pods begin.
     *
     * @param start number of the first pod
     */
    public record Ordinals(Integer start) {}

    /**
     * The observed state. Absent numbers are zero, but {@code replicas} is always written.
     *
     * @param observedGeneration generation of the spec that was acted upon
     * @param replicas pods that have been made
     * @param readyReplicas pods that run and are ready
     * @param currentReplicas pods of {@code currentRevision}
     * @param updatedReplicas pods of {@code updateRevision}
     * @param currentRevision name of the template that the first pods have
     * @param updateRevision name of the template that all pods are to have
     * @param collisionCount how often the name of a new template was taken
     * @param conditions what is to be said about it, as JSON trees
     * @param availableReplicas pods that have been ready for long enough
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            Long observedGeneration,
            Integer replicas,
            Integer readyReplicas,
            Integer currentReplicas,
            Integer updatedReplicas,
            String currentRevision,
            String updateRevision,
            Integer collisionCount,
            List<Map<String, Object>> conditions,
            Integer availableReplicas,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements StatefulSetStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }
}

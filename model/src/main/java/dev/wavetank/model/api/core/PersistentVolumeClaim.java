package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Asks for a volume that outlives the pods that use it.
 *
 * @param metadata metadata, null in a template without any
 * @param spec desired state
 * @param status observed state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record PersistentVolumeClaim(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, PersistentVolumeClaimBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public PersistentVolumeClaim {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "PersistentVolumeClaim";

    /** The annotation that named the class before there was a field. */
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public PersistentVolumeClaim withMetadata(ObjectMeta changed) {
        return PersistentVolumeClaimBuilder.With.super.withMetadata(changed);
    }

    /** The phase; null before it has one. */
    public String phase() {
        return status == null ? null : status.phase();
    }

    /** How much is asked for, by the name of the resource. */
    public Map<String, String> requests() {
        return spec == null || spec.resources() == null
                ? Collections.emptyMap()
                : spec.resources().requests();
    }

    /** The name of its storage class; null when none is named, and empty when none is wanted. */
    public String className() {
        String old = metadata.annotations().get(OLD_CLASS);
        return old != null || spec == null ? old : spec.storageClassName();
    }

    /** The name of the volume that it is bound to or asks for, or null. */
    public String volumeName() {
        String name = spec.volumeName();
        return name == null || name.isEmpty() ? null : name;
    }

    /**
     * What is asked for.
     *
     * @param accessModes how it may be mounted
     * @param selector labels that the volume must have; null for any
     * @param resources how large it is to be
     * @param volumeName the volume that it is bound to
     * @param storageClassName the class of the volume; null for the default class
     * @param volumeMode {@code Filesystem} or {@code Block}
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            List<String> accessModes,
            LabelSelector selector,
            Container.Resources resources,
            String volumeName,
            String storageClassName,
            String volumeMode,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements PersistentVolumeClaimSpecBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            accessModes = Defaults.emptyIfNull(accessModes);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * What came of it.
     *
     * @param phase {@code Pending}, {@code Bound} or {@code Lost}
     * @param accessModes how the volume may be mounted
     * @param capacity how large the volume is
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            String phase,
            List<String> accessModes,
            Map<String, String> capacity,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements PersistentVolumeClaimStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            accessModes = Defaults.emptyIfNull(accessModes);
            capacity = Defaults.emptyIfNull(capacity);
            other = Defaults.emptyIfNull(other);
        }
    }
}

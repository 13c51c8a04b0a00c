package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * A piece of storage that a claim may be bound to.
 *
 * @param metadata metadata
 * @param spec what it is, and which claim has it
 * @param status where it is in its life
 * @param other fields that are not modelled
 */
@RecordBuilder
public record PersistentVolume(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, PersistentVolumeBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public PersistentVolume {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "PersistentVolume";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public PersistentVolume withMetadata(ObjectMeta changed) {
        return PersistentVolumeBuilder.With.super.withMetadata(changed);
    }

    /** The phase; null before it has one. */
    public String phase() {
        return status == null ? null : status.phase();
    }

    /**
     * What the storage is.
     *
     * @param capacity how large it is
     * @param accessModes how it can be mounted
     * @param claimRef the claim that has it or that it is kept for; null when it is free
     * @param persistentVolumeReclaimPolicy what becomes of it without its claim: {@code Retain}, {@code Delete} or
     *     {@code Recycle}
     * @param storageClassName its class; null or empty for none
     * @param mountOptions how it is mounted
     * @param volumeMode {@code Filesystem} or {@code Block}
     * @param nodeAffinity from which nodes it can be reached, as a JSON tree; null when from all
     * @param other where it is, such as {@code hostPath} or {@code csi}, and fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            Map<String, String> capacity,
            List<String> accessModes,
            ClaimReference claimRef,
            String persistentVolumeReclaimPolicy,
            String storageClassName,
            List<String> mountOptions,
            String volumeMode,
            Map<String, Object> nodeAffinity,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements PersistentVolumeSpecBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            capacity = Defaults.emptyIfNull(capacity);
            accessModes = Defaults.emptyIfNull(accessModes);
            mountOptions = Defaults.emptyIfNull(mountOptions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * Names a claim.
     *
     * @param kind {@code PersistentVolumeClaim}
     * @param namespace of the claim
     * @param name of the claim
     * @param uid of the very claim; null while the volume is only kept for a claim of that name
     * @param apiVersion {@code v1}
     * @param resourceVersion state of the claim when it was chosen
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record ClaimReference(
            String kind,
            String namespace,
            String name,
            String uid,
            String apiVersion,
            ResourceVersion resourceVersion,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements PersistentVolumeClaimReferenceBuilder.With {
        /** Turns an absent map into an empty one. */
        public ClaimReference {
            other = Defaults.emptyIfNull(other);
        }

        /** A reference to that very claim, as it is. */
        public static ClaimReference to(PersistentVolumeClaim claim) {
            ObjectMeta metadata = claim.metadata();
            return new ClaimReference(
                    PersistentVolumeClaim.KIND,
                    metadata.namespace(),
                    metadata.name(),
                    metadata.uid(),
                    PersistentVolumeClaim.API_VERSION,
                    metadata.resourceVersion(),
                    null);
        }

        /** Namespace and name of the claim. */
        public ObjectKey key() {
            return new ObjectKey(namespace, name);
        }

        /** Whether it names one certain claim, not only any claim of that name. */
        public boolean hasUid() {
            return uid != null && !uid.isEmpty();
        }
    }

    /**
     * Where it is in its life.
     *
     * @param phase {@code Pending}, {@code Available}, {@code Bound}, {@code Released} or {@code Failed}
     * @param message why, for people
     * @param reason why, for programs
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            String phase,
            String message,
            String reason,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements PersistentVolumeStatusBuilder.With {
        /** Turns an absent map into an empty one. */
        public Status {
            other = Defaults.emptyIfNull(other);
        }
    }
}

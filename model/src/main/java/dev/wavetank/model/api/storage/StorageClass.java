package dev.wavetank.model.api.storage;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * A kind of volumes, and who makes them.
 *
 * @param metadata metadata
 * @param provisioner who makes volumes of this class
 * @param parameters what the provisioner receives
 * @param reclaimPolicy what becomes of a volume without its claim
 * @param mountOptions how volumes of this class are mounted
 * @param allowVolumeExpansion whether claims may grow
 * @param volumeBindingMode {@code Immediate}, or {@code WaitForFirstConsumer} for the pod to be placed first
 * @param allowedTopologies on which nodes volumes can be made, as JSON trees
 * @param other fields that are not modelled
 */
@RecordBuilder
public record StorageClass(
        ObjectMeta metadata,
        String provisioner,
        Map<String, String> parameters,
        String reclaimPolicy,
        List<String> mountOptions,
        Boolean allowVolumeExpansion,
        String volumeBindingMode,
        List<Map<String, Object>> allowedTopologies,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, StorageClassBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public StorageClass {
        parameters = Defaults.emptyIfNull(parameters);
        mountOptions = Defaults.emptyIfNull(mountOptions);
        allowedTopologies = Defaults.emptyIfNull(allowedTopologies);
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "storage.k8s.io/v1";

    /** Name of this kind. */
    public static final String KIND = "StorageClass";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public StorageClass withMetadata(ObjectMeta changed) {
        return StorageClassBuilder.With.super.withMetadata(changed);
    }

    /** Whether volumes are chosen or made only when the pod that needs them has been placed. */
    public boolean waitsForConsumer() {
        return "WaitForFirstConsumer".equals(volumeBindingMode);
    }
}

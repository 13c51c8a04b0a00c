package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * Data that not everybody may see.
 *
 * @param metadata metadata
 * @param type what the data is for, such as {@code kubernetes.io/service-account-token}
 * @param data values in Base64
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Secret(
        ObjectMeta metadata,
        String type,
        Map<String, String> data,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, SecretBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Secret {
        data = Defaults.emptyIfNull(data);
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "Secret";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Secret withMetadata(ObjectMeta changed) {
        return SecretBuilder.With.super.withMetadata(changed);
    }
}

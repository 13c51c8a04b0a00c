package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * Data that is no secret.
 *
 * @param metadata metadata
 * @param data texts
 * @param other fields that are not modelled
 */
@RecordBuilder
public record ConfigMap(
        ObjectMeta metadata,
        Map<String, String> data,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, ConfigMapBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public ConfigMap {
        data = Defaults.emptyIfNull(data);
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "ConfigMap";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public ConfigMap withMetadata(ObjectMeta changed) {
        return ConfigMapBuilder.With.super.withMetadata(changed);
    }
}

package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * The identity that pods use.
 *
 * @param metadata metadata
 * @param secrets tokens and other secrets that its pods may use
 * @param other fields that are not modelled
 */
@RecordBuilder
public record ServiceAccount(
        ObjectMeta metadata,
        List<SecretReference> secrets,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, ServiceAccountBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public ServiceAccount {
        secrets = Defaults.emptyIfNull(secrets);
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "ServiceAccount";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public ServiceAccount withMetadata(ObjectMeta changed) {
        return ServiceAccountBuilder.With.super.withMetadata(changed);
    }

    /**
     * Names a Secret of the same namespace.
     *
     * @param name of the Secret
     * @param other fields that are not modelled
     */
    public record SecretReference(
            String name, @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns an absent map into an empty one. */
        public SecretReference {
            other = Defaults.emptyIfNull(other);
        }
    }
}

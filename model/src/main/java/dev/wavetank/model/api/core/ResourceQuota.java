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
 * Bounds what a namespace may use in all.
 *
 * @param metadata metadata
 * @param spec limits
 * @param status usage, null before it was accounted for
 */
@RecordBuilder
public record ResourceQuota(ObjectMeta metadata, Spec spec, Status status)
        implements KubernetesObject, ResourceQuotaBuilder.With {

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "ResourceQuota";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public ResourceQuota withMetadata(ObjectMeta changed) {
        return ResourceQuotaBuilder.With.super.withMetadata(changed);
    }

    /**
     * The limits.
     *
     * @param hard quantities by name, such as {@code pods} or {@code requests.cpu}
     * @param scopes which pods count; none for all
     * @param other fields that are not modelled
     */
    public record Spec(
            Map<String, String> hard,
            List<String> scopes,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            hard = Defaults.emptyIfNull(hard);
            scopes = Defaults.emptyIfNull(scopes);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * The usage as it was last accounted for.
     *
     * @param hard the limits that were enforced
     * @param used what is in use
     */
    public record Status(Map<String, String> hard, Map<String, String> used) {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            hard = Defaults.emptyIfNull(hard);
            used = Defaults.emptyIfNull(used);
        }
    }
}

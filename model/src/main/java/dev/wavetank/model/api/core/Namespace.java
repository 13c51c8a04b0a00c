package dev.wavetank.model.api.core;

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
 * A scope for names.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state
 */
@RecordBuilder
public record Namespace(ObjectMeta metadata, Spec spec, Status status)
        implements KubernetesObject, NamespaceBuilder.With {

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "Namespace";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Namespace withMetadata(ObjectMeta changed) {
        return NamespaceBuilder.With.super.withMetadata(changed);
    }

    /**
     * What keeps the namespace.
     *
     * @param finalizers who must act before it goes
     */
    public record Spec(List<String> finalizers) {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            finalizers = Defaults.emptyIfNull(finalizers);
        }
    }

    /**
     * The observed state.
     *
     * @param phase {@code Active} or {@code Terminating}
     * @param conditions what keeps it from going
     * @param other fields that are not modelled
     */
    public record Status(
            String phase,
            List<Condition> conditions,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            conditions = Defaults.emptyIfNull(conditions);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One statement about a namespace that is being deleted.
     *
     * @param type such as {@code NamespaceContentRemaining}
     * @param status {@code True} or {@code False}
     * @param lastTransitionTime when the status last changed
     * @param reason for programs
     * @param message for people
     */
    public record Condition(String type, String status, Instant lastTransitionTime, String reason, String message)
            implements StatusCondition {}
}

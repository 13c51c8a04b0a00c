package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;

/**
 * A report for people about something that happened to an object; Kubernetes calls the kind {@code Event}.
 *
 * @param metadata metadata
 * @param involvedObject what it is about
 * @param reason for programs
 * @param message for people
 * @param source who reports, in the older form
 * @param firstTimestamp when it happened first
 * @param lastTimestamp when it happened last
 * @param count how often
 * @param type {@code Normal} or {@code Warning}
 * @param eventTime when it happened, in the newer form
 * @param action what was done, in the newer form
 * @param reportingComponent who reports, in the newer form
 * @param reportingInstance which instance of it
 * @param other fields that are not modelled
 */
@RecordBuilder
public record ApiEvent(
        ObjectMeta metadata,
        Reference involvedObject,
        String reason,
        String message,
        Source source,
        Instant firstTimestamp,
        Instant lastTimestamp,
        Integer count,
        String type,
        Instant eventTime,
        String action,
        String reportingComponent,
        String reportingInstance,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, ApiEventBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public ApiEvent {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "Event";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public ApiEvent withMetadata(ObjectMeta changed) {
        return ApiEventBuilder.With.super.withMetadata(changed);
    }

    /**
     * The object that an event is about.
     *
     * @param kind its kind
     * @param namespace its namespace
     * @param name its name
     * @param uid its identity
     * @param apiVersion its group and version
     * @param resourceVersion the state that was seen
     * @param fieldPath the part of the object, such as {@code spec.containers{app}}, or null for the whole
     */
    public record Reference(
            String kind,
            String namespace,
            String name,
            String uid,
            String apiVersion,
            ResourceVersion resourceVersion,
            String fieldPath) {

        /** A reference to a whole object. */
        public Reference(
                String kind,
                String namespace,
                String name,
                String uid,
                String apiVersion,
                ResourceVersion resourceVersion) {
            this(kind, namespace, name, uid, apiVersion, resourceVersion, null);
        }
    }

    /**
     * Who reports.
     *
     * @param component name of the component
     * @param host its node, or null
     */
    public record Source(String component, String host) {}
}

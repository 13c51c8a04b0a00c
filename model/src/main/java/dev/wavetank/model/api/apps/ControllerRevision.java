package dev.wavetank.model.api.apps;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * One state that a workload once desired, kept so that it can be gone back to. Its data never change.
 *
 * @param metadata metadata
 * @param data the state, as a JSON tree
 * @param revision its place among the states of the same workload: the latest has the greatest
 * @param other fields that are not modelled
 */
@RecordBuilder
public record ControllerRevision(
        ObjectMeta metadata,
        Map<String, Object> data,
        Long revision,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, ControllerRevisionBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public ControllerRevision {
        data = Defaults.emptyIfNull(data);
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "apps/v1";

    /** Name of this kind. */
    public static final String KIND = "ControllerRevision";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public ControllerRevision withMetadata(ObjectMeta changed) {
        return ControllerRevisionBuilder.With.super.withMetadata(changed);
    }

    /** The revision as a number; 0 when it is absent. */
    public long number() {
        return revision == null ? 0 : revision;
    }
}

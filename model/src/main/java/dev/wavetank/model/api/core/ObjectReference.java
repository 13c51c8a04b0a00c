package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ResourceVersion;
import java.util.Map;

/**
 * Names an object from within another.
 *
 * @param kind its kind
 * @param namespace its namespace
 * @param name its name
 * @param uid its identity
 * @param resourceVersion the state that was seen; null since v1.22
 * @param other fields that are not modelled
 */
public record ObjectReference(
        String kind,
        String namespace,
        String name,
        String uid,
        ResourceVersion resourceVersion,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {

    /** Turns an absent map into an empty one. */
    public ObjectReference {
        other = Defaults.emptyIfNull(other);
    }
}

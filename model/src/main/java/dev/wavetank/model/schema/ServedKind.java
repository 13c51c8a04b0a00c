package dev.wavetank.model.schema;

import dev.wavetank.model.api.ResourceType;
import java.util.List;

/**
 * A kind the API server answers for.
 *
 * @param apiVersion group and version, as in {@code apps/v1}
 * @param kind the kind's name
 * @param type the type's name in the schema
 * @param plural the resource's name in URLs; empty when the kind is only the body of a subresource
 * @param namespaced whether its objects live in a namespace
 * @param shortNames what kubectl accepts for it
 */
public record ServedKind(
        String apiVersion, String kind, String type, String plural, boolean namespaced, List<String> shortNames) {
    /** The part of {@link #apiVersion} behind the group. */
    public String version() {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }

    /** The part of {@link #apiVersion} before the version; empty for the core group. */
    public String group() {
        return ResourceType.groupOf(apiVersion);
    }
}

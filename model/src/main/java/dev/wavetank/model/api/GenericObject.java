package dev.wavetank.model.api;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * An object of a kind that no modelled component reads: stored and given back as it came.
 *
 * @param apiVersion group and version
 * @param kind kind
 * @param metadata metadata
 * @param other all other top-level fields, as JSON trees
 */
@RecordBuilder
public record GenericObject(String apiVersion, String kind, ObjectMeta metadata, Map<String, Object> other)
        implements KubernetesObject, GenericObjectBuilder.With {

    /** Turns absent fields into none. */
    public GenericObject {
        other = Defaults.emptyIfNull(other);
    }

    @Override
    public Object spec() {
        return other.get("spec");
    }

    @Override
    public GenericObject withMetadata(ObjectMeta changed) {
        return GenericObjectBuilder.With.super.withMetadata(changed);
    }
}

package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * Binds a pod to a node.
 *
 * @param metadata name, namespace and uid of the pod
 * @param target the node
 */
@RecordBuilder
public record Binding(ObjectMeta metadata, Target target) implements KubernetesObject, BindingBuilder.With {

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "Binding";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Binding withMetadata(ObjectMeta changed) {
        return BindingBuilder.With.super.withMetadata(changed);
    }

    /**
     * Where the pod is to run.
     *
     * @param kind {@code Node}
     * @param name of the node
     * @param other the rest of the reference, which says nothing
     */
    public record Target(
            String kind,
            String name,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {

        /** Turns an absent map into an empty one. */
        public Target {
            other = Defaults.emptyIfNull(other);
        }

        /** The node of that name. */
        public Target(String kind, String name) {
            this(kind, name, null);
        }
    }
}

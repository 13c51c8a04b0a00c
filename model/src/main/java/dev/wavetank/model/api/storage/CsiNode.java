package dev.wavetank.model.api.storage;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * The drivers of volumes on a node; named as the node.
 *
 * @param metadata metadata
 * @param spec the drivers
 * @param other fields that are not modelled
 */
@RecordBuilder
public record CsiNode(
        ObjectMeta metadata,
        Spec spec,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, CsiNodeBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public CsiNode {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "storage.k8s.io/v1";

    /** Name of this kind. */
    public static final String KIND = "CSINode";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public CsiNode withMetadata(ObjectMeta changed) {
        return CsiNodeBuilder.With.super.withMetadata(changed);
    }

    /**
     * What is on the node.
     *
     * @param drivers one for each
     * @param other fields that are not modelled
     */
    public record Spec(
            List<Driver> drivers,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            drivers = Defaults.emptyIfNull(drivers);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * A driver on the node.
     *
     * @param name of the driver, as storage classes and volumes name it
     * @param nodeID how the driver calls the node
     * @param topologyKeys labels of the node that the driver knows
     * @param allocatable how many volumes it can have there; null when that is not limited
     * @param other fields that are not modelled
     */
    public record Driver(
            String name,
            String nodeID,
            List<String> topologyKeys,
            Allocatable allocatable,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns an absent map into an empty one. */
        public Driver {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * Limits of a driver on a node.
     *
     * @param count how many different volumes; null when that is not limited
     * @param other fields that are not modelled
     */
    public record Allocatable(
            Integer count, @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** Turns an absent map into an empty one. */
        public Allocatable {
            other = Defaults.emptyIfNull(other);
        }
    }
}

package dev.wavetank.model.controller.horizontalpodautoscaler;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Absent;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import java.util.Map;
import java.util.Optional;

/**
 * A workload as its autoscaler sees it: a number and a selector. It is only read.
 *
 * @param metadata metadata
 * @param spec the number and the selector
 * @param other all else
 */
record ScaleTarget(
        ObjectMeta metadata,
        Spec spec,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject {

    ScaleTarget {
        other = Absent.toEmpty(other);
    }

    /**
     * What is known of the wanted state.
     *
     * @param replicas how many pods
     * @param selector which pods
     * @param other all else
     */
    record Spec(
            Integer replicas,
            LabelSelector selector,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        Spec {
            other = Absent.toEmpty(other);
        }
    }

    @Override
    public String apiVersion() {
        return "autoscaling/v1";
    }

    @Override
    public String kind() {
        return "Scale";
    }

    @Override
    public ScaleTarget withMetadata(ObjectMeta changed) {
        return new ScaleTarget(changed, spec, other);
    }

    /** The resource of a kind that can be scaled. */
    static Optional<ResourceType> resource(String kind) {
        return switch (kind) {
            case "Deployment" -> Optional.of(Resources.DEPLOYMENTS);
            case "ReplicaSet" -> Optional.of(Resources.REPLICA_SETS);
            case "StatefulSet" -> Optional.of(new ResourceType("apps", "v1", "StatefulSet", "statefulsets", true));
            default -> Optional.empty();
        };
    }
}

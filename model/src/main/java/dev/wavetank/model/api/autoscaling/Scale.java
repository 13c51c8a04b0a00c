package dev.wavetank.model.api.autoscaling;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import java.util.Map;

/**
 * How many replicas something has and is to have: what the subresource {@code scale} shows of a workload.
 *
 * @param metadata of the workload
 * @param spec what is wanted
 * @param status what there is
 * @param other fields that are not modelled
 */
public record Scale(
        ObjectMeta metadata,
        Spec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject {

    /** Turns absent fields into none. */
    public Scale {
        spec = spec == null ? new Spec(null) : spec;
        status = status == null ? new Status(0, "") : status;
        other = Defaults.emptyIfNull(other);
    }

    /**
     * What is wanted.
     *
     * @param replicas how many; null stands for none
     */
    public record Spec(Integer replicas) {}

    /**
     * What there is.
     *
     * @param replicas how many
     * @param selector which pods, as it is written in queries; null or empty when the workload does not report it
     */
    public record Status(Integer replicas, String selector) {}

    /** How many replicas are wanted. */
    public int wanted() {
        return spec.replicas() == null ? 0 : spec.replicas();
    }

    /** The same with another number of wanted replicas. */
    public Scale withWanted(int replicas) {
        return new Scale(metadata, new Spec(replicas), status, other);
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
    public Scale withMetadata(ObjectMeta changed) {
        return new Scale(changed, spec, status, other);
    }
}

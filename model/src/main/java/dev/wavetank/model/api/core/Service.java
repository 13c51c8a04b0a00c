package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * A stable address for a changing set of pods.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Service(
        ObjectMeta metadata,
        Spec spec,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, ServiceBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Service {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "Service";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Service withMetadata(ObjectMeta changed) {
        return ServiceBuilder.With.super.withMetadata(changed);
    }

    /** Whether it has no address of its own, so that its name stands for the pods themselves. */
    public boolean isHeadless() {
        return "None".equals(spec.clusterIP());
    }

    /**
     * The desired state.
     *
     * @param selector labels of the pods; none: another program writes the endpoints
     * @param ports what it listens on
     * @param clusterIP its address; {@code None} for a headless one
     * @param publishNotReadyAddresses whether pods count that are not ready; absent: no
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Spec(
            Map<String, String> selector,
            List<Port> ports,
            String clusterIP,
            Boolean publishNotReadyAddresses,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ServiceSpecBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Spec {
            selector = Defaults.emptyIfNull(selector);
            ports = Defaults.emptyIfNull(ports);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One port of a service.
     *
     * @param name unique in the service; absent when there is only one
     * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
     * @param appProtocol what is spoken there, or null
     * @param port the number
     * @param targetPort number or name of the pods' port; absent: the same number
     * @param nodePort the port of every node, or null
     */
    public record Port(
            String name, String protocol, String appProtocol, Integer port, Object targetPort, Integer nodePort) {}
}

package dev.wavetank.model.api.discovery;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.ObjectReference;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * Some of the endpoints of a service.
 *
 * @param metadata metadata
 * @param addressType {@code IPv4} or {@code IPv6}
 * @param endpoints where pods are reached
 * @param ports what each of them listens on
 * @param other fields that are not modelled
 */
@RecordBuilder
public record EndpointSlice(
        ObjectMeta metadata,
        String addressType,
        List<Endpoint> endpoints,
        List<Endpoints.Port> ports,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements KubernetesObject, EndpointSliceBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public EndpointSlice {
        endpoints = Defaults.emptyIfNull(endpoints);
        ports = Defaults.emptyIfNull(ports);
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "discovery.k8s.io/v1";

    /** The label with the name of the Service. */
    public static final String SERVICE_NAME = "kubernetes.io/service-name";

    /** Name of this kind. */
    public static final String KIND = "EndpointSlice";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public EndpointSlice withMetadata(ObjectMeta changed) {
        return EndpointSliceBuilder.With.super.withMetadata(changed);
    }

    /**
     * One endpoint.
     *
     * @param addresses of the pod
     * @param conditions whether it takes requests
     * @param hostname name of the pod in the domain of the service, or null
     * @param targetRef the pod
     * @param nodeName where the pod runs
     * @param zone of the node (v1.21)
     * @param hints which consumers should use the endpoint, or null
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Endpoint(
            List<String> addresses,
            Conditions conditions,
            String hostname,
            ObjectReference targetRef,
            String nodeName,
            String zone,
            Hints hints,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements EndpointSliceEndpointBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Endpoint {
            addresses = Defaults.emptyIfNull(addresses);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * Whether an endpoint takes requests.
     *
     * @param ready whether it should get new ones
     * @param serving whether the pod is ready, even while it ends (v1.20)
     * @param terminating whether the pod is being deleted (v1.20)
     */
    public record Conditions(Boolean ready, Boolean serving, Boolean terminating) {}

    /**
     * Which consumers should use an endpoint.
     *
     * @param forZones the zones whose clients should use it
     */
    public record Hints(List<ForZone> forZones) {
        /** Turns an absent list into an empty one. */
        public Hints {
            forZones = Defaults.emptyIfNull(forZones);
        }

        /** Hints for clients of one zone. */
        public static Hints of(String zone) {
            return new Hints(List.of(new ForZone(zone)));
        }
    }

    /**
     * A zone.
     *
     * @param name its name
     */
    public record ForZone(String name) {}
}

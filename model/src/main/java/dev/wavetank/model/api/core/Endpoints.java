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
 * The addresses behind a service.
 *
 * @param metadata metadata
 * @param subsets addresses that have their ports in common
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Endpoints(
        ObjectMeta metadata,
        List<Subset> subsets,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, EndpointsBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Endpoints {
        subsets = Defaults.emptyIfNull(subsets);
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "Endpoints";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Endpoints withMetadata(ObjectMeta changed) {
        return EndpointsBuilder.With.super.withMetadata(changed);
    }

    /**
     * Addresses with the same ports.
     *
     * @param addresses of pods that are ready
     * @param notReadyAddresses of pods that are not
     * @param ports what each of them listens on
     */
    public record Subset(List<Address> addresses, List<Address> notReadyAddresses, List<Port> ports) {
        /** Turns absent lists and maps into empty ones. */
        public Subset {
            addresses = Defaults.emptyIfNull(addresses);
            notReadyAddresses = Defaults.emptyIfNull(notReadyAddresses);
            ports = Defaults.emptyIfNull(ports);
        }
    }

    /**
     * One address.
     *
     * @param ip the address
     * @param hostname name of the pod in the domain of the service, or null
     * @param nodeName where the pod runs
     * @param targetRef the pod
     */
    public record Address(String ip, String hostname, String nodeName, ObjectReference targetRef) {}

    /**
     * One port.
     *
     * @param name of the service's port
     * @param port number at the pods
     * @param protocol {@code TCP}, {@code UDP} or {@code SCTP}
     * @param appProtocol what is spoken there, or null
     */
    public record Port(String name, Integer port, String protocol, String appProtocol) {}
}

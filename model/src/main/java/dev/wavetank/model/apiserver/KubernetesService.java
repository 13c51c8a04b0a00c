package dev.wavetank.model.apiserver;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.EndpointsBuilder;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.core.ServiceBuilder;
import dev.wavetank.model.api.core.ServiceSpecBuilder;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.discovery.EndpointSliceBuilder;
import dev.wavetank.model.api.discovery.EndpointSliceEndpointBuilder;
import dev.wavetank.model.apiserver.allocation.ServiceRanges;
import dev.wavetank.model.apiserver.discovery.Discovery;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Service {@code kubernetes} of the namespace {@code default}, under which pods reach the API servers. Real servers
 * write it when they start ({@code pkg/controlplane/controller/kubernetesservice} of Kubernetes, before v1.28 {@code
 * pkg/master/controller.go}), and keep the addresses of those alive in its Endpoints. Here it is there from the
 * beginning, and a server that is down keeps its address.
 */
final class KubernetesService {

    /** The name of the Service, of its Endpoints and of its EndpointSlice. */
    static final String NAME = "kubernetes";

    private static final String PORT_NAME = "https";
    private static final String PROTOCOL = "TCP";
    private static final int PORT = 443;
    private static final int AFFINITY_SECONDS = 10_800;

    private KubernetesService() {}

    /** The Service, with the first address of the range. */
    static Service service(ObjectMeta metadata, KubernetesVersion version, ServiceRanges ranges) {
        String address = ranges.firstAddress();
        Map<String, Object> other = new LinkedHashMap<>();
        if (version.has(Feature.CLUSTER_IPS)) {
            other.put("clusterIPs", new ArrayList<>(List.of(address)));
        }
        if (version.has(Feature.DUAL_STACK_SERVICES)) {
            other.put("internalTrafficPolicy", "Cluster");
            other.put("ipFamilies", new ArrayList<>(List.of("IPv4")));
            other.put("ipFamilyPolicy", "SingleStack");
        }
        if (version.has(Feature.KUBERNETES_SERVICE_WITHOUT_AFFINITY)) {
            other.put("sessionAffinity", "None");
        } else {
            other.put("sessionAffinity", "ClientIP");
            other.put(
                    "sessionAffinityConfig",
                    Collections.singletonMap("clientIP", Collections.singletonMap("timeoutSeconds", AFFINITY_SECONDS)));
        }
        other.put("type", "ClusterIP");
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("component", "apiserver");
        labels.put("provider", "kubernetes");
        return ServiceBuilder.builder()
                .metadata(labelled(metadata, labels))
                .spec(ServiceSpecBuilder.builder()
                        .clusterIP(address)
                        .ports(List.of(new Service.Port(PORT_NAME, PROTOCOL, null, PORT, Discovery.SECURE_PORT, null)))
                        .other(other)
                        .build())
                .other(Collections.singletonMap(
                        "status", Collections.singletonMap("loadBalancer", Collections.emptyMap())))
                .build();
    }

    /** The Endpoints with the addresses of the servers. */
    static Endpoints endpoints(ObjectMeta metadata, KubernetesVersion version, int servers) {
        List<Endpoints.Address> addresses = new ArrayList<>();
        addresses(servers).forEach(ip -> addresses.add(new Endpoints.Address(ip, null, null, null)));
        Map<String, String> labels = new LinkedHashMap<>();
        if (version.has(Feature.MIRRORED_SLICES)) {
            labels.put("endpointslice.kubernetes.io/skip-mirror", "true");
        }
        return EndpointsBuilder.builder()
                .metadata(labelled(metadata, labels))
                .subsets(List.of(new Endpoints.Subset(addresses, List.of(), List.of(port()))))
                .build();
    }

    /** The EndpointSlice with the addresses of the servers. */
    static EndpointSlice slice(ObjectMeta metadata, int servers) {
        List<EndpointSlice.Endpoint> endpoints = new ArrayList<>();
        addresses(servers)
                .forEach(ip -> endpoints.add(EndpointSliceEndpointBuilder.builder()
                        .addresses(List.of(ip))
                        .conditions(new EndpointSlice.Conditions(true, null, null))
                        .build()));
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("kubernetes.io/service-name", NAME);
        return EndpointSliceBuilder.builder()
                .metadata(labelled(metadata, labels))
                .addressType("IPv4")
                .endpoints(endpoints)
                .ports(List.of(port()))
                .build();
    }

    private static Endpoints.Port port() {
        return new Endpoints.Port(PORT_NAME, Discovery.SECURE_PORT, PROTOCOL, null);
    }

    private static List<String> addresses(int servers) {
        long first = Ipv4.parse(Discovery.FIRST_SERVER).orElseThrow();
        List<String> addresses = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            addresses.add(Ipv4.text(first + server));
        }
        return addresses;
    }

    private static ObjectMeta labelled(ObjectMeta metadata, Map<String, String> labels) {
        return ObjectMetaBuilder.builder(metadata).labels(labels).build();
    }
}

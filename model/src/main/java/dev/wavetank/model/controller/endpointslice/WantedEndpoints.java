package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.discovery.EndpointSliceEndpointBuilder;
import dev.wavetank.model.controller.endpoint.ServicePods;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The endpoints of the pods of a service, by their ports and then by the uid of the pod. */
final class WantedEndpoints {

    private final Service service;
    private final Function<String, Node> nodes;
    private final KubernetesVersion version;
    private final boolean unready;
    private final Map<List<Endpoints.Port>, Map<String, EndpointSlice.Endpoint>> byPorts = new LinkedHashMap<>();
    /** Why a pod is missing that should be included; null when there is none. */
    private String problem;

    private WantedEndpoints(Service service, Function<String, Node> nodes, KubernetesVersion version) {
        this.service = service;
        this.nodes = nodes;
        this.version = version;
        this.unready = Boolean.TRUE.equals(service.spec().publishNotReadyAddresses());
    }

    /**
     * The endpoints of a service.
     *
     * @param pods that it selects
     * @param nodes finds a node by name; null for a missing node
     */
    static WantedEndpoints of(
            Service service, List<Pod> pods, Function<String, Node> nodes, KubernetesVersion version) {
        WantedEndpoints wanted = new WantedEndpoints(service, nodes, version);
        pods.forEach(wanted::add);
        return wanted;
    }

    Map<List<Endpoints.Port>, Map<String, EndpointSlice.Endpoint>> byPorts() {
        return byPorts;
    }

    String problem() {
        return problem;
    }

    /** Whether the problem prevents every write. */
    boolean isHopeless() {
        return problem != null && !version.has(Feature.SLICE_ZONES);
    }

    private void add(Pod pod) {
        boolean ends = pod.metadata().isDeleting() && !unready;
        boolean isListed = (!ends || version.has(Feature.SLICE_TERMINATING_CONDITION))
                && (version.has(Feature.ENDPOINTS_WITHOUT_ENDED_PODS) ? !pod.isFinished() : ServicePods.mayServe(pod));
        if (ServicePods.address(pod) == null || !isListed) {
            return;
        }
        Node node = pod.nodeName() == null || pod.nodeName().isEmpty() ? null : nodes.apply(pod.nodeName());
        boolean lost = node == null && pod.nodeName() != null && !pod.nodeName().isEmpty();
        if (lost && (!version.has(Feature.SLICE_ZONES) || !unready)) {
            problem = !version.has(Feature.SLICE_ZONES)
                    ? "node \"" + pod.nodeName() + "\" not found"
                    : "skipping Pod " + pod.key().name() + " for Service " + service.key() + ": Node " + pod.nodeName()
                            + " Not Found";
            return;
        }
        byPorts.computeIfAbsent(ports(pod), missing -> new LinkedHashMap<>()).put(pod.uid(), endpoint(pod, node));
    }

    private List<Endpoints.Port> ports(Pod pod) {
        List<Endpoints.Port> ports = new ArrayList<>();
        for (Service.Port port : service.spec().ports()) {
            Integer number = ServicePods.number(pod, port, version.has(Feature.SIDECAR_PORTS_IN_SLICES));
            if (number != null) {
                String name = port.name() == null ? "" : port.name();
                ports.add(new Endpoints.Port(name, number, port.protocol(), port.appProtocol()));
            }
        }
        return ports;
    }

    private EndpointSlice.Endpoint endpoint(Pod pod, Node node) {
        boolean terminating = pod.metadata().isDeleting();
        boolean ready = unready || pod.isReady() && !terminating;
        EndpointSlice.Conditions conditions = version.has(Feature.SLICE_TERMINATING_CONDITION)
                ? new EndpointSlice.Conditions(ready, pod.isReady(), terminating)
                : new EndpointSlice.Conditions(ready, null, null);
        return EndpointSliceEndpointBuilder.builder()
                .addresses(List.of(ServicePods.address(pod)))
                .conditions(conditions)
                .hostname(ServicePods.hostname(pod, service))
                .targetRef(ServicePods.reference(pod, version))
                .nodeName(pod.nodeName())
                .zone(
                        node == null || !version.has(Feature.SLICE_ZONES)
                                ? null
                                : node.metadata().labels().get(ZoneShares.ZONE))
                .build();
    }
}

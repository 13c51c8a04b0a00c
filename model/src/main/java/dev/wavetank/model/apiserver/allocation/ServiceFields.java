package dev.wavetank.model.apiserver.allocation;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.core.ServiceSpecBuilder;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The spec of a service, which is being completed. No other object refers to it. */
final class ServiceFields {

    private static final String CLUSTER_IPS = "clusterIPs";
    private static final Service.Spec NONE = ServiceSpecBuilder.builder().build();

    private final Service service;
    private final Map<String, Object> other;
    private final List<Service.Port> ports;
    private String clusterIp;

    ServiceFields(Service service) {
        this.service = service;
        this.other = new LinkedHashMap<>(given().other());
        this.ports = new ArrayList<>(given().ports());
        this.clusterIp = given().clusterIP();
    }

    private Service.Spec given() {
        return service.spec() == null ? NONE : service.spec();
    }

    /** The service with the spec as it is now. */
    Service service() {
        return service.withSpec(given().with(builder ->
                builder.ports(List.copyOf(ports)).clusterIP(clusterIp).other(new LinkedHashMap<>(other))));
    }

    String name() {
        return service.metadata().name();
    }

    /** Whether the service itself selects the pods that it stands for. */
    boolean hasSelector() {
        return !given().selector().isEmpty();
    }

    /** The fields of the spec that are not modelled. */
    Map<String, Object> other() {
        return other;
    }

    List<Service.Port> ports() {
        return Collections.unmodifiableList(ports);
    }

    void setNodePort(int index, long number) {
        Service.Port port = ports.get(index);
        ports.set(
                index,
                new Service.Port(port.name(), port.protocol(), port.appProtocol(), port.port(), port.targetPort(), (int)
                        number));
    }

    String type() {
        return JsonFields.text(other, "type");
    }

    boolean isExternalName() {
        return type().equals("ExternalName");
    }

    boolean isHeadless() {
        return clusterIp().equals("None");
    }

    /** Whether nodes open ports for it. */
    boolean hasNodePorts() {
        return type().equals("NodePort") || type().equals("LoadBalancer");
    }

    /** Whether a port that has no number gets one. */
    boolean takesNodePorts() {
        return hasNodePorts()
                && !(type().equals("LoadBalancer") && Boolean.FALSE.equals(other.get("allocateLoadBalancerNodePorts")));
    }

    /** Whether a load balancer has to ask nodes which of them have pods of it. */
    boolean needsHealthCheck() {
        return type().equals("LoadBalancer")
                && JsonFields.text(other, "externalTrafficPolicy").equals("Local");
    }

    String clusterIp() {
        List<String> all = JsonFields.texts(other, CLUSTER_IPS);
        if (clusterIp != null && !clusterIp.isEmpty()) {
            return clusterIp;
        }
        return all.isEmpty() ? "" : all.get(0);
    }

    /** Sets the address, and the list of addresses where services have one. */
    void setClusterIp(String ip, boolean hasList) {
        clusterIp = ip;
        if (hasList) {
            other.put(CLUSTER_IPS, list(ip));
        }
    }

    static long nodePort(Service.Port port) {
        return port.nodePort() == null ? 0 : port.nodePort();
    }

    /** The ports on nodes that the service has, but for the one that is asked for its health. */
    List<Long> nodePorts() {
        List<Long> numbers = new ArrayList<>();
        for (Service.Port port : ports) {
            if (nodePort(port) != 0) {
                numbers.add(nodePort(port));
            }
        }
        return numbers;
    }

    long healthCheckPort() {
        Long number = JsonFields.number(other, "healthCheckNodePort");
        return number == null ? 0 : number;
    }

    /** The answer when a range has nothing more to give. */
    static Status internalError(String why) {
        return Status.failure(
                StatusReason.INTERNAL_ERROR,
                "Internal error occurred: " + why,
                new Status.Details(null, null, null, null, List.of(new Status.Cause(null, why, null)), null));
    }

    static List<Object> list(Object... values) {
        return new ArrayList<>(List.of(values));
    }
}

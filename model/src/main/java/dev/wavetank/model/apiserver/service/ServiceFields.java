package dev.wavetank.model.apiserver.service;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The spec of a service, which is being completed. Nobody else holds it. */
final class ServiceFields {

    private static final String CLUSTER_IP = "clusterIP";
    private static final String CLUSTER_IPS = "clusterIPs";
    private static final String PORTS = "ports";

    private final GenericObject service;
    private final Map<String, Object> spec;
    private final List<Map<String, Object>> ports = new ArrayList<>();

    ServiceFields(GenericObject service) {
        this.service = service;
        this.spec = new LinkedHashMap<>(JsonFields.map(service.other(), "spec"));
        JsonFields.list(spec, PORTS).forEach(port -> ports.add(new LinkedHashMap<>(port)));
    }

    /** The service with the spec as it is now. */
    GenericObject service() {
        if (!ports.isEmpty()) {
            spec.put(PORTS, ports);
        }
        Map<String, Object> fields = new LinkedHashMap<>(service.other());
        fields.put("spec", spec);
        return service.withOther(fields);
    }

    String name() {
        return service.metadata().name();
    }

    Map<String, Object> spec() {
        return spec;
    }

    List<Map<String, Object>> ports() {
        return ports;
    }

    String type() {
        return JsonFields.text(spec, "type");
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
                && !(type().equals("LoadBalancer") && Boolean.FALSE.equals(spec.get("allocateLoadBalancerNodePorts")));
    }

    /** Whether a load balancer has to ask nodes which of them have pods of it. */
    boolean needsHealthCheck() {
        return type().equals("LoadBalancer")
                && JsonFields.text(spec, "externalTrafficPolicy").equals("Local");
    }

    String clusterIp() {
        String ip = JsonFields.text(spec, CLUSTER_IP);
        List<String> all = JsonFields.texts(spec, CLUSTER_IPS);
        return ip.isEmpty() && !all.isEmpty() ? all.get(0) : ip;
    }

    void setClusterIp(String ip) {
        spec.put(CLUSTER_IP, ip);
        spec.put(CLUSTER_IPS, list(ip));
    }

    static long nodePort(Map<String, Object> port) {
        Long number = JsonFields.number(port, "nodePort");
        return number == null ? 0 : number;
    }

    /** The ports on nodes that the service has, but for the one that is asked for its health. */
    List<Long> nodePorts() {
        List<Long> numbers = new ArrayList<>();
        for (Map<String, Object> port : ports) {
            if (nodePort(port) != 0) {
                numbers.add(nodePort(port));
            }
        }
        return numbers;
    }

    long healthCheckPort() {
        Long number = JsonFields.number(spec, "healthCheckNodePort");
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

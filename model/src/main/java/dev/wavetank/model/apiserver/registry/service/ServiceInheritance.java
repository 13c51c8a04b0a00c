package dev.wavetank.model.apiserver.registry.service;

import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a changed service keeps of the old one. Clients that replace a service need not repeat what the server has
 * chosen, and what a new type has no use for goes, unless it was changed (v1.20).
 */
final class ServiceInheritance {

    private static final String IPS = "clusterIPs";
    private static final String HEALTH_PORT = "healthCheckNodePort";
    private static final String TRAFFIC = "externalTrafficPolicy";
    private static final List<String> OF_ADDRESSES = List.of("ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy");
    private static final List<String> OF_BALANCERS = List.of("allocateLoadBalancerNodePorts");

    private final Service.Spec changed;
    private final Service.Spec before;
    private final Map<String, Object> spec;
    private final Map<String, Object> old;
    private @Nullable String ip;

    private ServiceInheritance(Service.Spec changed, Service.Spec before) {
        this.changed = changed;
        this.before = before;
        this.spec = new LinkedHashMap<>(changed.other());
        this.old = before.other();
        this.ip = changed.clusterIP();
    }

    /** The changed spec with what it inherits. */
    static Service.Spec of(Service.Spec changed, Service.Spec before) {
        return new ServiceInheritance(changed, before).spec();
    }

    private Service.Spec spec() {
        addresses();
        together();
        List<Service.Port> ports = nodePorts();
        if (isBalancer(old)) {
            keepOrDrop(isBalancer(spec), OF_BALANCERS);
        }
        if (isChecked(old)) {
            keepOrDrop(isChecked(spec), List.of(HEALTH_PORT));
        }
        return changed.with(builder -> builder.clusterIP(ip).ports(ports).other(spec));
    }

    private void addresses() {
        if (isName(old)) {
            return;
        }
        if (!isName(spec)) {
            if ((ip == null || ip.isEmpty()) && before.clusterIP() != null) {
                ip = before.clusterIP();
            }
            if (JsonFields.texts(spec, IPS).isEmpty()
                    && old.containsKey(IPS)
                    && Objects.equals(ip, before.clusterIP())) {
                spec.put(IPS, old.get(IPS));
            }
        } else if (Objects.equals(ip, before.clusterIP()) && Objects.equals(spec.get(IPS), old.get(IPS))) {
            ip = null;
            spec.remove(IPS);
        }
        keepOrDrop(!isName(spec), OF_ADDRESSES);
    }

    /** The two fields for addresses are one: who changes the first only means both. */
    private void together() {
        String given = Objects.requireNonNullElse(ip, "");
        if (ServiceStrategy.clusterIp(before).equals(given) || !Objects.equals(spec.get(IPS), old.get(IPS))) {
            return;
        }
        if (given.isEmpty()) {
            spec.remove(IPS);
        } else {
            spec.put(IPS, List.of(given));
        }
    }

    private List<Service.Port> nodePorts() {
        if (!isOpen(old)) {
            return changed.ports();
        }
        Set<Integer> numbers = numbers(changed.ports());
        boolean isSame = numbers.equals(numbers(before.ports()));
        List<Service.Port> ports = new ArrayList<>(changed.ports().size());
        for (Service.Port port : changed.ports()) {
            if (isOpen(spec)) {
                ports.add(inherited(port, numbers));
            } else {
                ports.add(isSame ? withNodePort(port, null) : port);
            }
        }
        if (!isOpen(spec) && Objects.equals(spec.get(TRAFFIC), old.get(TRAFFIC))) {
            spec.remove(TRAFFIC);
        }
        return ports;
    }

    /** A port without a number on nodes gets that of the same port, if no other has asked for it. */
    private Service.Port inherited(Service.Port port, Set<Integer> asked) {
        if (port.nodePort() != null && port.nodePort() != 0) {
            return port;
        }
        Service.Port result = port;
        for (Service.Port candidate : before.ports()) {
            if (Objects.equals(candidate.port(), port.port())
                    && Objects.equals(candidate.protocol(), port.protocol())
                    && candidate.nodePort() != null
                    && !asked.contains(candidate.nodePort())) {
                result = withNodePort(port, candidate.nodePort());
            }
        }
        return result;
    }

    private static Service.Port withNodePort(Service.Port port, @Nullable Integer number) {
        return new Service.Port(
                port.name(), port.protocol(), port.appProtocol(), port.port(), port.targetPort(), number);
    }

    private static Set<Integer> numbers(List<Service.Port> ports) {
        Set<Integer> numbers = new LinkedHashSet<>();
        ports.forEach(port -> {
            if (port.nodePort() != null) {
                numbers.add(port.nodePort());
            }
        });
        return numbers;
    }

    /** Fields that are still of use stay when they are not given; others go when they were not changed. */
    private void keepOrDrop(boolean isOfUse, List<String> fields) {
        for (String field : fields) {
            if (!old.containsKey(field)) {
                continue;
            }
            if (isOfUse) {
                spec.putIfAbsent(field, old.get(field));
            } else if (Objects.equals(spec.get(field), old.get(field))) {
                spec.remove(field);
            }
        }
    }

    private static boolean isName(Map<String, Object> spec) {
        return JsonFields.text(spec, "type").equals("ExternalName");
    }

    private static boolean isBalancer(Map<String, Object> spec) {
        return JsonFields.text(spec, "type").equals("LoadBalancer");
    }

    private static boolean isOpen(Map<String, Object> spec) {
        return isBalancer(spec) || JsonFields.text(spec, "type").equals("NodePort");
    }

    private static boolean isChecked(Map<String, Object> spec) {
        return isBalancer(spec) && JsonFields.text(spec, TRAFFIC).equals("Local");
    }
}

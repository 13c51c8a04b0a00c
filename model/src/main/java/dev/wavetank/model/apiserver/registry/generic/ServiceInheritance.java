package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What a changed service keeps of the old one. Clients that replace a service need not repeat what the server has
 * chosen, and what a new type has no use for goes, unless it was changed (v1.20).
 */
final class ServiceInheritance {

    private static final String IP = "clusterIP";
    private static final String IPS = "clusterIPs";
    private static final String NODE_PORT = "nodePort";
    private static final String HEALTH_PORT = "healthCheckNodePort";
    private static final String TRAFFIC = "externalTrafficPolicy";
    private static final List<String> OF_ADDRESSES = List.of("ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy");
    private static final List<String> OF_BALANCERS = List.of("allocateLoadBalancerNodePorts");

    private ServiceInheritance() {}

    static GenericObject of(GenericObject changed, GenericObject before) {
        Map<String, Object> spec = new LinkedHashMap<>(JsonFields.map(changed.other(), "spec"));
        Map<String, Object> old = JsonFields.map(before.other(), "spec");
        addresses(spec, old);
        together(spec, old);
        nodePorts(spec, old);
        if (isBalancer(old)) {
            keepOrDrop(spec, old, isBalancer(spec), OF_BALANCERS);
        }
        if (isChecked(old)) {
            keepOrDrop(spec, old, isChecked(spec), List.of(HEALTH_PORT));
        }
        Map<String, Object> fields = new LinkedHashMap<>(changed.other());
        fields.put("spec", spec);
        return changed.withOther(fields);
    }

    private static void addresses(Map<String, Object> spec, Map<String, Object> old) {
        if (isName(old)) {
            return;
        }
        if (!isName(spec)) {
            if (JsonFields.text(spec, IP).isEmpty() && old.containsKey(IP)) {
                spec.put(IP, old.get(IP));
            }
            if (JsonFields.texts(spec, IPS).isEmpty()
                    && old.containsKey(IPS)
                    && Objects.equals(spec.get(IP), old.get(IP))) {
                spec.put(IPS, old.get(IPS));
            }
        } else if (Objects.equals(spec.get(IP), old.get(IP)) && Objects.equals(spec.get(IPS), old.get(IPS))) {
            spec.remove(IP);
            spec.remove(IPS);
        }
        keepOrDrop(spec, old, !isName(spec), OF_ADDRESSES);
    }

    /** The two fields for addresses are one: who changes the first only means both. */
    private static void together(Map<String, Object> spec, Map<String, Object> old) {
        String ip = JsonFields.text(spec, IP);
        if (JsonFields.text(old, IP).equals(ip) || !Objects.equals(spec.get(IPS), old.get(IPS))) {
            return;
        }
        if (ip.isEmpty()) {
            spec.remove(IPS);
        } else {
            spec.put(IPS, new ArrayList<Object>(List.of(ip)));
        }
    }

    private static void nodePorts(Map<String, Object> spec, Map<String, Object> old) {
        if (!isOpen(old)) {
            return;
        }
        List<Object> ports = new ArrayList<>();
        List<Map<String, Object>> given = JsonFields.list(spec, "ports");
        boolean isSame = numbers(given).equals(numbers(JsonFields.list(old, "ports")));
        for (Map<String, Object> port : given) {
            Map<String, Object> copy = new LinkedHashMap<>(port);
            if (isOpen(spec)) {
                inherit(copy, JsonFields.list(old, "ports"), numbers(given));
            } else if (isSame) {
                copy.remove(NODE_PORT);
            }
            ports.add(copy);
        }
        if (spec.containsKey("ports")) {
            spec.put("ports", ports);
        }
        if (!isOpen(spec) && Objects.equals(spec.get(TRAFFIC), old.get(TRAFFIC))) {
            spec.remove(TRAFFIC);
        }
    }

    /** A port without a number on nodes gets that of the same port, if no other has asked for it. */
    private static void inherit(Map<String, Object> port, List<Map<String, Object>> old, Set<Object> asked) {
        if (JsonFields.number(port, NODE_PORT) != null && JsonFields.number(port, NODE_PORT) != 0) {
            return;
        }
        for (Map<String, Object> candidate : old) {
            if (Objects.equals(candidate.get("port"), port.get("port"))
                    && Objects.equals(candidate.get("protocol"), port.get("protocol"))
                    && candidate.get(NODE_PORT) != null
                    && !asked.contains(candidate.get(NODE_PORT))) {
                port.put(NODE_PORT, candidate.get(NODE_PORT));
            }
        }
    }

    private static Set<Object> numbers(List<Map<String, Object>> ports) {
        Set<Object> numbers = new LinkedHashSet<>();
        ports.forEach(port -> {
            if (port.get(NODE_PORT) != null) {
                numbers.add(port.get(NODE_PORT));
            }
        });
        return numbers;
    }

    /** Fields that are still of use stay when they are not told; others go when they were not changed. */
    private static void keepOrDrop(
            Map<String, Object> spec, Map<String, Object> old, boolean isOfUse, List<String> fields) {
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

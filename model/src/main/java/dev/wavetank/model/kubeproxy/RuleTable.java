package dev.wavetank.model.kubeproxy;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Kind;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rules that Services and their endpoints ask for (kubernetes/kubernetes, pkg/proxy/iptables/proxier.go and
 * pkg/proxy/topology.go, v1.26).
 */
public final class RuleTable {

    private static final String LOCAL = "Local";
    private static final String SERVICE_NAME = "kubernetes.io/service-name";
    private static final String OTHER_PROXY = "service.kubernetes.io/service-proxy-name";
    private static final long DEFAULT_AFFINITY = 10_800;

    private final KubernetesVersion version;
    private final ProxyNode node;
    private final Map<ObjectKey, List<Backend>> backends = new TreeMap<>();

    /** An endpoint for one named port. */
    private record Backend(String portName, Destination destination, State state, String node) {}

    private enum State {
        READY,
        /** It ends, and serves until then. */
        TERMINATING,
        UNREADY
    }

    private RuleTable(KubernetesVersion version, ProxyNode node) {
        this.version = version;
        this.node = node;
    }

    /** The rules on a node, by slices of endpoints. */
    public static Map<Destination, Rule> ofSlices(
            Collection<Service> services, Collection<EndpointSlice> slices, KubernetesVersion version, ProxyNode node) {
        RuleTable table = new RuleTable(version, node);
        slices.forEach(table::add);
        return table.rules(services);
    }

    /** The rules on a node, by endpoints, in versions whose kube-proxy reads no slices. */
    public static Map<Destination, Rule> ofEndpoints(
            Collection<Service> services, Collection<Endpoints> endpoints, KubernetesVersion version, ProxyNode node) {
        RuleTable table = new RuleTable(version, node);
        endpoints.forEach(table::add);
        return table.rules(services);
    }

    private void add(EndpointSlice slice) {
        String service = slice.metadata().labels().get(SERVICE_NAME);
        if (service == null || !"IPv4".equals(slice.addressType())) {
            return;
        }
        List<Backend> known = of(new ObjectKey(slice.metadata().namespace(), service));
        for (Endpoints.Port port : slice.ports()) {
            if (port.port() == null) {
                continue;
            }
            for (EndpointSlice.Endpoint endpoint : slice.endpoints()) {
                known.add(new Backend(
                        name(port.name()),
                        new Destination(endpoint.addresses().get(0), port.port()),
                        state(endpoint.conditions()),
                        nodeOf(endpoint)));
            }
        }
    }

    /** Before v1.20 slices name the node among other labels of the topology. */
    private static String nodeOf(EndpointSlice.Endpoint endpoint) {
        if (endpoint.nodeName() != null) {
            return endpoint.nodeName();
        }
        return endpoint.other().get("topology") instanceof Map<?, ?> topology
                ? String.valueOf(topology.get("kubernetes.io/hostname"))
                : "";
    }

    private static State state(EndpointSlice.Conditions conditions) {
        if (conditions == null || !Boolean.FALSE.equals(conditions.ready())) {
            return State.READY;
        }
        boolean serves = Boolean.TRUE.equals(conditions.serving()) && Boolean.TRUE.equals(conditions.terminating());
        return serves ? State.TERMINATING : State.UNREADY;
    }

    private void add(Endpoints endpoints) {
        List<Backend> known = of(endpoints.key());
        for (Endpoints.Subset subset : endpoints.subsets()) {
            for (Endpoints.Port port : subset.ports()) {
                for (Endpoints.Address address : subset.addresses()) {
                    known.add(new Backend(
                            name(port.name()),
                            new Destination(address.ip(), port.port()),
                            State.READY,
                            name(address.nodeName())));
                }
            }
        }
    }

    private List<Backend> of(ObjectKey service) {
        return backends.computeIfAbsent(service, any -> new ArrayList<>());
    }

    private static String name(String name) {
        return name == null ? "" : name;
    }

    private Map<Destination, Rule> rules(Collection<Service> services) {
        Map<Destination, Rule> rules = new TreeMap<>();
        for (Service service : services) {
            String address = service.spec().clusterIP();
            if (address == null
                    || address.isEmpty()
                    || service.isHeadless()
                    || service.metadata().labels().containsKey(OTHER_PROXY)) {
                continue;
            }
            for (Service.Port port : service.spec().ports()) {
                if (port.port() != null) {
                    put(rules, service, address, port);
                }
            }
        }
        return rules;
    }

    private void put(Map<Destination, Rule> rules, Service service, String address, Service.Port port) {
        Map<String, Object> spec = service.spec().other();
        boolean isInternalLocal = LOCAL.equals(spec.get("internalTrafficPolicy"));
        boolean isExternalLocal = LOCAL.equals(spec.get("externalTrafficPolicy"));
        rules.put(new Destination(address, port.port()), rule(service, port, Kind.CLUSTER_IP, isInternalLocal));
        if (port.nodePort() != null && port.nodePort() > 0) {
            rules.put(
                    new Destination(node.address(), port.nodePort()),
                    rule(service, port, Kind.NODE_PORT, isExternalLocal));
        }
        for (String balancer : balancers(service)) {
            // What comes from pods of the cluster goes to any endpoint.
            rules.put(new Destination(balancer, port.port()), rule(service, port, Kind.LOAD_BALANCER, false));
        }
    }

    private Rule rule(Service service, Service.Port port, Kind kind, boolean isLocal) {
        return new Rule(
                service.key(),
                name(port.name()),
                kind,
                chosen(service.key(), name(port.name()), isLocal),
                isLocal,
                affinity(service));
    }

    private static List<String> balancers(Service service) {
        List<String> addresses = new ArrayList<>();
        if (service.other().get("status") instanceof Map<?, ?> status
                && status.get("loadBalancer") instanceof Map<?, ?> balancer
                && balancer.get("ingress") instanceof List<?> ingress) {
            for (Object one : ingress) {
                if (one instanceof Map<?, ?> entry && entry.get("ip") != null) {
                    addresses.add(String.valueOf(entry.get("ip")));
                }
            }
        }
        return addresses;
    }

    /** The endpoints that get connections: the ready ones, and without any those that end but still serve. */
    private List<Destination> chosen(ObjectKey service, String portName, boolean isLocal) {
        List<Destination> ready = in(State.READY, service, portName, isLocal);
        return ready.isEmpty() && version.has(Feature.PROXY_TERMINATING_ENDPOINTS)
                ? in(State.TERMINATING, service, portName, isLocal)
                : ready;
    }

    private List<Destination> in(State state, ObjectKey service, String portName, boolean isLocal) {
        TreeSet<Destination> found = new TreeSet<>();
        for (Backend backend : backends.getOrDefault(service, List.of())) {
            boolean isThere = !isLocal || backend.node().equals(node.name());
            if (isThere && backend.state() == state && backend.portName().equals(portName)) {
                found.add(backend.destination());
            }
        }
        return List.copyOf(found);
    }

    private static long affinity(Service service) {
        Map<String, Object> spec = service.spec().other();
        if (!"ClientIP".equals(spec.get("sessionAffinity"))) {
            return 0;
        }
        Object seconds = spec.get("sessionAffinityConfig") instanceof Map<?, ?> config
                        && config.get("clientIP") instanceof Map<?, ?> client
                ? client.get("timeoutSeconds")
                : null;
        Number given = seconds instanceof Number number ? number : DEFAULT_AFFINITY;
        return Objects.requireNonNull(given).longValue() * VirtualTime.SECOND;
    }
}

package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Kind;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * At rest the rules of every node lead each port of a Service to exactly the ready endpoints that its EndpointSlices
 * have for the port; before v1.19 to those of its Endpoints.
 *
 * <p>With {@code internalTrafficPolicy: Local} only to those of the node itself; with {@code sessionAffinity: ClientIP}
 * for as long as the Service says, three hours by default. Rules for a Service that is gone are wrong (Virtual IPs and
 * Service Proxies, documentation v1.32). What changed in the last seconds may still be under way.
 */
public final class RulesMatchEndpoints implements Invariant {

    private static final String SERVICE_NAME = "kubernetes.io/service-name";
    private static final long DEFAULT_AFFINITY = 10_800 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final Supplier<PodNetworkView> network;
    private final long sync;
    private final boolean hasProxies;
    private final boolean readsSlices;
    private final Map<String, Service> services = new LinkedHashMap<>();
    /** By uid. */
    private final Map<String, KubernetesObject> endpoints = new LinkedHashMap<>();
    /** When a Service or its endpoints changed last, by its key; it may be gone. */
    private final Map<String, Long> changed = new LinkedHashMap<>();

    /** In this network of a cluster. */
    public RulesMatchEndpoints(ClusterSpec cluster, CacheLag lag, Supplier<PodNetworkView> network) {
        this.lag = lag;
        this.network = network;
        this.sync = Delays.ofServiceRules(cluster);
        this.hasProxies = ComponentNames.hasProxies(cluster);
        this.readsSlices = cluster.profile().has(Feature.PROXY_READS_SLICES);
    }

    @Override
    public String name() {
        return "RulesMatchEndpoints";
    }

    @Override
    public String reason() {
        return "Clients of a Service reach only the pods to which the rules of their node lead. Without them "
                + "there are refused connections although pods are ready, or requests to the wrong port. What "
                + "changed in the last seconds may still be under way.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Virtual IPs and Service Proxies",
                "pkg/proxy/iptables/proxier.go (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.NETWORK, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest the rules of every node lead each port of a Service to its ready endpoints, and nowhere else.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return hasProxies ? List.of(Service.class, readsSlices ? EndpointSlice.class : Endpoints.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean gone = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof Service service) {
            replace(services, service.key().toString(), service, gone);
            changed.put(service.key().toString(), entry.time());
        } else {
            replace(endpoints, change.object().uid(), change.object(), gone);
            changed.put(serviceOf(change.object()), entry.time());
        }
    }

    private static <T> void replace(Map<String, T> map, String key, T object, boolean gone) {
        if (gone) {
            map.remove(key);
        } else {
            map.put(key, object);
        }
    }

    private static String serviceOf(KubernetesObject object) {
        return object instanceof EndpointSlice slice
                ? slice.metadata().namespace() + "/" + slice.metadata().labels().get(SERVICE_NAME)
                : object.key().toString();
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        if (!hasProxies) {
            return;
        }
        network.get().rules().forEach((node, rules) -> {
            for (Service service : services.values()) {
                if (isRouted(service) && isSettled(service.key().toString(), now)) {
                    service.spec().ports().forEach(port -> judge(node, rules, service, port, outcomes));
                }
            }
            rules.forEach((destination, rule) -> {
                String service = rule.service().toString();
                if (!services.containsKey(service) && isSettled(service, now)) {
                    outcomes.broken(
                            this, "service/" + service, "is gone, and " + node + " has a rule for " + destination);
                }
            });
        });
    }

    private boolean isSettled(String service, long now) {
        return !lag.mayHide(changed.getOrDefault(service, 0L) + sync, now);
    }

    private static boolean isRouted(Service service) {
        String address = service.spec().clusterIP();
        return address != null
                && !address.isEmpty()
                && !service.isHeadless()
                && !service.metadata().labels().containsKey("service.kubernetes.io/service-proxy-name");
    }

    private void judge(
            String node, Map<Destination, Rule> rules, Service service, Service.Port port, Outcomes outcomes) {
        Destination destination = new Destination(service.spec().clusterIP(), port.port());
        Rule rule = rules.get(destination);
        String where = node + " sends what is for " + destination + " to ";
        boolean isLocal = "Local".equals(service.spec().other().get("internalTrafficPolicy"));
        Set<String> ready = endpoints(service, port, isLocal ? node : "", true);
        Set<String> expected = ready.isEmpty() ? endpoints(service, port, isLocal ? node : "", false) : ready;
        Set<String> found = new TreeSet<>();
        if (rule != null && rule.kind() == Kind.CLUSTER_IP && rule.service().equals(service.key())) {
            rule.backends().forEach(backend -> found.add(backend.toString()));
        }
        if (!found.equals(expected) && !found.equals(ready)) {
            outcomes.broken(this, ObjectNames.of(service), where + found + ", expected " + expected);
        } else if (rule != null && rule.affinity() != affinity(service)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(service),
                    where + "the same pod for " + VirtualTime.span(rule.affinity()) + ", expected "
                            + VirtualTime.span(affinity(service)));
        }
    }

    private static long affinity(Service service) {
        Map<String, Object> spec = service.spec().other();
        if (!"ClientIP".equals(spec.get("sessionAffinity"))) {
            return 0;
        }
        return spec.get("sessionAffinityConfig") instanceof Map<?, ?> config
                        && config.get("clientIP") instanceof Map<?, ?> client
                        && client.get("timeoutSeconds") instanceof Number seconds
                ? seconds.longValue() * VirtualTime.SECOND
                : DEFAULT_AFFINITY;
    }

    /**
     * The endpoints of a port.
     *
     * @param node on which they are to be; empty for any
     * @param ready those that are ready; otherwise those that still serve while they end
     */
    private Set<String> endpoints(Service service, Service.Port port, String node, boolean ready) {
        Set<String> found = new TreeSet<>();
        for (KubernetesObject object : endpoints.values()) {
            if (!serviceOf(object).equals(service.key().toString())) {
                continue;
            }
            if (object instanceof EndpointSlice slice) {
                for (EndpointSlice.Endpoint one : slice.endpoints()) {
                    boolean isOf = ready ? isReady(one.conditions()) : isServingLast(one.conditions());
                    if (isOf && (node.isEmpty() || node.equals(one.nodeName()))) {
                        add(found, slice.ports(), port, one.addresses().get(0));
                    }
                }
            } else if (object instanceof Endpoints all && ready) {
                all.subsets()
                        .forEach(subset -> subset.addresses().stream()
                                .filter(one -> node.isEmpty() || node.equals(one.nodeName()))
                                .forEach(one -> add(found, subset.ports(), port, one.ip())));
            }
        }
        return found;
    }

    private static void add(Set<String> found, List<Endpoints.Port> ports, Service.Port of, String address) {
        ports.stream()
                .filter(one ->
                        Objects.requireNonNullElse(one.name(), "").equals(Objects.requireNonNullElse(of.name(), "")))
                .forEach(one -> found.add(address + ":" + one.port()));
    }

    private static boolean isReady(EndpointSlice.Conditions conditions) {
        return conditions == null || !Boolean.FALSE.equals(conditions.ready());
    }

    private static boolean isServingLast(EndpointSlice.Conditions conditions) {
        return Boolean.TRUE.equals(conditions.serving()) && Boolean.TRUE.equals(conditions.terminating());
    }
}

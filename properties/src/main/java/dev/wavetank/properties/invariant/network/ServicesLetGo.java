package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.ServiceRequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * No node sends what is for a Service to an address whose pod is gone, or was never of that Service, for longer than
 * the change needs to come to it: to the controller of endpoints, from there to kube-proxy, and into its rules. Every
 * request of a load is judged when it ends, by the rules with which it began, and at rest all rules of all nodes are.
 */
public final class ServicesLetGo implements Invariant {

    /** How many pods that had an address are remembered. */
    private static final int HOLDERS = 4;

    private static final long ALIVE = Long.MAX_VALUE;

    private final Supplier<PodNetworkView> network;
    private final Obstacles obstacles;
    private final CacheLag lag;
    private final long sync;
    private final boolean hasProxies;
    private final Map<String, Service> services = new LinkedHashMap<>();
    /** The pods that have had an address, the latest first. */
    private final Map<String, Deque<Holder>> holders = new LinkedHashMap<>();

    private final Map<String, String> addressOf = new LinkedHashMap<>();
    /** Services whose endpoints nobody syncs any more. */
    private final Set<String> givenUp = new TreeSet<>();

    /** A pod that had an address until some time; {@link #ALIVE} while it has it. */
    private record Holder(Pod pod, long until) {}

    /**
     * In this network of a cluster.
     *
     * @param obstacles what keeps controllers from their work
     */
    public ServicesLetGo(ClusterSpec cluster, CacheLag lag, Obstacles obstacles, Supplier<PodNetworkView> network) {
        this.network = network;
        this.obstacles = obstacles;
        this.lag = lag;
        this.sync = Delays.ofServiceRules(cluster);
        this.hasProxies = ComponentNames.hasProxies(cluster);
    }

    @Override
    public String name() {
        return "ServicesLetGo";
    }

    @Override
    public String reason() {
        return "A stale rule makes a share of all requests fail for as long as it stays, or sends them to a pod"
                + " of another application that has got the address. Services without a selector have the endpoints"
                + " that a user gave them, and are not judged; clusters without kube-proxies are not either.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, Virtual IPs and Service Proxies; EndpointSlices");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NETWORK, Tag.CACHES, Tag.LIVENESS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "No Service sends to a pod that is gone for longer than its rules may lag.";
    }

    @Override
    public List<Class<?>> records() {
        return hasProxies
                ? List.of(Service.class, Pod.class, ServiceRequestTrace.class, GivenUpTrace.class)
                : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof ServiceRequestTrace request) {
            long begun = entry.time() - request.nanos();
            if (!request.address().isEmpty()) {
                judge(request.service(), request.address(), request.node(), begun, outcomes);
            }
        } else if (entry.record() instanceof GivenUpTrace given) {
            givenUp.add(given.object());
        } else if (entry.record() instanceof StoreTrace change) {
            boolean deleted = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof Service service) {
                observe(service, deleted);
            } else if (change.object() instanceof Pod pod) {
                observe(pod, deleted || pod.isFinished(), entry.time());
            }
        }
    }

    private void observe(Service service, boolean deleted) {
        if (deleted) {
            services.remove(service.key().toString());
        } else {
            services.put(service.key().toString(), service);
        }
    }

    private void observe(Pod pod, boolean gone, long now) {
        String address = pod.status() == null || pod.status().podIP() == null
                ? ""
                : pod.status().podIP();
        String before = addressOf.getOrDefault(pod.uid(), "");
        if (!before.isEmpty() && (gone || !before.equals(address))) {
            addressOf.remove(pod.uid());
            replace(before, pod, now);
        }
        if (!gone && !address.isEmpty()) {
            addressOf.put(pod.uid(), address);
            replace(address, pod, ALIVE);
        }
    }

    private void replace(String address, Pod pod, long until) {
        Deque<Holder> known = holders.computeIfAbsent(address, missing -> new ArrayDeque<>(HOLDERS));
        known.removeIf(one -> one.pod().uid().equals(pod.uid()));
        known.addFirst(new Holder(pod, until));
        if (known.size() > HOLDERS) {
            known.removeLast();
        }
    }

    private void judge(String service, String address, String node, long begun, Outcomes outcomes) {
        Optional<Long> until = until(service, address);
        if (until.isEmpty() || until.get() >= begun || lag.mayHide(until.get() + sync, begun)) {
            return;
        }
        Optional<String> excuse = givenUp.contains(service)
                ? Optional.of("a controller has dropped it after too many failures")
                : obstacles.ofCluster();
        String found = "gets what clients on " + node + " send to " + address + ", whose pod is gone since "
                + VirtualTime.span(begun - until.get());
        excuse.ifPresentOrElse(
                why -> outcomes.unknown(this, "service/" + service + " " + found + "; " + why),
                () -> outcomes.broken(this, "service/" + service, found));
    }

    /** Until when a pod of the Service has had the address; empty when none is known that had it. */
    private Optional<Long> until(String key, String address) {
        Service service = services.get(key);
        if (service == null || service.spec().selector().isEmpty()) {
            return Optional.empty();
        }
        for (Holder one : holders.getOrDefault(address, new ArrayDeque<>())) {
            if (one.pod().key().namespace().equals(service.key().namespace())
                    && one.pod()
                            .metadata()
                            .labels()
                            .entrySet()
                            .containsAll(service.spec().selector().entrySet())) {
                return Optional.of(one.until());
            }
        }
        return Optional.empty();
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        if (hasProxies) {
            network.get()
                    .rules()
                    .forEach((node, rules) -> rules.values().forEach(rule -> {
                        ObjectKey service = rule.service();
                        rule.backends()
                                .forEach(backend -> judge(service.toString(), backend.address(), node, now, outcomes));
                    }));
        }
    }
}

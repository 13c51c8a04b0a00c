package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.traffic.DnsServer;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * At rest the DNS of the cluster has for the name of every Service its address, and for that of a headless one with a
 * selector the addresses of the ready pods that it selects.
 */
public final class NamesResolve implements Invariant {

    private final Supplier<PodNetworkView> network;
    private final boolean hasDns;
    private final CacheLag lag;
    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Pod> pods = new LinkedHashMap<>();
    private final Set<String> givenUp = new TreeSet<>();
    private long changed;

    /** In this network of a cluster. */
    public NamesResolve(ClusterSpec cluster, CacheLag lag, Supplier<PodNetworkView> network) {
        this.network = network;
        this.hasDns = TrafficAddOn.ClusterDns.of(cluster.addOns()).isPresent();
        this.lag = lag;
    }

    @Override
    public String name() {
        return "NamesResolve";
    }

    @Override
    public String reason() {
        return "Programs find each other by name; members of a StatefulSet do so before they form a cluster."
                + " What pods of the DNS have cached is not judged, and neither is a Service that changed, or whose"
                + " pods did, so late that a watch may not have shown it yet. Clusters without the add-on are not"
                + " judged.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, DNS for Services and Pods");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.NETWORK, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest names of Services resolve to their addresses, or to the ready pods of a headless one.";
    }

    @Override
    public List<Class<?>> records() {
        return hasDns ? List.of(Service.class, Pod.class, GivenUpTrace.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof GivenUpTrace given) {
            givenUp.add(given.object());
        } else if (entry.record() instanceof StoreTrace change) {
            boolean deleted = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof Service service) {
                put(services, service.key().toString(), service, deleted);
                changed = entry.time();
            } else if (change.object() instanceof Pod pod) {
                put(pods, pod.uid(), pod, deleted);
                changed = entry.time();
            }
        }
    }

    private static <T> void put(Map<String, T> map, String key, T object, boolean deleted) {
        if (deleted) {
            map.remove(key);
        } else {
            map.put(key, object);
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        if (!hasDns) {
            return;
        }
        PodNetworkView view = network.get();
        for (Service service : services.values()) {
            Optional<String> expected = expected(service);
            String name = service.key().name() + "." + service.key().namespace() + ".svc.cluster.local";
            Optional<DnsServer.Answer> answer = view.lookUp(name);
            String found = answer.map(NamesResolve::text).orElse("nothing: nobody answers");
            if (expected.isEmpty() || expected.get().equals(found)) {
                continue;
            }
            String seen = "has the name " + name + ", which stands for " + found + ", expected " + expected.get();
            if (lag.mayHide(changed, now)) {
                outcomes.unknown(this, ObjectNames.of(service) + " " + seen + "; the DNS may not have heard it");
            } else if (givenUp.contains(service.key().toString())) {
                outcomes.unknown(this, ObjectNames.of(service) + " " + seen + "; a controller has given up");
            } else {
                outcomes.broken(this, ObjectNames.of(service), seen);
            }
        }
    }

    private static String text(DnsServer.Answer answer) {
        return answer.target().isEmpty() ? new TreeSet<>(answer.addresses()).toString() : answer.target();
    }

    /** What the name must stand for; empty when that is not judged. */
    private Optional<String> expected(Service service) {
        Service.Spec spec = service.spec();
        if ("ExternalName".equals(spec.other().get("type"))) {
            return Optional.of(String.valueOf(spec.other().get("externalName")));
        }
        if (!service.isHeadless()) {
            return Optional.ofNullable(spec.clusterIP()).map(ip -> "[" + ip + "]");
        }
        if (spec.selector().isEmpty() || Boolean.TRUE.equals(spec.publishNotReadyAddresses())) {
            return Optional.empty();
        }
        TreeSet<String> addresses = new TreeSet<>();
        for (Pod pod : pods.values()) {
            if (pod.key().namespace().equals(service.key().namespace())
                    && pod.isActive()
                    && pod.isReady()
                    && pod.status().podIP() != null
                    && pod.metadata()
                            .labels()
                            .entrySet()
                            .containsAll(spec.selector().entrySet())) {
                addresses.add(pod.status().podIP());
            }
        }
        return Optional.of(addresses.toString());
    }
}

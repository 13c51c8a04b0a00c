package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A node that is short of memory takes no pods that request nothing, and takes those that do; and a node stays under
 * pressure, once it was, for five minutes at least.
 */
public final class PressureHeeded implements Invariant {

    private static final String MEMORY = "MemoryPressure";
    private static final List<String> PRESSURES = List.of(MEMORY, "DiskPressure", "PIDPressure");
    private static final String REFUSED_FOR_MEMORY = "The node had condition: [MemoryPressure]. ";
    private static final String PERIOD = "kubelet.eviction-pressure-transition-period";
    /** The default of {@code --eviction-pressure-transition-period}. */
    private static final long TRANSITION = 5 * VirtualTime.MINUTE;
    /** Kubelets report their conditions every 10 s, and look for pressure as often. */
    private static final long REPORTS = 25 * VirtualTime.SECOND;

    private static final int CRITICAL = 2_000_000_000;

    private final long slack;
    private final boolean hasDefaultPeriod;
    private final OpenFaults faults = new OpenFaults();
    /** Since when a node has a pressure, by its name and the type of the condition. */
    private final Map<String, Long> pressed = new TreeMap<>();
    /** Pods without requests that came to a node that was short of memory, by uid, and when. */
    private final Map<String, Arrival> arrivals = new LinkedHashMap<>();
    /** Those of them that were started nevertheless. */
    private final Map<String, Arrival> started = new LinkedHashMap<>();

    private record Arrival(Pod pod, long at) {}

    /** In that cluster. */
    public PressureHeeded(ClusterSpec cluster) {
        Delays delays = Delays.of(cluster);
        this.slack = REPORTS + delays.visibility() + delays.answer();
        this.hasDefaultPeriod = !cluster.settings().containsKey(PERIOD);
    }

    @Override
    public String name() {
        return "PressureHeeded";
    }

    @Override
    public String reason() {
        return "Pods that request nothing are the first to be evicted, so that one that comes to a node without memory"
                + " is started in vain, again and again; and a condition that comes and goes draws pods back to a"
                + " node that is not well yet. Judged of times without faults.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Node-pressure Eviction, Node condition oscillation",
                "pkg/kubelet/eviction/eviction_manager.go (v1.32), Admit and synchronize");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.NODES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A node under memory pressure takes the pods that request something, and no others, and stays so for a"
                + " while.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Node.class, Pod.class, ContainerTrace.Started.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof ContainerTrace.Started one) {
            Arrival arrival = arrivals.get(one.uid());
            if (arrival != null) {
                started.put(one.uid(), new Arrival(arrival.pod(), entry.time()));
            }
        } else if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Node node) {
                observe(node, change, entry.time(), outcomes);
            } else if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time(), outcomes);
            }
        }
    }

    private void observe(Node node, StoreTrace change, long now, Outcomes outcomes) {
        judgeStarted(now, outcomes);
        String name = node.metadata().name();
        for (String type : PRESSURES) {
            String key = name + " " + type;
            String status = change.change() == WatchEvent.Type.DELETED ? "" : status(node, type);
            if (status.equals("True")) {
                pressed.putIfAbsent(key, now);
                continue;
            }
            Long since = pressed.remove(key);
            if (since != null && type.equals(MEMORY)) {
                started.values().removeIf(one -> name.equals(one.pod().nodeName()));
            }
            if (since != null
                    && status.equals("False")
                    && hasDefaultPeriod
                    && now - since < TRANSITION - slack
                    && isCalmSince(since)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(node),
                        "was under " + type + " for " + VirtualTime.span(now - since) + ", expected "
                                + VirtualTime.span(TRANSITION) + " at least");
            }
        }
    }

    private static String status(Node node, String type) {
        return node.status() == null
                ? ""
                : node.status().conditions().stream()
                        .filter(condition -> condition.type().equals(type))
                        .map(Node.Condition::status)
                        .findFirst()
                        .orElse("");
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.DELETED
                || pod.isFinished()
                || pod.metadata().isDeleting()) {
            arrivals.remove(pod.uid());
            started.remove(pod.uid());
            judgeRefusal(pod, change, outcomes);
            return;
        }
        boolean isNew = isOnNode(pod) && !(change.previous() instanceof Pod before && isOnNode(before));
        Long since = isNew ? pressed.get(pod.nodeName() + " " + MEMORY) : null;
        if (since != null && now - since > slack && requestsNothing(pod) && !isExempt(pod)) {
            arrivals.put(pod.uid(), new Arrival(pod, now));
        }
    }

    private void judgeRefusal(Pod pod, StoreTrace change, Outcomes outcomes) {
        boolean isRefused = change.previous() instanceof Pod before
                && !before.isFinished()
                && pod.phase().equals("Failed")
                && pod.status() != null
                && "Evicted".equals(pod.status().reason())
                && String.valueOf(pod.status().message()).endsWith(REFUSED_FOR_MEMORY);
        if (isRefused && !requestsNothing(pod) && !pod.spec().other().containsKey("resources")) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "was refused because its node was short of memory, although it requests resources");
        }
    }

    /** What was started is judged when its node has been short of memory for long enough afterwards, too. */
    private void judgeStarted(long now, Outcomes outcomes) {
        started.values().removeIf(one -> {
            if (now - one.at() < slack) {
                return false;
            }
            if (isCalmSince(one.at() - VirtualTime.MINUTE)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(one.pod()),
                        "was started on node " + one.pod().nodeName()
                                + ", which was short of memory, although it requests nothing");
            }
            return true;
        });
    }

    private boolean isCalmSince(long time) {
        return faults.isNoneSince(time - VirtualTime.MINUTE);
    }

    private static boolean isOnNode(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    /** Whether its class of service is {@code BestEffort}. */
    private static boolean requestsNothing(Pod pod) {
        return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .map(Container::resources)
                .allMatch(resources ->
                        resources == null || isNothing(resources.requests()) && isNothing(resources.limits()));
    }

    private static boolean isNothing(Map<String, String> amounts) {
        return Stream.of("cpu", "memory")
                .noneMatch(name -> amounts.containsKey(name)
                        && Quantity.parse(amounts.get(name)).compareTo(Quantity.ZERO) > 0);
    }

    /** Critical pods, and those that tolerate the taint of the condition, are taken all the same. */
    private static boolean isExempt(Pod pod) {
        PodSpec spec = pod.spec();
        return spec.other().containsKey("resources")
                || pod.metadata().annotations().containsKey("kubernetes.io/config.source")
                || spec.priority() != null && spec.priority() >= CRITICAL
                || spec.tolerations().stream()
                        .anyMatch(one -> one.key() == null
                                || one.key().isEmpty()
                                || one.key().equals("node.kubernetes.io/memory-pressure"));
    }
}

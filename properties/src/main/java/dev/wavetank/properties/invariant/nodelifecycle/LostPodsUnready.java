package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods of a node that is lost do not stay ready.
 *
 * <p>The node controller writes first that the node is lost, and then its pods, one after the other. When it ends in
 * between, the next one finds the node lost already and leaves the rest as they are; this is reported as known.
 */
public final class LostPodsUnready implements Invariant {

    /** A check every five seconds, and the writes of a node with many pods after it. */
    private static final long MARKING = VirtualTime.MINUTE;

    private final CacheLag lag;
    private final CalmView view;
    /** Since when nodes are lost, by name. */
    private final Map<String, Long> lost = new LinkedHashMap<>();
    /** Since when pods are ready, by the name of their node and their uid. */
    private final Map<String, Map<String, Ready>> ready = new LinkedHashMap<>();

    private final ManagerStart start = new ManagerStart();

    private record Ready(Pod pod, long since) {}

    /** In that cluster, with the age of what controllers act on. */
    public LostPodsUnready(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag.ofControlPlane();
        this.view = new CalmView(cluster);
    }

    @Override
    public String name() {
        return "LostPodsUnready";
    }

    @Override
    public String reason() {
        return "Services send requests to every ready pod, also to one whose node does not answer. What the"
                + " controller's cache may not have shown when the node was lost is not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.32), monitorNodeHealth;"
                        + " pkg/controller/util/node/controller_utils.go, MarkPodsNotReady",
                "kubernetes#48681, kubernetes#135205");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NODES, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "Pods of a node that is lost do not stay ready.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, ComponentTrace.class, FaultTrace.Opened.class, FaultTrace.Closed.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        start.observe(entry);
        view.observe(entry);
        if (entry.record() instanceof StoreTrace change) {
            boolean isGone = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof Node node) {
                observe(node, isGone, entry.time(), outcomes);
            } else if (change.object() instanceof Pod pod && pod.nodeName() != null) {
                observe(pod, isGone, entry.time());
            }
        }
    }

    private void observe(Node node, boolean isGone, long now, Outcomes outcomes) {
        String name = node.metadata().name();
        if (!isGone && NodeReadiness.isLost(node)) {
            lost.putIfAbsent(name, now);
            return;
        }
        Long since = lost.remove(name);
        if (since != null) {
            judge(name, since, now, outcomes);
        }
    }

    private void observe(Pod pod, boolean isGone, long now) {
        Map<String, Ready> there = ready.computeIfAbsent(pod.nodeName(), missing -> new LinkedHashMap<>());
        if (isGone || !pod.isReady() || pod.isFinished()) {
            there.remove(pod.uid());
        } else {
            Ready before = there.get(pod.uid());
            there.put(pod.uid(), new Ready(pod, before == null ? now : before.since()));
        }
    }

    private void judge(String node, long since, long now, Outcomes outcomes) {
        boolean isPlain = now - since >= MARKING && view.hasRecoveredBy(since);
        if (!isPlain && lag.mayHide(since, now)) {
            return;
        }
        for (Ready one : ready.getOrDefault(node, Collections.emptyMap()).values()) {
            boolean isPlainOne =
                    isPlain && one.since() < since && !one.pod().metadata().isDeleting();
            if (isPlainOne || !lag.mayHide(since, now) && !lag.mayHide(one.since(), since)) {
                judge(one.pod(), since, now, outcomes);
            }
        }
    }

    private void judge(Pod pod, long since, long now, Outcomes outcomes) {
        String detail =
                "is ready, although its node " + pod.nodeName() + " is lost for " + VirtualTime.span(now - since);
        if (start.last() >= since) {
            outcomes.known(KnownBehaviour.PODS_LEFT_READY, this, ObjectNames.of(pod), detail);
        } else {
            outcomes.broken(this, ObjectNames.of(pod), detail);
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        lost.forEach((node, since) -> judge(node, since, now, outcomes));
    }
}

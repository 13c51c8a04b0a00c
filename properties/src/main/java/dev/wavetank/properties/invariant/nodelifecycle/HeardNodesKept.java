package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * No node is called lost while its kubelet reports in time, every few seconds; and one that has been silent for the
 * grace period is called lost at one of the next checks.
 */
public final class HeardNodesKept implements Invariant {

    private static final String KUBELET = "kubelet/";

    /** How late the controller hears of the last report at most while nothing delays it. */
    private static final long TOLERANCE = 2 * VirtualTime.SECOND;

    /** The controller checks every five seconds: it hears of a report at one check, and of the silence at another. */
    private static final long CHECKS = 10 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final long grace;
    /** Whether the cluster is set to be so slow that the controller may not see reports in time. */
    private final boolean isSlow;

    private final CalmView view;
    private boolean isDisturbed;
    /** When kubelets have written a status or a lease last, by the names of their nodes. */
    private final Map<String, Long> heard = new LinkedHashMap<>();
    /** The nodes that are ready, by name; when none is, the controller gives all of them a new grace period. */
    private final Set<String> ready = new LinkedHashSet<>();
    /** The nodes that are not called lost, by name. */
    private final Set<String> kept = new LinkedHashSet<>();

    private final ManagerStart start = new ManagerStart();
    private long lastWithoutReady;

    /** In that cluster. */
    public HeardNodesKept(ClusterSpec cluster, CacheLag lag) {
        Delays delays = Delays.of(cluster);
        this.lag = lag.ofControlPlane();
        this.grace = Delays.ofNodeMonitor(cluster);
        this.isSlow = delays.visibility() >= grace;
        this.view = new CalmView(cluster);
    }

    @Override
    public String name() {
        return "HeardNodesKept";
    }

    @Override
    public String reason() {
        return "A node that is called lost loses all its pods after five minutes, although nothing is wrong with"
                + " it. The node controller counts from when it has seen the last report. A connection that dies"
                + " silently is noticed after 45 s, and until then the controller sees no report of any node:"
                + " before v1.32, where it waited for 40 s, it called all of them lost, and since then, where it"
                + " waits for 50 s, it still may. A node that is called lost late serves requests with pods that"
                + " do not answer; when no node was ready meanwhile, the controller gives all of them more time.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.32), monitorNodeHealth and"
                        + " --node-monitor-grace-period",
                "kubernetes#121793, kubernetes#127352");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.CACHES, Tag.NODES, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A node is called lost soon after its kubelet has been silent for the grace period, and not before.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Node.class, RequestTrace.class, FaultTrace.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        view.observe(entry);
        start.observe(entry);
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof RequestTrace request && isReport(request)) {
            heard.put(request.call().userAgent().substring(KUBELET.length()), entry.time());
        } else if (entry.record() instanceof StoreTrace change && change.object() instanceof Node node) {
            observe(node, change, entry.time(), outcomes);
        }
    }

    private void observe(Node node, StoreTrace change, long now, Outcomes outcomes) {
        String name = node.metadata().name();
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (!isGone && NodeReadiness.isReady(node)) {
            ready.add(name);
        } else {
            ready.remove(name);
        }
        if (ready.isEmpty()) {
            lastWithoutReady = now;
        }
        if (isGone) {
            heard.remove(name);
            kept.remove(name);
        } else if (!NodeReadiness.isLost(node)) {
            kept.add(name);
        } else if (kept.remove(name)) {
            judge(name, now, outcomes);
            judgeSilence(name, now, outcomes);
        }
    }

    /** A controller that has begun meanwhile, or has found all nodes lost, counts from then on. */
    private void judgeSilence(String node, long now, Outcomes outcomes) {
        Long last = heard.get(node);
        if (last != null
                && now - last > grace + CHECKS
                && lastWithoutReady < last
                && start.last() < last
                && !ready.isEmpty()
                && view.hasRecoveredBy(last)) {
            outcomes.broken(
                    this,
                    "node/" + node,
                    (kept.contains(node) ? "is not called lost " : "is called lost only ")
                            + VirtualTime.span(now - last) + " after its kubelet has reported");
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (String node : kept) {
            judgeSilence(node, now, outcomes);
        }
    }

    private static boolean isReport(RequestTrace request) {
        return request.call().userAgent().startsWith(KUBELET)
                && request.isWrite()
                && (request.resource().equals("leases") || request.resource().equals("nodes/status"));
    }

    private void judge(String node, long now, Outcomes outcomes) {
        Long last = heard.get(node);
        if (last == null || now - last >= grace) {
            return;
        }
        String detail = "is called lost " + VirtualTime.span(now - last) + " after its kubelet has reported, "
                + VirtualTime.span(grace - (now - last)) + " too early";
        boolean isPlain = now - last + TOLERANCE < grace && view.hasRecoveredBy(now - grace);
        if (isPlain || !lag.mayHide(last, now)) {
            outcomes.broken(this, "node/" + node, detail);
        } else if (isDisturbed && !isSlow) {
            outcomes.known(KnownBehaviour.UNSEEN_HEARTBEATS, this, "node/" + node, detail);
        }
    }
}

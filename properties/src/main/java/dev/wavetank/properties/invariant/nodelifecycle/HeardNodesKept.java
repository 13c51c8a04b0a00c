package dev.wavetank.properties.invariant.nodelifecycle;

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
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** No node is called lost while its kubelet reports in time, every few seconds. */
public final class HeardNodesKept implements Invariant {

    private static final String KUBELET = "kubelet/";

    /** How late the controller hears of the last report at most while nothing delays it. */
    private static final long TOLERANCE = 2 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final long grace;
    /** Whether the cluster is set to be so slow that the controller may not see reports in time. */
    private final boolean isSlow;

    private final CalmView view;
    private boolean isDisturbed;
    /** When kubelets have written a status or a lease last, by the names of their nodes. */
    private final Map<String, Long> heard = new LinkedHashMap<>();

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
                + " waits for 50 s, it still may.";
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
        return EnumSet.of(Tag.CONTROLLERS, Tag.CACHES, Tag.NODES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "No node is called lost while its kubelet reports in time.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Node.class, RequestTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        view.observe(entry);
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof RequestTrace request && isReport(request)) {
            heard.put(request.call().userAgent().substring(KUBELET.length()), entry.time());
        } else if (entry.record() instanceof StoreTrace change
                && change.object() instanceof Node node
                && change.previous() instanceof Node before
                && NodeReadiness.isLost(node)
                && !NodeReadiness.isLost(before)) {
            judge(node.metadata().name(), entry.time(), outcomes);
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

package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * While no node is ready, or few of a zone with up to 50 nodes are, none there is tainted so that its pods are evicted.
 */
public final class NoneGivenUpWithAll implements Invariant {

    /** The taints that follow the condition of a node, also by their names before v1.9. */
    private static final List<String> KEYS = List.of(
            "node.kubernetes.io/unreachable",
            "node.kubernetes.io/not-ready",
            "node.alpha.kubernetes.io/unreachable",
            "node.alpha.kubernetes.io/notReady");

    /** How long the controller may take until it has looked at all nodes twice. */
    private static final long LOOK = 15 * VirtualTime.SECOND;

    /** Flags that say otherwise which zones are disrupted, and what follows. */
    private static final List<String> FLAGS = List.of(
            "kube-controller-manager.unhealthy-zone-threshold",
            "kube-controller-manager.secondary-node-eviction-rate",
            "kube-controller-manager.large-cluster-size-threshold");

    private final CacheLag lag;
    private final boolean judgesZones;
    private final DisruptedZones zones = new DisruptedZones();
    private final Set<String> ready = new LinkedHashSet<>();
    /** Since when no node is ready; negative while one is. */
    private long noneSince = -1;

    private final ManagerStart start = new ManagerStart();

    /** In this cluster, with the age of what controllers act on. */
    public NoneGivenUpWithAll(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag.ofControlPlane();
        this.judgesZones = FLAGS.stream().noneMatch(cluster.settings()::containsKey);
    }

    @Override
    public String name() {
        return "NoneGivenUpWithAll";
    }

    @Override
    public String reason() {
        return "When all nodes look dead, it is rather the control plane that is cut off from them, and there is"
                + " nowhere to go for their pods anyway (full disruption). When 55 % of the nodes of a zone do, and"
                + " at least three, it may be the network of the zone (partial disruption): in a zone of up to 50"
                + " nodes evictions stop. A controller that has just started may taint a node before it has looked"
                + " at all of them. Before v1.13 pods were deleted without a taint, which is not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Nodes, Rate limits on eviction",
                "pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.32), handleDisruption",
                "kubernetes#20640, kubernetes#24597, kubernetes#28832");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NODES, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "While no node is ready, or most of a small zone are not, none is tainted so that its pods are evicted.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Node.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        start.observe(entry);
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Node node) {
            if (change.change() == WatchEvent.Type.DELETED) {
                zones.remove(node.metadata().name(), entry.time());
            } else {
                zones.put(node, entry.time());
            }
            if (change.change() != WatchEvent.Type.DELETED && NodeReadiness.isReady(node)) {
                ready.add(node.metadata().name());
            } else {
                ready.remove(node.metadata().name());
            }
            if (!ready.isEmpty()) {
                noneSince = -1;
            } else if (noneSince < 0) {
                noneSince = entry.time();
            }
            judge(change, node, entry.time(), outcomes);
        }
    }

    private void judge(StoreTrace change, Node node, long now, Outcomes outcomes) {
        boolean isNewlyGivenUp = change.change() == WatchEvent.Type.MODIFIED
                && isGivenUp(node)
                && !(change.previous() instanceof Node before && isGivenUp(before))
                && !lag.mayHide(start.last(), now);
        if (!isNewlyGivenUp) {
            return;
        }
        long mostSince = judgesZones ? zones.since(node) : -1;
        if (isKnown(noneSince, now)) {
            broken(node, "no node is ready for " + VirtualTime.span(now - noneSince), outcomes);
        } else if (isKnown(mostSince, now)) {
            String zone = "most nodes of its zone are not ready for " + VirtualTime.span(now - mostSince);
            broken(node, zone, outcomes);
        }
    }

    private boolean isKnown(long since, long now) {
        return since >= 0 && !lag.mayHide(since + LOOK, now);
    }

    private void broken(Node node, String why, Outcomes outcomes) {
        outcomes.broken(this, "node/" + node.metadata().name(), "is tainted for eviction, although " + why);
    }

    private static boolean isGivenUp(Node node) {
        return node.spec() != null
                && node.spec().taints().stream()
                        .anyMatch(taint -> taint.effect().equals("NoExecute") && KEYS.contains(taint.key()));
    }
}

package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
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

/** While no node is ready, none is tainted so that its pods are evicted. */
public final class NoneGivenUpWithAll implements Invariant {

    /** The taints that follow the condition of a node, also by their names before v1.9. */
    private static final List<String> KEYS = List.of(
            "node.kubernetes.io/unreachable",
            "node.kubernetes.io/not-ready",
            "node.alpha.kubernetes.io/unreachable",
            "node.alpha.kubernetes.io/notReady");

    /** How long the controller may take until it has looked at all nodes twice. */
    private static final long LOOK = 15 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final Set<String> ready = new LinkedHashSet<>();
    /** Since when no node is ready; negative while one is. */
    private long noneSince = -1;

    private final ManagerStart start = new ManagerStart();

    /** With the age of what controllers act on. */
    public NoneGivenUpWithAll(CacheLag lag) {
        this.lag = lag.ofControlPlane();
    }

    @Override
    public String name() {
        return "NoneGivenUpWithAll";
    }

    @Override
    public String reason() {
        return "When all nodes look dead, it is rather the control plane that is cut off from them, and there is"
                + " nowhere to go for their pods anyway (full disruption). A controller that has just started may"
                + " taint a node before it has looked at all of them. Before v1.13 pods were deleted without a"
                + " taint, which is not judged.";
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
        return "While no node is ready, none is tainted so that its pods are evicted.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Node.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        start.observe(entry);
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Node node) {
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
        if (noneSince >= 0
                && isGivenUp(node)
                && !(change.previous() instanceof Node before && isGivenUp(before))
                && change.change() == WatchEvent.Type.MODIFIED
                && !lag.mayHide(noneSince + LOOK, now)
                && !lag.mayHide(start.last(), now)) {
            outcomes.broken(
                    this,
                    "node/" + node.metadata().name(),
                    "is tainted for eviction, although no node is ready for " + VirtualTime.span(now - noneSince));
        }
    }

    private static boolean isGivenUp(Node node) {
        return node.spec() != null
                && node.spec().taints().stream()
                        .anyMatch(taint -> taint.effect().equals("NoExecute") && KEYS.contains(taint.key()));
    }
}

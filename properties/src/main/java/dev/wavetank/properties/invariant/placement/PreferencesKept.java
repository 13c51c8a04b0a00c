package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Of two empty nodes that are equal in all else, a pod goes to the one without a taint {@code PreferNoSchedule} that it
 * does not tolerate.
 */
public final class PreferencesKept implements Invariant {

    private static final String PREFER = "PreferNoSchedule";

    private final CacheLag lag;
    private final boolean hasOwnRules;
    private final PlacedPods cluster = new PlacedPods();
    private long now;

    /** In that cluster. */
    public PreferencesKept(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        this.hasOwnRules = cluster.configuresScheduler();
    }

    @Override
    public String name() {
        return "PreferencesKept";
    }

    @Override
    public String reason() {
        return "The taint is how operators keep a node for later or for others without forbidding it. Where the"
                + " nodes differ, it is weighed against room, neighbours and images, and nothing is promised.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Taints and Tolerations: the control plane will try to"
                        + " avoid placing a Pod there",
                "pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go (v1.32), Score");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "Of two empty nodes that are equal in all else, a pod goes to the one that it does not rather avoid.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, Namespace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        now = entry.time();
        if (!hasOwnRules && entry.record() instanceof StoreTrace change) {
            if (change.change() == WatchEvent.Type.MODIFIED
                    && change.object() instanceof Pod pod
                    && change.previous() instanceof Pod before
                    && isUnbound(before)
                    && !isUnbound(pod)
                    && !VictimRoom.isRuled(pod)) {
                judge(pod, outcomes);
            }
            cluster.observe(change, now, this::isNews);
        }
    }

    private static boolean isUnbound(Pod pod) {
        return pod.nodeName() == null || pod.nodeName().isEmpty();
    }

    private boolean isNews(long time) {
        return lag.mayHide(time, now);
    }

    private void judge(Pod pod, Outcomes outcomes) {
        Node chosen = cluster.node(pod.nodeName());
        if (chosen == null || !isAvoided(pod, chosen) || !isEmpty(chosen) || !isKnown(chosen)) {
            return;
        }
        for (Node other : cluster.nodes()) {
            if (!isAvoided(pod, other)
                    && isKnown(other)
                    && isEmpty(other)
                    && isAlike(chosen, other)
                    && NodeRules.against(pod.spec(), other).isEmpty()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "was bound to node " + pod.nodeName() + " with a taint that it would rather avoid, and node "
                                + other.metadata().name() + " is as empty");
                return;
            }
        }
    }

    private boolean isKnown(Node node) {
        String name = node.metadata().name();
        return cluster.seenAs(name, this::isNews).size() == 1 && !cluster.mayBeUnknown(name, this::isNews);
    }

    private boolean isEmpty(Node node) {
        String name = node.metadata().name();
        return !cluster.mayBeSeen(known -> name.equals(known.pod().nodeName()));
    }

    private static boolean isAvoided(Pod pod, Node node) {
        return node.spec() != null
                && node.spec().taints().stream()
                        .anyMatch(taint ->
                                PREFER.equals(taint.effect()) && !pod.spec().tolerates(taint));
    }

    private static boolean isAlike(Node one, Node other) {
        return one.status() != null
                && other.status() != null
                && one.status().allocatable().equals(other.status().allocatable())
                && Objects.equals(
                        one.status().other().get("images"),
                        other.status().other().get("images"));
    }
}

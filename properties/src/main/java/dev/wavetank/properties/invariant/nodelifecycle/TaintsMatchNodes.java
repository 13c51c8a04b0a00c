package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
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

/**
 * At rest a node has the taints that its conditions ask for, and none that they do not: those by which pods stay away,
 * and of a node that is ready none by which pods have to go. A node that is not ready has one of the latter: the
 * controller adds the one that fits and takes the other away in the same step.
 */
public final class TaintsMatchNodes implements Invariant {

    private static final String PREFIX = "node.kubernetes.io/";
    private static final String NO_SCHEDULE = "NoSchedule";
    private static final String NO_EXECUTE = "NoExecute";

    /** The controller sends two requests one after the other, and again when they meet a conflict. */
    private static final long STEP = 3 * VirtualTime.SECOND;

    private static final List<String> PRESSURES = List.of("MemoryPressure", "DiskPressure", "PIDPressure");
    private static final List<String> PRESSURE_TAINTS = List.of("memory-pressure", "disk-pressure", "pid-pressure");

    private final Present<Node> nodes = new Present<>(Node.class);
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** Since when nodes have both taints by which pods have to go, by uid. */
    private final Map<String, Long> withBoth = new LinkedHashMap<>();

    private final CalmView view;
    private final CacheLag lag;
    private final boolean applies;

    /** In that cluster. */
    public TaintsMatchNodes(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        this.view = new CalmView(cluster);
        this.applies = cluster.profile().has(Feature.TAINT_NODES_BY_CONDITION)
                && cluster.profile().has(Feature.TAINT_BASED_EVICTIONS)
                && !cluster.settings().containsKey("kube-controller-manager.controllers");
    }

    @Override
    public String name() {
        return "TaintsMatchNodes";
    }

    @Override
    public String reason() {
        return "The scheduler looks at taints and not at conditions: a taint that is missing sends pods to a"
                + " broken node, and one that is left over keeps a good node empty.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Taints and Tolerations: the node controller taints a node"
                        + " when certain conditions are true",
                "pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.32), doNoScheduleTaintingPass");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.NODES, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest a node has the taints that its conditions ask for, and no others; each says since when.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Node.class, FaultTrace.Opened.class, FaultTrace.Closed.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        view.observe(entry);
        if (entry.record() instanceof StoreTrace change && nodes.observe(change)) {
            Node node = (Node) change.object();
            Node before = (Node) change.previous();
            if (before == null || !conditions(before).equals(conditions(node)) || before.spec() != node.spec()) {
                changed.put(node.uid(), entry.time());
            }
            if (applies && before != null && before.spec() != node.spec() && node.spec() != null) {
                node.spec().taints().forEach(taint -> judgeTime(node, before, taint, outcomes));
            }
            judgeBoth(node, change.change() == WatchEvent.Type.DELETED, entry.time(), outcomes);
        }
    }

    /** The node controller says since when a taint is there: tolerations for a time may be counted from it. */
    private void judgeTime(Node node, Node before, Node.Taint taint, Outcomes outcomes) {
        boolean isNew = before.spec() == null
                || before.spec().taints().stream()
                        .noneMatch(old ->
                                old.key().equals(taint.key()) && old.effect().equals(taint.effect()));
        if (isNew && taint.key().startsWith(PREFIX) && !taint.other().containsKey("timeAdded")) {
            outcomes.broken(
                    this, ObjectNames.of(node), "got the taint " + taint.key() + " without the time when it was added");
        }
    }

    /** A pod that tolerates the taint that fits is not driven out by the one that does not. */
    private void judgeBoth(Node node, boolean isGone, long now, Outcomes outcomes) {
        boolean hasBoth = has(node, "not-ready", NO_EXECUTE) && has(node, "unreachable", NO_EXECUTE);
        if (hasBoth && !isGone) {
            withBoth.putIfAbsent(node.uid(), now);
            return;
        }
        Long since = withBoth.remove(node.uid());
        if (since != null && applies && !isGone && now - since > STEP && view.hasRecoveredBy(since)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(node),
                    "had the taints not-ready and unreachable with the effect NoExecute for "
                            + VirtualTime.span(now - since));
        }
    }

    /** The statuses of conditions, without the heart beats. */
    private static Map<String, String> conditions(Node node) {
        Map<String, String> result = new LinkedHashMap<>();
        if (node.status() != null) {
            node.status().conditions().forEach(one -> result.put(one.type(), one.status()));
        }
        return result;
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (Node node : nodes.all()) {
            if (applies && !lag.mayHide(changed.getOrDefault(node.uid(), Long.MIN_VALUE / 2), now)) {
                judge(node, outcomes);
            }
        }
    }

    private void judge(Node node, Outcomes outcomes) {
        Map<String, String> conditions = conditions(node);
        String ready = conditions.getOrDefault("Ready", "True");
        boolean isCordoned =
                node.spec() != null && Boolean.TRUE.equals(node.spec().unschedulable());
        judge(node, "not-ready", ready.equals("False"), outcomes);
        judge(node, "unreachable", ready.equals("Unknown"), outcomes);
        judge(node, "unschedulable", isCordoned, outcomes);
        for (int i = 0; i < PRESSURES.size(); i++) {
            judge(node, PRESSURE_TAINTS.get(i), "True".equals(conditions.get(PRESSURES.get(i))), outcomes);
        }
        judgeAbsent(node, "not-ready", ready.equals("False"), outcomes);
        judgeAbsent(node, "unreachable", ready.equals("Unknown"), outcomes);
    }

    private void judgeAbsent(Node node, String key, boolean mayBe, Outcomes outcomes) {
        if (!mayBe && has(node, key, NO_EXECUTE)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(node),
                    "has the taint " + PREFIX + key + ":" + NO_EXECUTE + ", which its readiness does not ask for");
        }
    }

    private void judge(Node node, String key, boolean wanted, Outcomes outcomes) {
        if (has(node, key, NO_SCHEDULE) != wanted) {
            outcomes.broken(
                    this,
                    ObjectNames.of(node),
                    (wanted ? "lacks" : "has") + " the taint " + PREFIX + key + ":" + NO_SCHEDULE
                            + ", which its conditions " + (wanted ? "ask for" : "do not ask for"));
        }
    }

    private static boolean has(Node node, String key, String effect) {
        return node.spec() != null
                && node.spec().taints().stream()
                        .anyMatch(taint -> taint.key().equals(PREFIX + key)
                                && taint.effect().equals(effect));
    }
}

package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.NodeRequests;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A scheduler that preempts takes no pod whose budget permits no disruption, where it can make room by others.
 *
 * <p>Another way is a node that would have room for the waiting pod without all of its pods of lower priority that have
 * no such budget. Judged where the scheduler must know budget, nodes and pods, and where room decides alone: not with
 * rules about neighbours, ports or volumes, not while another pod is nominated to a node, and not with more nodes than
 * the scheduler looks at for victims.
 */
public final class PreemptionKeepsBudgets implements Invariant {

    /** {@code minCandidateNodesAbsolute}: so many candidates are looked at in any case. */
    private static final int CANDIDATES = 100;

    private final CacheLag lag;
    private final boolean hasOwnRules;
    private final PlacedPods cluster = new PlacedPods();
    private final Map<String, Budget> budgets = new LinkedHashMap<>();
    private long now;

    /** A budget in its latest state, and since when it permits what it permits. */
    private record Budget(PodDisruptionBudget object, long since) {

        boolean isUsedUp() {
            Integer allowed =
                    object.status() == null ? null : object.status().disruptionsAllowed();
            return allowed == null || allowed <= 0;
        }

        boolean covers(Pod pod) {
            return object.metadata().namespace().equals(pod.metadata().namespace())
                    && object.spec() != null
                    && object.spec().selector() != null
                    && !object.spec().selector().isEmpty()
                    && object.spec().selector().matches(pod.metadata().labels());
        }
    }

    /** In that cluster. */
    public PreemptionKeepsBudgets(ClusterSpec cluster) {
        this.lag = new CacheLag(Delays.of(cluster));
        this.hasOwnRules = cluster.settings().containsKey(ClusterSpec.SCHEDULER_CONFIG)
                || cluster.settings().containsKey(ClusterSpec.SCHEDULER_POLICY);
    }

    @Override
    public String name() {
        return "PreemptionKeepsBudgets";
    }

    @Override
    public String statement() {
        return "A scheduler preempts no pod against its PodDisruptionBudget where others can make room.";
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        lag.observe(entry);
        now = entry.time();
        if (entry.record() instanceof StoreTrace change) {
            cluster.observe(change, now, this::isNews);
            if (change.object() instanceof PodDisruptionBudget budget) {
                observe(budget, change.change() == WatchEvent.Type.DELETED);
            }
        } else if (!hasOwnRules
                && !budgets.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete
                && delete.resource().plural().equals("pods")
                && request.call().userAgent().equals(ComponentNames.SCHEDULER)
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod victim) {
            judge(victim, outcomes);
        }
    }

    private boolean isNews(long time) {
        return lag.mayHide(time, now);
    }

    private void observe(PodDisruptionBudget budget, boolean deleted) {
        Budget before = budgets.remove(budget.uid());
        if (!deleted) {
            Budget next = new Budget(budget, now);
            boolean same = before != null
                    && before.isUsedUp() == next.isUsedUp()
                    && Objects.equals(before.object.spec(), budget.spec());
            budgets.put(budget.uid(), same ? new Budget(budget, before.since) : next);
        }
    }

    private void judge(Pod victim, Outcomes outcomes) {
        boolean isAgainst = budgets.values().stream()
                .anyMatch(budget -> budget.covers(victim) && budget.isUsedUp() && !isNews(budget.since));
        if (!isAgainst || !isSettled()) {
            return;
        }
        List<Pod> waiting = new ArrayList<>();
        for (PlacedPods.Known known : cluster.pods()) {
            if (!known.isBound() && priority(known.pod()) > priority(victim)) {
                waiting.add(known.pod());
            }
        }
        if (!waiting.isEmpty() && waiting.stream().allMatch(this::hasOtherWay)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(victim),
                    "was preempted although its budget permits no disruption, and others could have made room");
        }
    }

    /** Whether nothing but room decides, and the scheduler must know everything. */
    private boolean isSettled() {
        return cluster.nodes().size() <= CANDIDATES
                && cluster.nodes().stream()
                        .allMatch(node -> cluster.seenAs(node.metadata().name(), this::isNews).size() == 1
                                && !cluster.mayBeUnknown(node.metadata().name(), this::isNews))
                && !cluster.mayBeSeen(other -> isRuled(other.pod()) || other.isGone());
    }

    private static boolean isRuled(Pod pod) {
        return pod.spec().affinity() != null
                || !SpreadRule.of(pod).isEmpty()
                || !HostPorts.of(pod).isEmpty()
                || pod.spec().volumes().stream().anyMatch(volume -> volume.containsKey("persistentVolumeClaim"));
    }

    private boolean hasOtherWay(Pod waiting) {
        return cluster.nodes().stream().anyMatch(node -> isOtherWay(waiting, node));
    }

    private boolean isOtherWay(Pod waiting, Node node) {
        if (NodeRules.against(waiting.spec(), node).isPresent() || node.status() == null) {
            return false;
        }
        NodeRequests left = new NodeRequests();
        for (PlacedPods.Known other : cluster.pods()) {
            Pod pod = other.pod();
            boolean isHere = node.metadata().name().equals(other.isBound() ? pod.nodeName() : nomination(pod));
            if (isHere && isNews(other.changedAt())) {
                return false;
            }
            if (isHere && !pod.uid().equals(waiting.uid()) && (priority(pod) >= priority(waiting) || isKept(pod))) {
                left.put(pod);
            }
        }
        left.put(waiting);
        return node.status().allocatable().entrySet().stream()
                .allMatch(room -> left.of(room.getKey()).compareTo(Quantity.parse(room.getValue())) <= 0);
    }

    private static String nomination(Pod pod) {
        String node = pod.status() == null ? null : pod.status().nominatedNodeName();
        return node == null ? "" : node;
    }

    /** Whether a pod is not to be taken, as it may seem: one budget that covers it may be used up. */
    private boolean isKept(Pod pod) {
        return budgets.values().stream()
                .anyMatch(budget ->
                        budget.object.metadata().namespace().equals(pod.metadata().namespace())
                                && budget.object.covers(pod.metadata().labels()));
    }

    private static int priority(Pod pod) {
        return pod.spec().priority() == null ? 0 : pod.spec().priority();
    }
}

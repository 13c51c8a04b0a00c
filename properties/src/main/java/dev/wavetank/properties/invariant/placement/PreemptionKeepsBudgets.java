package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A scheduler that preempts takes no pod whose budget permits no disruption, where it can make room by others. Another
 * way is a node that would have room for the waiting pod without all of its pods of lower priority that have no such
 * budget.
 */
public final class PreemptionKeepsBudgets implements Invariant {

    private final CacheLag lag;
    private final boolean hasOwnRules;
    private final PlacedPods cluster = new PlacedPods();
    private final VictimRoom room = new VictimRoom(cluster, this::isNews);
    private final Map<String, Budget> budgets = new LinkedHashMap<>();
    private long now;

    /** A budget in its latest state, and since when it permits what it permits. */
    private record Budget(PodDisruptionBudget object, long since) {

        boolean isUsedUp() {
            Integer allowed = object.status() == null ? null : object.status().disruptionsAllowed();
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
    public PreemptionKeepsBudgets(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        this.hasOwnRules = cluster.configuresScheduler();
    }

    @Override
    public String name() {
        return "PreemptionKeepsBudgets";
    }

    @Override
    public String reason() {
        return "Preemption may break a budget only as a last resort: a quorum that is lost although another node"
                + " had plain victims is an outage that the scheduler has made. Judged where the scheduler must"
                + " know budget, nodes and pods, and where room decides alone: not with rules about neighbours,"
                + " ports or volumes, not while another pod is nominated to a node, and not with more nodes than"
                + " the scheduler looks at for victims.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Priority and Preemption: PodDisruptionBudget is"
                        + " supported, but not guaranteed",
                "pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go (v1.32),"
                        + " filterPodsWithPDBViolation");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.DISRUPTION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A scheduler preempts no pod against its PodDisruptionBudget where others can make room.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, Namespace.class, PodDisruptionBudget.class, ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
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
            budgets.put(
                    budget.uid(),
                    before != null
                                    && before.isUsedUp() == next.isUsedUp()
                                    && Objects.equals(before.object.spec(), budget.spec())
                            ? new Budget(budget, before.since)
                            : next);
        }
    }

    private void judge(Pod victim, Outcomes outcomes) {
        boolean isAgainst = budgets.values().stream()
                .anyMatch(budget -> budget.covers(victim) && budget.isUsedUp() && !isNews(budget.since));
        if (!isAgainst || !room.isKnown()) {
            return;
        }
        List<Pod> waiting = new ArrayList<>();
        for (PlacedPods.Known known : cluster.pods()) {
            if (!known.isBound() && VictimRoom.priority(known.pod()) > VictimRoom.priority(victim)) {
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

    private boolean hasOtherWay(Pod waiting) {
        return room.nodesFor(waiting, pod -> VictimRoom.priority(pod) >= VictimRoom.priority(waiting) || isKept(pod))
                > 0;
    }

    /** Whether a pod is not to be taken, as it may seem: one budget that covers it may be used up. */
    private boolean isKept(Pod pod) {
        return budgets.values().stream()
                .anyMatch(budget -> budget.object
                                .metadata()
                                .namespace()
                                .equals(pod.metadata().namespace())
                        && budget.object.covers(pod.metadata().labels()));
    }
}

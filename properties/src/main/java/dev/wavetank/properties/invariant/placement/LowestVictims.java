package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.NodeRequests;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A scheduler that preempts takes the pods of the lowest priority that make room: on the node it puts back the
 * important ones first, and of several nodes it chooses the one whose most important victim is the least important.
 *
 * <p>Which pods go together is seen a while after the first of them. Of several nodes, it is judged where the scheduler
 * must know nodes and pods and no budget protects anyone; of the pods on one node, those that it has bound itself while
 * nothing was wrong: it counts them whatever its watch shows.
 */
public final class LowestVictims implements Invariant {

    private static final long TOGETHER = 10 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final boolean hasOwnRules;
    private final PlacedPods cluster = new PlacedPods();
    private final VictimRoom room = new VictimRoom(cluster, this::isNews);
    private final Map<String, PodDisruptionBudget> budgets = new LinkedHashMap<>();
    private final Deque<Taken> taken = new ArrayDeque<>();
    /** Uids of the pods that the present scheduler must count, because it bound them. */
    private final Set<String> counted = new LinkedHashSet<>();

    private final OpenFaults faults = new OpenFaults();
    private long now;

    /**
     * A victim.
     *
     * @param pod itself
     * @param at when it was taken
     * @param spared pods that could have been taken in its place
     */
    private record Taken(Pod pod, long at, List<Pod> spared) {}

    /** In that cluster. */
    public LowestVictims(ClusterSpec cluster, CacheLag lag) {
        this.lag = lag;
        this.hasOwnRules = cluster.configuresScheduler();
    }

    @Override
    public String name() {
        return "LowestVictims";
    }

    @Override
    public String reason() {
        return "Priorities say what a cluster gives up first. Judged only where room decides alone.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go,"
                        + " SelectVictimsOnNode; pkg/scheduler/framework/preemption/preemption.go,"
                        + " pickOneNodeForPreemption (v1.32)",
                "Kubernetes documentation v1.32, Pod Priority and Preemption");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.SCHEDULER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A scheduler preempts no pod where pods of lower priority can make room.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, RequestTrace.class, FaultTrace.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        now = entry.time();
        while (!taken.isEmpty() && now - taken.peekFirst().at() > TOGETHER) {
            judgeSpared(taken.removeFirst(), outcomes);
        }
        observeFault(entry);
        if (entry.record() instanceof StoreTrace change) {
            cluster.observe(change, now, this::isNews);
            if (change.object() instanceof Pod pod) {
                observe(pod, change);
            }
            if (change.object() instanceof PodDisruptionBudget budget) {
                if (change.change() == WatchEvent.Type.DELETED) {
                    budgets.remove(budget.uid());
                } else {
                    budgets.put(budget.uid(), budget);
                }
            }
        } else if (!hasOwnRules
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete
                && delete.resource().plural().equals("pods")
                && request.call().userAgent().equals(ComponentNames.SCHEDULER)
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod victim
                && victim.nodeName() != null) {
            take(victim, outcomes);
        }
    }

    private void observeFault(TraceEntry entry) {
        faults.observe(entry);
        if (entry.record() instanceof ComponentTrace && entry.component().startsWith(ComponentNames.SCHEDULER)) {
            counted.clear();
        }
    }

    private void observe(Pod pod, StoreTrace change) {
        if (change.change() == WatchEvent.Type.DELETED || pod.isFinished()) {
            counted.remove(pod.uid());
        } else if (!faults.isAny()
                && change.previous() instanceof Pod before
                && before.nodeName() == null
                && pod.nodeName() != null) {
            counted.add(pod.uid());
        }
    }

    private boolean isNews(long time) {
        return lag.mayHide(time, now);
    }

    private void take(Pod victim, Outcomes outcomes) {
        int priority = VictimRoom.priority(victim);
        List<Pod> waiting = new ArrayList<>();
        List<Pod> spared = new ArrayList<>();
        for (PlacedPods.Known known : cluster.pods()) {
            Pod pod = known.pod();
            if (VictimRoom.isRuled(pod)) {
                return;
            }
            if (!known.isBound() && VictimRoom.priority(pod) > priority) {
                waiting.add(pod);
            } else if (known.isBound()
                    && victim.nodeName().equals(pod.nodeName())
                    && VictimRoom.priority(pod) < priority
                    && counted.contains(pod.uid())
                    && now - known.boundAt() > TOGETHER
                    && budgets.values().stream().noneMatch(budget -> protects(budget, pod))
                    && asksForAsMuch(pod, victim)) {
                spared.add(pod);
            }
        }
        if (!spared.isEmpty() && !faults.isAny()) {
            taken.addLast(new Taken(victim, now, spared));
        }
        // Of several pods that wait, the scheduler may just have given a room to each of the others.
        boolean hasLower = budgets.isEmpty()
                && room.isKnown()
                && !waiting.isEmpty()
                && waiting.stream()
                        .allMatch(pod ->
                                room.nodesFor(pod, other -> VictimRoom.priority(other) >= priority) >= waiting.size());
        if (hasLower) {
            outcomes.broken(
                    this,
                    ObjectNames.of(victim),
                    "was preempted with priority " + priority + ", although pods of lower priority could make room");
        }
    }

    private static boolean protects(PodDisruptionBudget budget, Pod pod) {
        return Objects.equals(budget.metadata().namespace(), pod.metadata().namespace())
                && budget.covers(pod.metadata().labels());
    }

    private static boolean asksForAsMuch(Pod pod, Pod victim) {
        Map<String, Quantity> asked = NodeRequests.requests(pod.spec());
        return NodeRequests.requests(victim.spec()).entrySet().stream()
                .allMatch(one -> asked.getOrDefault(one.getKey(), Quantity.ZERO).compareTo(one.getValue()) >= 0);
    }

    private void judgeSpared(Taken victim, Outcomes outcomes) {
        for (Pod pod : victim.spared()) {
            PlacedPods.Known known = cluster.pod(pod.uid());
            if (known != null && !known.pod().metadata().isDeleting()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(victim.pod()),
                        "was preempted with priority " + VictimRoom.priority(victim.pod()) + ", and "
                                + ObjectNames.of(pod) + " stayed beside it, which asks for as much and has priority "
                                + VictimRoom.priority(pod));
                return;
            }
        }
    }
}

package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Filters;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.framework.TrialNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the pods that have to go, node by node, and the best node. */
final class VictimSearch {

    private final Filters filters;
    private final Budgets budgets;
    private final Instant now;

    VictimSearch(Filters filters, Budgets budgets, Instant now) {
        this.filters = filters;
        this.budgets = budgets;
        this.now = now;
    }

    /**
     * Candidates among the nodes, asked from an offset on until there are enough, one of which violates no budget
     * ({@code DryRunPreemption}).
     *
     * @param refusals receives why other nodes are none
     */
    List<Candidate> candidates(
            CycleState state,
            PodInfo pod,
            List<NodeInfo> nodes,
            int offset,
            int enough,
            Map<NodeInfo, Refusal> refusals) {
        List<Candidate> harmless = new ArrayList<>();
        List<Candidate> violating = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            NodeInfo node = nodes.get((offset + i) % nodes.size());
            Candidate candidate = candidate(state, pod, node, refusals);
            if (candidate != null) {
                (candidate.violations() == 0 ? harmless : violating).add(candidate);
                if (!harmless.isEmpty() && harmless.size() + violating.size() >= enough) {
                    break;
                }
            }
        }
        harmless.addAll(violating);
        return harmless;
    }

    /** Takes all pods of lower priority away, and puts back as many as possible ({@code SelectVictimsOnNode}). */
    private @Nullable Candidate candidate(
            CycleState original, PodInfo pod, NodeInfo node, Map<NodeInfo, Refusal> refusals) {
        List<PodInfo> lower = new ArrayList<>();
        for (PodInfo other : node.pods()) {
            if (other.priority() < pod.priority()) {
                lower.add(other);
            }
        }
        if (lower.isEmpty()) {
            refusals.put(node, refusal(Status.unresolvable("No preemption victims found for incoming pod")));
            return null;
        }
        CycleState state = original.copy();
        TrialNode trial = node.trial();
        lower.forEach(victim -> filters.removePod(state, pod, victim, trial));
        Refusal refusal = filters.run(state, pod, trial);
        if (refusal != null) {
            refusals.put(node, refusal);
            return null;
        }
        lower.sort(Importance.mostFirst(now));
        List<PodInfo> protectedPods = budgets.violating(lower);
        lower.removeAll(protectedPods);
        List<PodInfo> victims = new ArrayList<>();
        for (PodInfo each : protectedPods) {
            putBack(state, pod, each, trial, victims);
        }
        int violations = victims.size();
        for (PodInfo each : lower) {
            putBack(state, pod, each, trial, victims);
        }
        return new Candidate(node, victims, violations);
    }

    private void putBack(CycleState state, PodInfo pod, PodInfo victim, TrialNode trial, List<PodInfo> victims) {
        filters.addPod(state, pod, victim, trial);
        if (filters.run(state, pod, trial) != null) {
            filters.removePod(state, pod, victim, trial);
            victims.add(victim);
        }
    }

    static Refusal refusal(Status status) {
        return new Refusal(DefaultPreemption.NAME, status);
    }

    /**
     * The best: fewest violations of budgets, then the lowest of the highest priorities, the lowest sum of
     * priorities, the fewest
     * victims, the latest start of the most important victim, the first ({@code pickOneNodeForPreemption}).
     */
    Candidate best(List<Candidate> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt(Candidate::violations)
                        .thenComparingInt(Candidate::highestPriority)
                        .thenComparingLong(Candidate::sumOfPriorities)
                        .thenComparingInt(candidate -> candidate.victims().size())
                        .thenComparing(candidate -> candidate.earliestStart(now), Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** Whether removing pods from a node with that refusal may help. */
    static boolean mayHelp(Refusal refusal) {
        return refusal.status().code() == Code.UNSCHEDULABLE;
    }
}

package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.scheduler.cycle.FitMessage;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PostFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreEnqueuePlugin;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.report.PodReports;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Deletes pods of lower priority so that a pod fits, and nominates it to their node. */
public final class DefaultPreemption implements PreEnqueuePlugin, PostFilterPlugin {

    static final String NAME = "DefaultPreemption";

    private final Handle handle;
    private final Settings settings;
    private final RandomStream offsets;
    private final RunningPreemptions running;

    /**
     * The arguments of the plug-in.
     *
     * @param minCandidateNodesPercentage how many nodes are tried at least, in per cent
     * @param minCandidateNodesAbsolute the same as a number; the larger of the two counts
     */
    public record Settings(int minCandidateNodesPercentage, int minCandidateNodesAbsolute) {

        /** A tenth of the nodes, and at least a hundred. */
        public static final Settings DEFAULT = new Settings(10, 100);
    }

    /**
     * What preemption found, for an explanation; kept in the state of the attempt.
     *
     * @param victims names of the victims by candidate node, in the order in which they were found
     * @param chosen the node that was chosen
     */
    public record Found(Map<String, List<String>> victims, String chosen) implements CycleState.Entry {

        /** Where it is kept. */
        public static final StateKey<Found> KEY = new StateKey<>("DefaultPreemption");

        /** In words. */
        public String text() {
            List<String> parts = new ArrayList<>();
            victims.forEach((node, names) ->
                    parts.add(node + ": " + (names.isEmpty() ? "no victim" : String.join(", ", names))));
            return "victims by node: " + String.join("; ", parts) + ". Chosen: " + chosen;
        }

        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /** Preempts with the filters of its profile. */
    public DefaultPreemption(Handle handle, Settings settings) {
        this.handle = handle;
        this.settings = settings;
        this.offsets = handle.random("preemption");
        this.running = new RunningPreemptions(handle);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preEnqueue(PodInfo pod) {
        return running.has(pod.uid())
                ? Status.unresolvable("waiting for the preemption for this pod to be finished")
                : Status.SUCCESS;
    }

    @Override
    public Completion<Result> postFilter(CycleState state, PodInfo pod, Map<NodeInfo, Refusal> refusals) {
        String why = ineligible(pod, refusals);
        if (why != null) {
            return Completion.of(new Result(Status.unschedulable("preemption: " + why), null));
        }
        List<NodeInfo> nodes = new ArrayList<>();
        Map<NodeInfo, Refusal> unhelpful = new LinkedHashMap<>();
        for (NodeInfo node : handle.snapshot().nodes()) {
            Refusal refusal = refusals.get(node);
            if (refusal == null || VictimSearch.mayHelp(refusal)) {
                nodes.add(node);
            } else {
                unhelpful.put(
                        node, VictimSearch.refusal(Status.unresolvable("Preemption is not helpful for scheduling")));
            }
        }
        if (nodes.isEmpty()) {
            return nowhere(pod, unhelpful);
        }
        VictimSearch search = new VictimSearch(
                handle.filters(),
                new Budgets(handle.cluster().list(PodDisruptionBudget.class, null)),
                handle.context().clock());
        int offset = offsets.nextInt(nodes.size());
        List<Candidate> candidates = search.candidates(state, pod, nodes, offset, enough(nodes.size()), unhelpful);
        if (candidates.isEmpty()) {
            return Completion.of(nobody(unhelpful));
        }
        return new ExtenderChoice(extenders(), pod, state).of(candidates).then(left -> {
            if (left.error() != null) {
                return Completion.of(new Result(Status.error(left.error()), null));
            }
            if (left.candidates().isEmpty()) {
                return Completion.of(nobody(unhelpful));
            }
            Candidate best = search.best(left.candidates());
            state.write(Found.KEY, found(left.candidates(), best));
            return evict(pod, best);
        });
    }

    /** No node can be helped: a nomination goes, before v1.22 by a request of its own. */
    private Completion<Result> nowhere(PodInfo pod, Map<NodeInfo, Refusal> unhelpful) {
        Status why = Status.unschedulable(text(unhelpful));
        Pod.Status status = pod.pod().status();
        if (!keepsNomination()) {
            return Completion.of(new Result(why, ""));
        }
        return status == null || status.nominatedNodeName() == null
                ? Completion.of(new Result(why, null))
                : handle.client().send(PodReports.clearing(pod.pod())).map(response -> new Result(why, null));
    }

    /** The scheduler of v1.20 gave its framework no extenders to ask. */
    private List<Extender> extenders() {
        return handle.version().has(Feature.PREEMPTION_WITHOUT_EXTENDERS) ? List.of() : handle.extenders();
    }

    private Result nobody(Map<NodeInfo, Refusal> unhelpful) {
        return new Result(Status.unschedulable(text(unhelpful)), keepsNomination() ? null : "");
    }

    /** The attempt waits until the victims are deleted, unless they are deleted beside it. */
    private Completion<Result> evict(PodInfo pod, Candidate candidate) {
        Result success = new Result(Status.SUCCESS, candidate.node().name());
        if (handle.version().has(Feature.ASYNC_PREEMPTION)) {
            running.start(candidate, pod);
            return Completion.of(success);
        }
        return new Eviction(handle)
                .of(candidate, pod)
                .map(status -> status.isSuccess() ? success : new Result(status, null));
    }

    /** Before v1.22 a nomination stays when no candidate is found, and is not part of what is reported. */
    private boolean keepsNomination() {
        return !handle.version().has(Feature.NOMINATION_CLEARED_WITH_CONDITION);
    }

    private int enough(int nodes) {
        int share = nodes * settings.minCandidateNodesPercentage() / 100;
        return Math.min(nodes, Math.max(share, settings.minCandidateNodesAbsolute()));
    }

    private String text(Map<NodeInfo, Refusal> refusals) {
        return "preemption: " + FitMessage.of(handle.snapshot().nodes().size(), refusals.values());
    }

    private static Found found(List<Candidate> candidates, Candidate best) {
        Map<String, List<String>> victims = new LinkedHashMap<>();
        for (Candidate candidate : candidates) {
            victims.put(
                    candidate.node().name(),
                    candidate.victims().stream()
                            .map(victim -> victim.pod().key().toString())
                            .toList());
        }
        return new Found(victims, best.node().name());
    }

    /** Why a pod must not preempt, or not now; null when it may ({@code PodEligibleToPreemptOthers}). */
    private @Nullable String ineligible(PodInfo pod, Map<NodeInfo, Refusal> refusals) {
        if ("Never".equals(pod.pod().spec().preemptionPolicy())) {
            return "not eligible due to preemptionPolicy=Never.";
        }
        String nominated =
                pod.pod().status() == null ? null : pod.pod().status().nominatedNodeName();
        NodeInfo node = nominated == null ? null : handle.snapshot().node(nominated);
        if (node == null) {
            return null;
        }
        Refusal refusal = refusals.get(node);
        if (refusal != null && !VictimSearch.mayHelp(refusal)) {
            return null;
        }
        for (PodInfo other : node.pods()) {
            if (other.priority() < pod.priority() && Eviction.isGoing(other.pod(), handle.version())) {
                return "not eligible due to a terminating pod on the nominated node.";
            }
        }
        return null;
    }
}

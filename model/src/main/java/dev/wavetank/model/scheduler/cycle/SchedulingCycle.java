package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Chooses a node for one pod. It is one event, unless an extender has to be asked or victims have to go. */
public final class SchedulingCycle {

    private final FrameworkRunner runner;
    private final CycleState state;
    private final PodInfo pod;
    private final Snapshot snapshot;
    private final Shared shared;
    private final Explanation explanation;
    private final Consumer<Outcome> result;

    /**
     * What the cycles of one scheduler share.
     *
     * @param search finds feasible nodes
     * @param selection chooses among the best
     * @param version of Kubernetes
     */
    public record Shared(NodeSearch search, HostSelection selection, KubernetesVersion version) {}

    /**
     * A cycle that has not begun.
     *
     * @param explanation is told each step
     * @param result receives what came of it
     */
    public SchedulingCycle(
            FrameworkRunner runner,
            CycleState state,
            PodInfo pod,
            Snapshot snapshot,
            Shared shared,
            Explanation explanation,
            Consumer<Outcome> result) {
        this.runner = runner;
        this.state = state;
        this.pod = pod;
        this.snapshot = snapshot;
        this.shared = shared;
        this.explanation = explanation;
        this.result = result;
    }

    /** Runs it. */
    public void run() {
        List<NodeInfo> nodes = snapshot.nodes();
        if (nodes.isEmpty()) {
            result.accept(Outcome.failed(
                    new Outcome.Failure(Outcome.UNSCHEDULABLE, FitMessage.NO_NODES, new TreeSet<>(), null)));
            return;
        }
        FrameworkRunner.PreFiltered preFiltered = runner.preFilter(state, pod, snapshot);
        Refusal refusal = preFiltered.refusal();
        if (refusal != null && refusal.status().code() == Code.ERROR) {
            fail(refusal.status().message());
        } else if (refusal != null) {
            refuseEverywhere(refusal);
        } else {
            filter(preFiltered.onlyNodes());
        }
    }

    private void refuseEverywhere(Refusal refusal) {
        Refusals refusals = new Refusals();
        snapshot.nodes().forEach(node -> refusals.add(node, refusal));
        explanation.refusedEverywhere(refusal);
        String text = shared.version().has(Feature.PRE_FILTER_TEXT)
                ? FitMessage.of(refusals.size(), refusal.status().message())
                : FitMessage.of(refusals.size(), refusals.reasons(), shared.version());
        noFit(refusals, text);
    }

    private void filter(@Nullable Set<String> onlyNodes) {
        NodeInfo nominated = nominatedNode();
        if (nominated != null && runner.run(state, pod, nominated) == null) {
            extend(new NodeSearch.Found(new ArrayList<>(List.of(nominated)), new Refusals(), null), 0);
            return;
        }
        NodeSearch.Found found = shared.search().find(runner, state, pod, snapshot, onlyNodes);
        if (found.error() != null) {
            fail(found.error());
        } else {
            extend(found, 0);
        }
    }

    /** The node for which the pod was nominated is asked alone, first. */
    private @Nullable NodeInfo nominatedNode() {
        String name = pod.pod().status() == null ? null : pod.pod().status().nominatedNodeName();
        return name == null || name.isEmpty() || !shared.version().has(Feature.PREFER_NOMINATED_NODE)
                ? null
                : snapshot.node(name);
    }

    private void extend(NodeSearch.Found found, int index) {
        List<Extender> extenders = runner.profile().extenders();
        if (index == extenders.size() || found.feasible().isEmpty()) {
            filtered(found);
            return;
        }
        Extender extender = extenders.get(index);
        if (!extender.filters() || !extender.isInterested(pod)) {
            extend(found, index + 1);
            return;
        }
        extender.filter(pod, found.feasible()).whenDone(answer -> {
            String error = answer.error();
            if (error == null) {
                extend(without(found, answer, extender), index + 1);
            } else if (extender.isIgnorable()) {
                explanation.ignored(extender.name(), error);
                extend(found, index + 1);
            } else {
                fail(error);
            }
        });
    }

    private static NodeSearch.Found without(NodeSearch.Found found, Extender.Filtered answer, Extender extender) {
        Set<String> left = new TreeSet<>(answer.feasible());
        List<NodeInfo> feasible = new ArrayList<>();
        for (NodeInfo node : found.feasible()) {
            if (left.contains(node.name())) {
                feasible.add(node);
            } else if (answer.unresolvable().containsKey(node.name())) {
                String why = answer.unresolvable().get(node.name());
                found.refusals().add(node, new Refusal(extender.name(), Status.unresolvable(why)));
            } else if (answer.failed().containsKey(node.name())) {
                String why = answer.failed().get(node.name());
                found.refusals().add(node, new Refusal(extender.name(), Status.unschedulable(why)));
            }
        }
        return new NodeSearch.Found(feasible, found.refusals(), null);
    }

    private void filtered(NodeSearch.Found found) {
        explanation.filtered(found.feasible(), found.refusals());
        if (found.feasible().isEmpty()) {
            noFit(
                    found.refusals(),
                    FitMessage.of(snapshot.nodes().size(), found.refusals().reasons(), shared.version()));
        } else if (found.feasible().size() == 1) {
            chosen(found.feasible().get(0), found.feasible());
        } else {
            score(found.feasible());
        }
    }

    private void score(List<NodeInfo> feasible) {
        FrameworkRunner.Scores scores = runner.score(state, pod, snapshot, feasible, explanation.isWanted());
        if (scores.error() != null) {
            fail(scores.error());
            return;
        }
        if (runner.profile().scores().isEmpty() && runner.profile().extenders().isEmpty()) {
            Arrays.fill(scores.totals(), 1);
        }
        prioritize(feasible, scores, 0);
    }

    private void prioritize(List<NodeInfo> feasible, FrameworkRunner.Scores scores, int index) {
        List<Extender> extenders = runner.profile().extenders();
        if (index == extenders.size()) {
            explanation.scored(feasible, scores);
            List<NodeInfo> best = shared.selection().best(feasible, scores.totals());
            chosen(shared.selection().select(best), best);
            return;
        }
        Extender extender = extenders.get(index);
        if (!extender.prioritizes() || !extender.isInterested(pod)) {
            prioritize(feasible, scores, index + 1);
            return;
        }
        extender.prioritize(pod, feasible).whenDone(answer -> {
            if (answer.error() != null) {
                explanation.ignored(extender.name(), answer.error());
            }
            Map<String, Long> points = answer.points();
            for (int i = 0; i < feasible.size(); i++) {
                scores.totals()[i] += points.getOrDefault(feasible.get(i).name(), 0L);
            }
            prioritize(feasible, scores, index + 1);
        });
    }

    private void chosen(NodeInfo node, List<NodeInfo> best) {
        explanation.chosen(node, best);
        result.accept(Outcome.on(node.name()));
    }

    private void noFit(Refusals refusals, String message) {
        Set<String> refusedBy = new TreeSet<>();
        refusals.reasons().forEach(refusal -> refusedBy.add(refusal.plugin()));
        runner.postFilter(state, pod, refusals.byNode()).whenDone(answer -> {
            boolean explains = shared.version().has(Feature.PREEMPTION_TEXT)
                    && !answer.status().reasons().isEmpty();
            String text = explains ? message + " " + answer.status().message() : message;
            result.accept(Outcome.failed(
                    new Outcome.Failure(Outcome.UNSCHEDULABLE, text, refusedBy, answer.nominatedNode())));
        });
    }

    /** An error of a plug-in; before v1.26 its condition says Unschedulable too. */
    private void fail(String error) {
        String reason =
                shared.version().has(Feature.SCHEDULING_ERROR_REASON) ? Outcome.SCHEDULER_ERROR : Outcome.UNSCHEDULABLE;
        result.accept(Outcome.failed(new Outcome.Failure(reason, error, new TreeSet<>(), null)));
    }
}

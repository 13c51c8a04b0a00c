package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import dev.wavetank.model.trace.AttemptTrace;
import java.util.ArrayList;
import java.util.List;

/** Collects what a trace record says about one attempt. */
public final class AttemptRecord implements Explanation {

    private final Snapshot snapshot;
    private final List<AttemptTrace.Refused> refusals = new ArrayList<>();
    private final List<AttemptTrace.Ignored> ignored = new ArrayList<>();
    private final List<AttemptTrace.Points> points = new ArrayList<>();
    private List<String> feasible = List.of();
    private List<Long> totals = List.of();
    private List<String> best = List.of();
    private String chosen = "";

    /**
     * Which attempt it is.
     *
     * @param pod key of the pod
     * @param number of the attempt, from 1
     * @param schedulerName the profile
     * @param wokenBy what moved the pod back into the active queue; empty for the first attempt
     */
    public record Attempt(String pod, int number, String schedulerName, String wokenBy) {}

    /** Nothing yet, about an attempt with that snapshot. */
    public AttemptRecord(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    @Override
    public boolean isWanted() {
        return true;
    }

    @Override
    public void refusedEverywhere(Refusal refusal) {
        snapshot.nodes().forEach(node -> refused(node, refusal));
    }

    @Override
    public void filtered(List<NodeInfo> nodes, Refusals refused) {
        feasible = names(nodes);
        refused.forEach(this::refused);
    }

    private void refused(NodeInfo node, Refusal refusal) {
        Status status = refusal.status();
        refusals.add(new AttemptTrace.Refused(
                node.name(), refusal.plugin(), status.code() == Code.UNSCHEDULABLE, status.reasons()));
    }

    @Override
    public void ignored(String extender, String error) {
        ignored.add(new AttemptTrace.Ignored(extender, error));
    }

    @Override
    public void scored(List<NodeInfo> nodes, FrameworkRunner.Scores scores) {
        totals = list(scores.totals());
        for (FrameworkRunner.PluginScores each : scores.byPlugin()) {
            points.add(
                    new AttemptTrace.Points(each.plugin(), each.weight(), list(each.raw()), list(each.normalised())));
        }
    }

    @Override
    public void chosen(NodeInfo node, List<NodeInfo> equals) {
        chosen = node.name();
        best = names(equals);
    }

    private static List<String> names(List<NodeInfo> nodes) {
        return nodes.stream().map(NodeInfo::name).toList();
    }

    private static List<Long> list(long[] numbers) {
        List<Long> result = new ArrayList<>(numbers.length);
        for (long number : numbers) {
            result.add(number);
        }
        return result;
    }

    /**
     * The record.
     *
     * @param preemption what came of the attempt to make room; empty when there was none
     * @param message why there is no node; empty when there is one
     */
    public AttemptTrace trace(Attempt attempt, String preemption, String message) {
        return new AttemptTrace(
                attempt.pod(),
                attempt.number(),
                attempt.schedulerName(),
                attempt.wokenBy(),
                snapshot.nodes().size(),
                refusals,
                ignored,
                feasible,
                points,
                totals,
                best,
                chosen,
                preemption,
                message);
    }
}

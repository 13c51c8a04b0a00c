package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * How one attempt to place a pod went, up to the choice of a node.
 *
 * @param pod its key
 * @param number of the attempt, from 1
 * @param schedulerName the profile that made it
 * @param wokenBy what moved the pod back into the active queue; empty for the first attempt
 * @param nodes how many nodes there were
 * @param refusals nodes that were refused, in the order in which they were tried
 * @param ignored extenders that failed and without which the attempt went on
 * @param feasible nodes that were not, in their order
 * @param scores points of the feasible nodes by plug-in; empty when there was nothing to compare
 * @param totals weighted sums of the feasible nodes, with what extenders gave; empty likewise
 * @param best the nodes among which one was chosen
 * @param chosen the node; empty when there is none
 * @param preemption what came of the attempt to make room; empty when there was none
 * @param message why there is no node; empty when there is one
 */
public record AttemptTrace(
        String pod,
        int number,
        String schedulerName,
        String wokenBy,
        int nodes,
        List<Refused> refusals,
        List<Ignored> ignored,
        List<String> feasible,
        List<Points> scores,
        List<Long> totals,
        List<String> best,
        String chosen,
        String preemption,
        String message)
        implements TraceRecord {

    /**
     * A node that was refused.
     *
     * @param node its name
     * @param plugin that refused it, or the URL of the extender that did
     * @param resolvable whether removing pods from it may help
     * @param reasons in the plug-in's words
     */
    public record Refused(String node, String plugin, boolean resolvable, List<String> reasons) {}

    /**
     * An extender that failed without harm: one that is ignorable, or one that was to give points.
     *
     * @param extender its URL
     * @param error what went wrong
     */
    public record Ignored(String extender, String error) {}

    /**
     * Points of the feasible nodes by one plug-in, in their order.
     *
     * @param plugin its name
     * @param weight by which the normalised points are multiplied
     * @param raw before normalising
     * @param normalised after it
     */
    public record Points(String plugin, long weight, List<Long> raw, List<Long> normalised) {}

    /** Keeps copies. */
    public AttemptTrace {
        refusals = List.copyOf(refusals);
        ignored = List.copyOf(ignored);
        feasible = List.copyOf(feasible);
        scores = List.copyOf(scores);
        totals = List.copyOf(totals);
        best = List.copyOf(best);
    }

    @Override
    public String type() {
        return "scheduler.decision";
    }

    @Override
    public String subject() {
        return "pods/" + pod;
    }

    @Override
    public boolean isDetail() {
        return true;
    }

    @Override
    public void describe(Fields out) {
        List<String> refused = new ArrayList<>();
        refusals.forEach(one -> refused.add(one.node() + " " + one.plugin() + ": " + String.join(", ", one.reasons())));
        List<String> failed = new ArrayList<>();
        ignored.forEach(one -> failed.add(one.extender() + ": " + one.error()));
        out.text("pod", pod)
                .number("attempt", number)
                .text("scheduler", schedulerName)
                .text("wokenBy", wokenBy)
                .number("nodes", nodes)
                .text("refused", String.join("; ", refused))
                .text("ignored", String.join("; ", failed))
                .text("feasible", String.join(",", feasible))
                .text("best", String.join(",", best))
                .text("chosen", chosen)
                .text("preemption", preemption)
                .text("message", message);
    }
}

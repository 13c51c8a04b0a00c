package dev.wavetank.reports.attempt;

import dev.wavetank.model.trace.AttemptTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The attempts to place a pod, for programs; times are nanoseconds of virtual time. */
public final class AttemptTree {

    private AttemptTree() {}

    /** The tree of JSON. */
    public static Map<String, Object> of(Attempts attempts) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("pod", attempts.pod());
        List<Object> all = new ArrayList<>();
        attempts.attempts().forEach(attempt -> all.add(of(attempt)));
        tree.put("attempts", all);
        return tree;
    }

    private static Map<String, Object> of(Attempts.Attempt attempt) {
        AttemptTrace trace = attempt.trace();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("attempt", (long) trace.number());
        tree.put("at", attempt.at());
        tree.put("component", attempt.scheduler());
        tree.put("schedulerName", trace.schedulerName());
        tree.put("wokenBy", trace.wokenBy());
        tree.put("nodes", (long) trace.nodes());
        List<Object> refused = new ArrayList<>();
        trace.refusals().forEach(one -> refused.add(of(one)));
        tree.put("refused", refused);
        List<Object> ignored = new ArrayList<>();
        trace.ignored().forEach(one -> ignored.add(of(one)));
        tree.put("ignored", ignored);
        tree.put("feasible", nodes(trace));
        tree.put("best", new ArrayList<Object>(trace.best()));
        tree.put("chosen", trace.chosen());
        tree.put("preemption", trace.preemption());
        tree.put("message", trace.message());
        return tree;
    }

    private static Map<String, Object> of(AttemptTrace.Refused refused) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("node", refused.node());
        tree.put("plugin", refused.plugin());
        tree.put("resolvable", refused.resolvable());
        tree.put("reasons", new ArrayList<Object>(refused.reasons()));
        return tree;
    }

    private static Map<String, Object> of(AttemptTrace.Ignored ignored) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("extender", ignored.extender());
        tree.put("error", ignored.error());
        return tree;
    }

    private static List<Object> nodes(AttemptTrace trace) {
        List<Object> nodes = new ArrayList<>();
        for (int i = 0; i < trace.feasible().size(); i++) {
            Map<String, Object> node = new LinkedHashMap<>();
            node.put("node", trace.feasible().get(i));
            if (!trace.totals().isEmpty()) {
                node.put("total", trace.totals().get(i));
                node.put("extenders", AttemptText.ofExtenders(trace, i));
                node.put("scores", scores(trace, i));
            }
            nodes.add(node);
        }
        return nodes;
    }

    private static List<Object> scores(AttemptTrace trace, int node) {
        List<Object> scores = new ArrayList<>();
        for (AttemptTrace.Points points : trace.scores()) {
            Map<String, Object> score = new LinkedHashMap<>();
            score.put("plugin", points.plugin());
            score.put("weight", points.weight());
            score.put("raw", points.raw().get(node));
            score.put("normalised", points.normalised().get(node));
            scores.add(score);
        }
        return scores;
    }
}

package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Plugin;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Runs plug-ins for one pod and all nodes, as a cycle does, and keeps everything that they say. */
record PlainProfile(List<FilterPlugin> filters, List<ScorePlugin> scores) {

    /** The scores of one plug-in, in the order of the feasible nodes. */
    record Points(long[] raw, long[] normalized) {}

    /** What came of the filters: a refusal for each node that is not feasible. */
    record Verdicts(Status preFilter, Map<String, Refusal> refusals, List<NodeInfo> feasible) {}

    /** All plug-ins, and a queue sort, for a real profile. */
    List<Plugin> plugins() {
        List<Plugin> plugins = new ArrayList<>(List.of(new PrioritySort()));
        plugins.addAll(filters);
        for (ScorePlugin score : scores) {
            if (!plugins.contains(score)) {
                plugins.add(score);
            }
        }
        return plugins;
    }

    /** Runs preFilter for all; a plug-in that skips the pod is left out. */
    Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot, List<FilterPlugin> asked) {
        for (FilterPlugin filter : filters) {
            Status status =
                    filter instanceof PreFilterPlugin before ? before.preFilter(state, pod, snapshot) : Status.SUCCESS;
            if (status.code().isRefusal()) {
                return status;
            }
            if (status != Status.SKIP) {
                asked.add(filter);
            }
        }
        return Status.SUCCESS;
    }

    Verdicts filter(CycleState state, PodInfo pod, Snapshot snapshot) {
        List<FilterPlugin> asked = new ArrayList<>();
        Status before = preFilter(state, pod, snapshot, asked);
        Map<String, Refusal> refusals = new LinkedHashMap<>();
        List<NodeInfo> feasible = new ArrayList<>();
        if (before.code().isRefusal()) {
            return new Verdicts(before, refusals, feasible);
        }
        for (NodeInfo node : snapshot.nodes()) {
            Refusal refusal = refusal(asked, state, pod, node);
            if (refusal == null) {
                feasible.add(node);
            } else {
                refusals.put(node.name(), refusal);
            }
        }
        return new Verdicts(before, refusals, feasible);
    }

    static Refusal refusal(List<FilterPlugin> asked, CycleState state, PodInfo pod, NodeInfo node) {
        for (FilterPlugin filter : asked) {
            Status status = filter.filter(state, pod, node);
            if (!status.isSuccess()) {
                return new Refusal(filter.name(), status);
            }
        }
        return null;
    }

    /** The points of each plug-in; zeros for one that skips the pod. */
    Map<String, Points> score(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
        Map<String, Points> all = new LinkedHashMap<>();
        for (ScorePlugin score : scores) {
            Status status = score instanceof PreScorePlugin before
                    ? before.preScore(state, pod, snapshot, feasible)
                    : Status.SUCCESS;
            long[] points = new long[feasible.size()];
            if (status != Status.SKIP) {
                for (int i = 0; i < points.length; i++) {
                    points[i] = score.score(state, pod, feasible.get(i));
                }
            }
            long[] raw = points.clone();
            if (status != Status.SKIP) {
                score.normalize(state, pod, feasible, points);
            }
            all.put(score.name(), new Points(raw, points));
        }
        return all;
    }

    /** The text of the event: counted reasons, sorted as texts. */
    static String message(int nodes, Verdicts verdicts) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        verdicts.refusals()
                .values()
                .forEach(
                        refusal -> refusal.status().reasons().forEach(reason -> counts.merge(reason, 1, Integer::sum)));
        verdicts.preFilter().reasons().forEach(reason -> counts.merge(reason, nodes, Integer::sum));
        TreeSet<String> sorted = new TreeSet<>();
        counts.forEach((reason, count) -> sorted.add(count + " " + reason));
        return "0/" + nodes + " nodes are available: " + String.join(", ", sorted) + ".";
    }

    /** The plug-in of that name. */
    <T extends Plugin> T plugin(Class<T> kind) {
        return filters.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }
}

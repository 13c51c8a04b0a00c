package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.plugin.Candidates;
import dev.wavetank.model.scheduler.plugin.Filter;
import dev.wavetank.model.scheduler.plugin.NodeState;
import dev.wavetank.model.scheduler.plugin.PodDemand;
import dev.wavetank.model.scheduler.plugin.Score;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a node for one pod: filters, then scores, then a draw among the best.
 *
 * <p>In clusters of 100 nodes and more the search ends when enough feasible nodes were found, and the next one
 * begins where it ended ({@code percentageOfNodesToScore}).
 */
final class Placement {

    /** The text of the event when there is no node at all. */
    static final String NO_NODES = "no nodes available to schedule pods";

    private static final int ALL_BELOW = 100;

    private final List<Filter> filters;
    private final List<Score> scores;
    private final RandomStream ties;
    private int start;

    Placement(List<Filter> filters, List<Score> scores, RandomStream ties) {
        this.filters = filters;
        this.scores = scores;
        this.ties = ties;
    }

    /**
     * The outcome.
     *
     * @param node the chosen one, or null
     * @param message why there is none, as in the FailedScheduling event, or null
     */
    record Decision(@Nullable String node, @Nullable String message) {}

    /** @param last one more filter, which runs last; null for none */
    Decision decide(PodDemand pod, List<NodeState> nodes, @Nullable Filter last) {
        Filter[] asked = concerned(pod, last);
        int enough = nodesToFind(nodes.size());
        Candidates feasible = new Candidates(enough);
        Map<String, Integer> reasons = new TreeMap<>();
        int next = nodes.isEmpty() ? 0 : start % nodes.size();
        for (int left = nodes.size(); left > 0 && feasible.size() < enough; left--) {
            NodeState node = nodes.get(next);
            next = next + 1 == nodes.size() ? 0 : next + 1;
            List<String> against = reasonsAgainst(asked, pod, node);
            if (against.isEmpty()) {
                feasible.add(node);
            } else {
                against.forEach(reason -> reasons.merge(reason, 1, Integer::sum));
            }
        }
        start = next;
        return feasible.size() == 0
                ? new Decision(null, message(nodes.size(), reasons))
                : new Decision(best(pod, feasible).name(), null);
    }

    private Filter[] concerned(PodDemand pod, @Nullable Filter last) {
        List<Filter> asked = new ArrayList<>(filters);
        if (last != null) {
            asked.add(last);
        }
        asked.removeIf(filter -> !filter.concerns(pod));
        return asked.toArray(Filter[]::new);
    }

    private static List<String> reasonsAgainst(Filter[] asked, PodDemand pod, NodeState node) {
        for (Filter filter : asked) {
            List<String> reasons = filter.reasonsAgainst(pod, node);
            if (!reasons.isEmpty()) {
                return reasons;
            }
        }
        return List.of();
    }

    private NodeState best(PodDemand pod, Candidates feasible) {
        if (feasible.size() == 1) {
            return feasible.get(0);
        }
        long[] totals = new long[feasible.size()];
        for (Score score : scores) {
            score.addTo(totals, pod, feasible);
        }
        long most = Long.MIN_VALUE;
        for (long total : totals) {
            most = Math.max(most, total);
        }
        List<NodeState> best = new ArrayList<>();
        for (int i = 0; i < totals.length; i++) {
            if (totals[i] == most) {
                best.add(feasible.get(i));
            }
        }
        return ties.pick(best);
    }

    /** How many feasible nodes the search needs: {@code numFeasibleNodesToFind}. */
    static int nodesToFind(int nodes) {
        if (nodes < ALL_BELOW) {
            return nodes;
        }
        int percentage = Math.max(5, 50 - nodes / 125);
        return Math.max(ALL_BELOW, nodes * percentage / 100);
    }

    /** The text of the event: counted reasons, sorted as strings. */
    private static String message(int nodes, Map<String, Integer> reasons) {
        if (nodes == 0) {
            return NO_NODES;
        }
        TreeSet<String> counted = new TreeSet<>();
        reasons.forEach((reason, count) -> counted.add(count + " " + reason));
        return "0/" + nodes + " nodes are available: " + String.join(", ", counted) + ".";
    }
}

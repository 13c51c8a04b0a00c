package dev.wavetank.model.scheduler.runtime;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.NodeSelection;
import dev.wavetank.model.scheduler.framework.NodeTables;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.SignPlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Points before normalising that hold for all pods with the same signature, kept until the node changes. */
final class SignedScores {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final NodeTables<List<Object>, Points> tables = new NodeTables<>();

    /** The points for one signature, by the positions of the nodes. */
    private static final class Points implements Positions.Table {

        private final Positions positions = new Positions();
        private long[] points = new long[0];
        /** One bit for each position whose points are known, and for each whose points are known not to be 0. */
        private long[] known = new long[0];

        private long[] others = new long[0];

        @Override
        public void reset(int nodes) {
            if (points.length == nodes) {
                Arrays.fill(known, 0);
                Arrays.fill(others, 0);
            } else {
                points = new long[nodes];
                known = new long[NodeSelection.words(nodes)];
                others = new long[NodeSelection.words(nodes)];
            }
        }

        @Override
        public void forget(int position) {
            known[position / Long.SIZE] &= ~(1L << position);
            others[position / Long.SIZE] &= ~(1L << position);
        }

        /** Computes the points of those nodes of which they are not known; false when one has none. */
        private boolean complete(NodeSelection nodes, ToLongFunction<NodeInfo> score, List<NodeInfo> all) {
            for (int word = 0; word < known.length; word++) {
                for (long left = nodes.word(word) & ~known[word]; left != 0; left &= left - 1) {
                    int position = word * Long.SIZE + Long.numberOfTrailingZeros(left);
                    points[position] = score.applyAsLong(all.get(position));
                    if (points[position] == UNKNOWN) {
                        return false;
                    }
                    known[word] |= Long.lowestOneBit(left);
                    others[word] |= points[position] == 0 ? 0 : Long.lowestOneBit(left);
                }
            }
            return true;
        }

        /** Whether the points of all of these nodes, which are known, are 0. */
        private boolean areZero(NodeSelection nodes) {
            for (int word = 0; word < others.length; word++) {
                if ((nodes.word(word) & others[word]) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private Points points(List<Object> key, Snapshot snapshot) {
        Points table = tables.get(key, snapshot.nodes().size(), unknown -> new Points());
        table.positions.follow(snapshot, table);
        return table;
    }

    /** The pod and the feasible nodes. */
    record Attempt(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {

        @Nullable
        Object signature(ScorePlugin plugin) {
            return plugin instanceof SignPlugin signs && Positions.areKnown(snapshot) ? signs.sign(pod) : null;
        }

        ToLongFunction<NodeInfo> scores(ScorePlugin plugin) {
            return node -> plugin.score(state, pod, node);
        }

        /** The feasible nodes by their positions, where these are known. */
        NodeSelection selection() {
            return NodeSelection.of(snapshot.nodes(), feasible);
        }
    }

    /** Sets the points of all feasible nodes, in their order. */
    void score(ScorePlugin plugin, Attempt attempt, long[] points) {
        Object signature = attempt.signature(plugin);
        if (signature == null) {
            plugin.scoreAll(attempt.state, attempt.pod, attempt.feasible, points);
            return;
        }
        NodeSelection nodes = attempt.selection();
        Points table = points(List.of(plugin.name(), signature), attempt.snapshot);
        if (!table.complete(nodes, attempt.scores(plugin), attempt.snapshot.nodes())) {
            plugin.scoreAll(attempt.state, attempt.pod, attempt.feasible, points);
            return;
        }
        for (int i = 0; i < points.length; i++) {
            points[i] = table.points[nodes.position(i)];
        }
    }

    /**
     * Adds the weighted points of those plug-ins that have signed the pod, and either normalise nothing, kept as one
     * sum, or give all nodes the same.
     *
     * @return the other plug-ins; all of them when points are out of range, and then nothing has been added
     */
    List<Profile.WeightedScore> addSums(List<Profile.WeightedScore> all, Attempt attempt, long[] totals) {
        List<Profile.WeightedScore> others = new ArrayList<>(all.size());
        List<Profile.WeightedScore> summed = new ArrayList<>(all.size());
        List<Object> key = new ArrayList<>(3 * all.size());
        long same = 0;
        for (Profile.WeightedScore each : all) {
            Object signature = attempt.signature(each.plugin());
            if (signature == null) {
                others.add(each);
            } else if (!each.plugin().hasScoreExtensions()) {
                summed.add(each);
                key.add(each.plugin().name());
                key.add(each.weight());
                key.add(signature);
            } else if (givesZero(each.plugin(), signature, attempt)) {
                same += each.weight() * each.plugin().normalizedZero();
            } else {
                others.add(each);
            }
        }
        if (summed.isEmpty()) {
            Arrays.fill(totals, same);
            return others;
        }
        NodeSelection nodes = attempt.selection();
        Points table = points(key, attempt.snapshot);
        if (!table.complete(nodes, node -> sum(summed, attempt, node), attempt.snapshot.nodes())) {
            return all;
        }
        for (int i = 0; i < totals.length; i++) {
            totals[i] = table.points[nodes.position(i)] + same;
        }
        return others;
    }

    private boolean givesZero(ScorePlugin plugin, Object signature, Attempt attempt) {
        if (plugin.normalizedZero() < 0) {
            return false;
        }
        NodeSelection nodes = attempt.selection();
        Points table = points(List.of(plugin.name(), signature), attempt.snapshot);
        return table.complete(nodes, attempt.scores(plugin), attempt.snapshot.nodes()) && table.areZero(nodes);
    }

    /** The sum for a node, or {@link #UNKNOWN} when points are out of range. */
    private static long sum(List<Profile.WeightedScore> summed, Attempt attempt, NodeInfo node) {
        long sum = 0;
        for (int i = 0; i < summed.size(); i++) {
            Profile.WeightedScore each = summed.get(i);
            long points = each.plugin().score(attempt.state, attempt.pod, node);
            if (points < 0 || points > ScorePlugin.MAX_NODE_SCORE) {
                return UNKNOWN;
            }
            sum += each.weight() * points;
        }
        return sum;
    }
}

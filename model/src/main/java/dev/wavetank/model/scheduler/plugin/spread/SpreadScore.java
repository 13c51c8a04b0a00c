package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The score of PodTopologySpread: how many pods are in the domains of a node, the fewer the better. */
final class SpreadScore {

    private static final StateKey<State> STATE = new StateKey<>("PreScorePodTopologySpread");

    private final Constraints constraints;
    private final SpreadCounts counts;
    private final KubernetesVersion version;
    private final long most;

    /**
     * What the scores of one cycle need.
     *
     * @param keys that a node must have to be scored at all; empty when it need not have any
     */
    private record State(List<String> keys, List<Part> parts) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }

        boolean ignores(NodeInfo node) {
            return !SpreadCounts.hasAll(node.node(), keys);
        }
    }

    /**
     * What one constraint adds to the score.
     *
     * @param pods by domain, or by node for the host name
     * @param weight by which counts are multiplied, so that those of few domains count as much as those of many
     */
    private record Part(String topologyKey, boolean isHost, int maxSkew, TopologySums.ByValue pods, double weight) {

        double points(NodeInfo node) {
            String value = node.node().metadata().labels().get(topologyKey);
            return value == null ? 0 : pods.of(isHost ? node.name() : value) * weight + (maxSkew - 1);
        }
    }

    SpreadScore(Constraints constraints, SpreadCounts counts, KubernetesVersion version) {
        this.constraints = constraints;
        this.counts = counts;
        this.version = version;
        this.most = Scores.most(version);
    }

    Status prepare(CycleState state, Pod pod, Snapshot snapshot, List<NodeInfo> feasible) {
        List<Constraint> soft = constraints.of(pod, false);
        if (soft.isEmpty() && version.has(Feature.PRE_SCORE_SKIP)) {
            return Status.SKIP;
        }
        List<String> keys = constraints.needsAllKeys(pod) ? SpreadCounts.keys(soft) : List.of();
        RequiredNodeAffinity required = RequiredNodeAffinity.of(pod.spec());
        List<Part> parts = new ArrayList<>(soft.size());
        for (Constraint constraint : soft) {
            String key = constraint.topologyKey();
            boolean isHost = key.equals(Constraint.HOSTNAME);
            TopologySums pods = isHost
                    ? counts.byNode(constraint, pod, snapshot)
                    : counts.byDomain(constraint, pod, required, keys, snapshot);
            double weight = StrictMath.log(domains(key, isHost, keys, feasible) + 2);
            parts.add(new Part(key, isHost, constraint.maxSkew(), pods.of(key), weight));
        }
        state.write(STATE, new State(keys, parts));
        return Status.SUCCESS;
    }

    private static int domains(String key, boolean isHost, List<String> keys, List<NodeInfo> feasible) {
        if (isHost && keys.isEmpty()) {
            return feasible.size();
        }
        int nodes = 0;
        String last = null;
        TreeSet<String> values = new TreeSet<>();
        for (int i = 0; i < feasible.size(); i++) {
            NodeInfo node = feasible.get(i);
            if (SpreadCounts.hasAll(node.node(), keys)) {
                nodes++;
                String value = isHost ? null : node.node().metadata().labels().getOrDefault(key, "");
                // Often one domain follows itself: a cluster without zones is one.
                if (value != null && !value.equals(last)) {
                    values.add(value);
                    last = value;
                }
            }
        }
        return isHost ? nodes : values.size();
    }

    long score(CycleState state, NodeInfo node) {
        State known = state.read(STATE);
        if (known == null || known.ignores(node)) {
            return 0;
        }
        double points = 0;
        for (int i = 0; i < known.parts.size(); i++) {
            points += known.parts.get(i).points(node);
        }
        return version.has(Feature.SPREAD_SCORE_ROUNDED) ? Math.round(points) : (long) points;
    }

    void normalize(CycleState state, List<NodeInfo> nodes, long[] points) {
        State known = state.read(STATE);
        if (known == null) {
            return;
        }
        long lowest = Long.MAX_VALUE;
        long highest = 0;
        for (int i = 0; i < points.length; i++) {
            if (!known.ignores(nodes.get(i))) {
                lowest = Math.min(lowest, points[i]);
                highest = Math.max(highest, points[i]);
            }
        }
        for (int i = 0; i < points.length; i++) {
            if (known.ignores(nodes.get(i))) {
                points[i] = 0;
            } else {
                points[i] = highest == 0 ? most : most * (highest + lowest - points[i]) / highest;
            }
        }
    }
}

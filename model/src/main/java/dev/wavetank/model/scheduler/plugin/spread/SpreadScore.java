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
import java.util.Map;
import java.util.TreeSet;

/** The score of PodTopologySpread: how many pods are in the domains of a node, the fewer the better. */
final class SpreadScore {

    private static final StateKey<State> STATE = new StateKey<>("PreScorePodTopologySpread");

    private final Constraints constraints;
    private final SpreadCounts counts;
    private final KubernetesVersion version;
    private final long most;

    /**
     * What the scores of one cycle need, one entry for each constraint.
     *
     * @param keys that a node must have to be scored at all; empty when it need not have any
     * @param sums of pods by domain, or by node for the host name
     * @param weights by which counts are multiplied, so that those of few domains count as much as those of many
     */
    private record State(List<Constraint> constraints, List<String> keys, List<TopologySums> sums, double[] weights)
            implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }

        boolean ignores(NodeInfo node) {
            return !SpreadCounts.hasAll(node.node(), keys);
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
        List<TopologySums> sums = new ArrayList<>(soft.size());
        double[] weights = new double[soft.size()];
        for (int i = 0; i < weights.length; i++) {
            Constraint constraint = soft.get(i);
            boolean isHost = constraint.topologyKey().equals(Constraint.HOSTNAME);
            sums.add(
                    isHost
                            ? counts.byNode(constraint, pod, snapshot)
                            : counts.byDomain(constraint, pod, required, keys, snapshot));
            weights[i] = StrictMath.log(domains(constraint.topologyKey(), isHost, keys, feasible) + 2);
        }
        state.write(STATE, new State(soft, keys, sums, weights));
        return Status.SUCCESS;
    }

    private static int domains(String key, boolean isHost, List<String> keys, List<NodeInfo> feasible) {
        int nodes = 0;
        TreeSet<String> values = new TreeSet<>();
        for (int i = 0; i < feasible.size(); i++) {
            NodeInfo node = feasible.get(i);
            if (SpreadCounts.hasAll(node.node(), keys)) {
                nodes++;
                if (!isHost) {
                    values.add(node.node().metadata().labels().getOrDefault(key, ""));
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
        Map<String, String> labels = node.node().metadata().labels();
        double points = 0;
        for (int i = 0; i < known.weights.length; i++) {
            Constraint constraint = known.constraints.get(i);
            String key = constraint.topologyKey();
            String value = labels.get(key);
            if (value != null) {
                String place = key.equals(Constraint.HOSTNAME) ? node.name() : value;
                points += known.sums.get(i).of(key, place) * known.weights[i] + (constraint.maxSkew() - 1);
            }
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

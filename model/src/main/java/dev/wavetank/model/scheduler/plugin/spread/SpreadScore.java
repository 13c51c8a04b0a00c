package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeDomains;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

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
     * @param needed labels without which a node is not scored at all
     */
    private record State(List<NodeDomains> needed, List<Part> parts) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }

        boolean ignores(NodeInfo node) {
            return isWithoutOne(needed, node.position());
        }
    }

    /**
     * What one constraint adds to the score.
     *
     * @param domains values of its label
     * @param pods by domain, or by node for the host name
     * @param weight by which counts are multiplied, so that those of few domains count as much as those of many
     */
    private record Part(NodeDomains domains, int maxSkew, TopologySums.ByLabel pods, double weight) {

        double points(int position) {
            return domains.at(position) == NodeDomains.NONE ? 0 : pods.at(position) * weight + (maxSkew - 1);
        }
    }

    private static boolean isWithoutOne(List<NodeDomains> needed, int position) {
        for (int i = 0; i < needed.size(); i++) {
            if (needed.get(i).at(position) == NodeDomains.NONE) {
                return true;
            }
        }
        return false;
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
        List<NodeDomains> needed = new ArrayList<>(keys.size());
        keys.forEach(key -> needed.add(snapshot.domains(key)));
        RequiredNodeAffinity required = RequiredNodeAffinity.of(pod.spec());
        List<Part> parts = new ArrayList<>(soft.size());
        for (Constraint constraint : soft) {
            String key = constraint.topologyKey();
            boolean isHost = key.equals(Constraint.HOSTNAME);
            NodeDomains domains = snapshot.domains(key);
            TopologySums pods = isHost
                    ? counts.byNode(constraint, pod, snapshot)
                    : counts.byDomain(constraint, pod, required, keys, snapshot);
            double weight = StrictMath.log(number(domains, isHost, needed, feasible) + 2);
            parts.add(new Part(domains, constraint.maxSkew(), pods.label(isHost ? NodeDomains.NAME : key), weight));
        }
        state.write(STATE, new State(needed, parts));
        return Status.SUCCESS;
    }

    /** Of how many domains the feasible nodes are; each is one for the host name. */
    private static int number(NodeDomains domains, boolean isHost, List<NodeDomains> needed, List<NodeInfo> feasible) {
        if (isHost && needed.isEmpty()) {
            return feasible.size();
        }
        int nodes = 0;
        BitSet seen = new BitSet(domains.size());
        for (int i = 0; i < feasible.size(); i++) {
            int position = feasible.get(i).position();
            if (!isWithoutOne(needed, position)) {
                nodes++;
                int domain = domains.at(position);
                // A label that is absent counts as an empty one.
                seen.set(domain == NodeDomains.NONE ? domains.numberOf("") : domain);
            }
        }
        return isHost ? nodes : seen.cardinality();
    }

    long score(CycleState state, NodeInfo node) {
        State known = state.read(STATE);
        if (known == null || known.ignores(node)) {
            return 0;
        }
        double points = 0;
        for (int i = 0; i < known.parts.size(); i++) {
            points += known.parts.get(i).points(node.position());
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

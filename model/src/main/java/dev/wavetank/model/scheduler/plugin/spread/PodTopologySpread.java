package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.SetFilterPlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Changes;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import dev.wavetank.model.version.Feature;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Spreads pods over the domains that are the values of a node label: keeps them off nodes where a hard constraint would
 * be broken, and prefers nodes by the soft ones. Pods without constraints get those of the arguments, or, since
 * v1.20, the built-in soft ones.
 */
public final class PodTopologySpread
        implements PreFilterPlugin, SetFilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "PodTopologySpread";

    private static final StateKey<State> FILTER = new StateKey<>("PreFilterPodTopologySpread");
    private static final String MISMATCH = "node(s) didn't match pod topology spread constraints";
    private static final Status BROKEN = Status.unschedulable(MISMATCH);
    private static final Status LABEL_MISSING = Status.unresolvable(MISMATCH + " (missing required label)");

    private final Constraints constraints;
    private final SpreadCounts counts = new SpreadCounts();
    private final SpreadScore score;
    private final SpreadHints hints;
    private final boolean seesTaints;

    /**
     * What the filter of one cycle needs; {@code pods} and {@code most} have one entry for each constraint.
     *
     * @param most how many pods a domain may have so that the pod may be one more; the same for all nodes, so that it
     *     is not counted out at each
     */
    private record State(
            List<Constraint> constraints,
            List<String> keys,
            RequiredNodeAffinity required,
            List<Changes> pods,
            long[] most)
            implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            List<Changes> copies = new ArrayList<>(pods.size());
            pods.forEach(each -> copies.add(each.copy()));
            return new State(constraints, keys, required, copies, most.clone());
        }

        void limit(int index, Pod pod) {
            Constraint constraint = constraints.get(index);
            Changes counted = pods.get(index);
            String key = constraint.topologyKey();
            long least = counted.values(key) < constraint.minDomains() ? 0 : counted.least(key);
            long self = constraint.counts(pod.metadata().labels()) ? 1 : 0;
            most[index] = constraint.maxSkew() - self + least;
        }
    }

    /** The plug-in of a scheduler. */
    public PodTopologySpread(Map<String, Object> arguments, Handle handle) {
        this.constraints = new Constraints(arguments, handle.version(), handle.cluster());
        this.hints = new SpreadHints(constraints);
        this.seesTaints = handle.version().has(Feature.QUEUEING_HINTS);
        this.score = new SpreadScore(constraints, counts, handle.version());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        List<Constraint> hard = constraints.of(pod.pod(), true);
        if (hard.isEmpty()) {
            return Status.SKIP;
        }
        RequiredNodeAffinity required = RequiredNodeAffinity.of(pod.pod().spec());
        List<String> keys = SpreadCounts.keys(hard);
        List<Changes> pods = new ArrayList<>(hard.size());
        for (Constraint constraint : hard) {
            pods.add(new Changes(counts.byDomain(constraint, pod.pod(), required, keys, snapshot)));
        }
        State known = new State(hard, keys, required, pods, new long[hard.size()]);
        for (int i = 0; i < hard.size(); i++) {
            known.limit(i, pod.pod());
        }
        state.write(FILTER, known);
        return Status.SUCCESS;
    }

    @Override
    public void addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
        change(state, pod, added, node, 1);
    }

    @Override
    public void removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
        change(state, pod, removed, node, -1);
    }

    private static void change(CycleState state, PodInfo pod, PodInfo other, NodeInfo node, int sign) {
        State known = state.read(FILTER);
        if (known == null || !SpreadCounts.hasAll(node.node(), known.keys)) {
            return;
        }
        Pod own = pod.pod();
        for (int i = 0; i < known.constraints.size(); i++) {
            Constraint constraint = known.constraints.get(i);
            if (constraint.isCounted(other.pod(), own.metadata().namespace())
                    && constraint.includes(
                            node.node(),
                            node.repellingTaints(),
                            known.required,
                            own.spec().tolerations())) {
                String key = constraint.topologyKey();
                known.pods.get(i).add(key, node.node().metadata().labels().getOrDefault(key, ""), sign);
                known.limit(i, own);
            }
        }
    }

    @Override
    public void exclude(CycleState state, PodInfo pod, Snapshot snapshot, BitSet nodes) {
        State known = state.read(FILTER);
        if (known != null) {
            for (int i = 0; i < known.most.length; i++) {
                known.pods.get(i).excludeAbsent(known.keys.get(i), nodes);
                known.pods.get(i).excludeAbove(known.keys.get(i), known.most[i], nodes);
            }
        }
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        State known = state.read(FILTER);
        if (known == null) {
            return Status.SUCCESS;
        }
        for (int i = 0; i < known.most.length; i++) {
            long there = known.pods.get(i).at(known.keys.get(i), node.position());
            if (there == TopologySums.ABSENT) {
                return LABEL_MISSING;
            }
            if (there > known.most[i]) {
                return BROKEN;
            }
        }
        return Status.SUCCESS;
    }

    @Override
    public Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
        return score.prepare(state, pod.pod(), snapshot, feasible);
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        return score.score(state, node);
    }

    @Override
    public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        score.normalize(state, nodes, points);
    }

    @Override
    public List<Interest> eventsToRegister() {
        Interest nodes = new Interest(
                ClusterEvent.of(Resource.NODE, Action.ADD, Action.DELETE, Action.UPDATE_NODE_LABEL), hints::byNode);
        Interest taints = new Interest(ClusterEvent.of(Resource.NODE, Action.UPDATE_NODE_TAINT), hints::byNode);
        Interest pods = new Interest(
                ClusterEvent.of(Resource.ASSIGNED_POD, Action.ADD, Action.UPDATE, Action.DELETE), hints::byPod);
        Interest itself = new Interest(
                ClusterEvent.of(Resource.UNSCHEDULED_POD, Action.UPDATE_POD_LABEL, Action.UPDATE_POD_TOLERATION),
                hints::byItself);
        return seesTaints ? List.of(pods, itself, nodes, taints) : List.of(pods, itself, nodes);
    }
}

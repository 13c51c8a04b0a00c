package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.nodefit.NodeSelectorTerm;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.SignPlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off nodes that their node selector and required node affinity do not match, and prefers nodes by their
 * preferred terms. Its argument {@code addedAffinity} adds an affinity to that of every pod.
 */
public final class NodeAffinity
        implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin, SignPlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "NodeAffinity";

    private static final StateKey<Required> REQUIRED = new StateKey<>("PreFilterNodeAffinity");
    private static final StateKey<Preferred> PREFERRED = new StateKey<>("PreScoreNodeAffinity");

    private final long most;
    private final Status refusal;
    private final Status enforced;
    private final @Nullable RequiredNodeAffinity added;
    private final Preferred addedPreferences;

    private record Signature(
            Map<String, String> nodeSelector, @Nullable Map<?, ?> affinity) {}

    private record Required(RequiredNodeAffinity affinity) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    private record Preferred(List<NodeSelectorTerm> terms, long[] weights) implements CycleState.Entry {
        static Preferred of(@Nullable Map<?, ?> affinity) {
            if (affinity == null
                    || !(affinity.get("preferredDuringSchedulingIgnoredDuringExecution") instanceof List<?> list)) {
                return new Preferred(List.of(), new long[0]);
            }
            List<NodeSelectorTerm> terms = new ArrayList<>(list.size());
            long[] weights = new long[list.size()];
            for (Object each : list) {
                Map<?, ?> tree = (Map<?, ?>) each;
                weights[terms.size()] = tree.get("weight") instanceof Number weight ? weight.longValue() : 0;
                terms.add(NodeSelectorTerm.of(tree.get("preference")));
            }
            return new Preferred(terms, weights);
        }

        long points(NodeInfo node) {
            long points = 0;
            for (int i = 0; i < weights.length; i++) {
                if (weights[i] != 0 && terms.get(i).matches(node.node())) {
                    points += weights[i];
                }
            }
            return points;
        }

        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /** The plug-in of a version. */
    public NodeAffinity(Map<String, Object> arguments, KubernetesVersion version) {
        this.most = Scores.most(version);
        this.refusal = Status.unresolvable(Reasons.of(
                version,
                version.has(Feature.NODE_AFFINITY_TEXT)
                        ? "node(s) didn't match Pod's node affinity/selector"
                        : "node(s) didn't match Pod's node affinity",
                "MatchNodeSelector"));
        this.enforced = Status.unresolvable("node(s) didn't match scheduler-enforced node affinity");
        Map<?, ?> affinity = new Arguments(NAME, arguments).map("addedAffinity");
        this.added = affinity != null
                        && affinity.get("requiredDuringSchedulingIgnoredDuringExecution") instanceof Map<?, ?> required
                ? new RequiredNodeAffinity(Collections.emptyMap(), NodeSelectorTerm.listOf(required))
                : null;
        this.addedPreferences = Preferred.of(affinity);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Object sign(PodInfo pod) {
        return new Signature(pod.pod().spec().nodeSelector(), nodeAffinity(pod));
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        RequiredNodeAffinity required = RequiredNodeAffinity.of(pod.pod().spec());
        if (required.isEmpty() && added == null) {
            return Status.SKIP;
        }
        state.write(REQUIRED, new Required(required));
        return Status.SUCCESS;
    }

    /** Read once in each cycle, also when the profile has the plug-in at the filter only. */
    private static RequiredNodeAffinity required(CycleState state, PodInfo pod) {
        Required known = state.read(REQUIRED);
        if (known == null) {
            known = new Required(RequiredNodeAffinity.of(pod.pod().spec()));
            state.write(REQUIRED, known);
        }
        return known.affinity;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        if (added != null && !added.matches(node.node())) {
            return enforced;
        }
        return required(state, pod).matches(node.node()) ? Status.SUCCESS : refusal;
    }

    @Override
    public Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
        Preferred own = preferred(pod);
        if (own.weights.length == 0 && addedPreferences.weights.length == 0) {
            return Status.SKIP;
        }
        state.write(PREFERRED, own);
        return Status.SUCCESS;
    }

    private static Preferred preferred(PodInfo pod) {
        return Preferred.of(nodeAffinity(pod));
    }

    private static @Nullable Map<?, ?> nodeAffinity(PodInfo pod) {
        Map<String, Object> affinity = pod.pod().spec().affinity();
        return affinity != null && affinity.get("nodeAffinity") instanceof Map<?, ?> node ? node : null;
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        Preferred own = state.read(PREFERRED);
        if (own == null) {
            own = preferred(pod);
            state.write(PREFERRED, own);
        }
        return own.points(node) + addedPreferences.points(node);
    }

    @Override
    public long normalizedZero() {
        return 0;
    }

    @Override
    public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        Scores.normalize(points, most, false);
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                new Interest(ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_LABEL), this::isMatchedNow));
    }

    /** Whether a node matches that did not before. */
    private boolean isMatchedNow(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        RequiredNodeAffinity required = RequiredNodeAffinity.of(pod.pod().spec());
        return occurrence.after() instanceof Node after
                && matches(required, after)
                && !(occurrence.before() instanceof Node before && matches(required, before));
    }

    private boolean matches(RequiredNodeAffinity required, Node node) {
        return (added == null || added.matches(node)) && required.matches(node);
    }
}

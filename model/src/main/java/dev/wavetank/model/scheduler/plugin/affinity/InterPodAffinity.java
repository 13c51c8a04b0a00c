package dev.wavetank.model.scheduler.plugin.affinity;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.AffinityTerm;
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
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.scheduler.plugin.helper.SumsCache;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a pod near pods that it requires and away from those that it or they avoid, and prefers nodes by the preferred
 * terms of the pod and of the pods that are there.
 */
public final class InterPodAffinity
        implements PreFilterPlugin, SetFilterPlugin, PreScorePlugin, ScorePlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "InterPodAffinity";

    private static final String PREDICATE = "MatchInterPodAffinity";
    private static final StateKey<AffinityState> FILTER = new StateKey<>("PreFilterInterPodAffinity");

    private final KubernetesVersion version;
    private final Terms terms;
    private final AffinityScore score;
    private final AffinityHints hints;
    private final SumsCache<Key> cache = new SumsCache<>();
    private final Status notWithWanted;
    private final Status withAvoided;
    private final Status avoided;

    /** What the sums of the filter depend on: either terms of the pod, or what terms of others see of it. */
    private record Key(
            boolean together,
            List<AffinityTerm> terms,
            @Nullable String namespace,
            Map<String, String> labels,
            Map<String, String> namespaceLabels) {}

    /** The plug-in of a scheduler. */
    public InterPodAffinity(Map<String, Object> arguments, Handle handle) {
        this.version = handle.version();
        this.terms = new Terms(handle.cluster(), version.has(Feature.POD_AFFINITY_NAMESPACE_SELECTOR));
        this.hints = new AffinityHints(terms, version);
        this.score = new AffinityScore(arguments, version, terms);
        this.notWithWanted = Status.unresolvable(reasons("node(s) didn't match pod affinity rules"));
        this.withAvoided = Status.unschedulable(reasons("node(s) didn't match pod anti-affinity rules"));
        this.avoided = Status.unschedulable(reasons("node(s) didn't satisfy existing pods anti-affinity rules"));
    }

    private String[] reasons(String reason) {
        if (version.has(Feature.AFFINITY_SINGLE_REASON)) {
            return new String[] {reason};
        }
        if (!version.has(Feature.REFUSAL_SENTENCES)) {
            return new String[] {PREDICATE};
        }
        return new String[] {Reasons.of(version, "node(s) didn't match pod affinity/anti-affinity", PREDICATE), reason};
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        Changes avoiders = snapshot.hasPodsWithRequiredAntiAffinity() ? avoiders(pod, snapshot) : null;
        boolean isAvoided = avoiders != null && avoiders.total() > 0;
        if (!isAvoided
                && pod.requiredAffinity().isEmpty()
                && pod.requiredAntiAffinity().isEmpty()) {
            return Status.SKIP;
        }
        List<AffinityTerm> shunned = terms.resolved(pod.requiredAntiAffinity());
        state.write(
                FILTER,
                new AffinityState(
                        pod.pod(),
                        terms.labelsOf(pod.pod().key().namespace()),
                        groups(pod, snapshot),
                        shunned,
                        avoiders == null ? avoiders(pod, snapshot) : avoiders,
                        shunned.isEmpty() ? null : new Changes(matching(false, shunned, snapshot))));
        return Status.SUCCESS;
    }

    private Changes avoiders(PodInfo pod, Snapshot snapshot) {
        Pod own = pod.pod();
        Map<String, String> namespaceLabels = terms.labelsOf(own.key().namespace());
        Key key =
                new Key(false, List.of(), own.key().namespace(), own.metadata().labels(), namespaceLabels);
        return new Changes(cache.get(key, snapshot, all -> all.nodesThatAvoid(key.labels), (node, all, sink) -> {
            List<AffinityTerm> theirs = all.avoidingTermsOn(node, key.labels);
            for (int i = 0; i < theirs.size(); i++) {
                if (theirs.get(i).matches(own, namespaceLabels)) {
                    add(sink, node, theirs.get(i));
                }
            }
        }));
    }

    private List<AffinityState.Group> groups(PodInfo pod, Snapshot snapshot) {
        List<AffinityTerm> wanted = terms.resolved(pod.requiredAffinity());
        List<AffinityState.Group> groups = new ArrayList<>(1);
        if (!wanted.isEmpty() && version.has(Feature.AFFINITY_ALL_TERMS)) {
            groups.add(group(pod, wanted, snapshot));
        } else {
            wanted.forEach(term -> groups.add(group(pod, List.of(term), snapshot)));
        }
        return groups;
    }

    private AffinityState.Group group(PodInfo pod, List<AffinityTerm> wanted, Snapshot snapshot) {
        return new AffinityState.Group(
                wanted, new Changes(matching(true, wanted, snapshot)), Terms.allMean(wanted, pod.pod()));
    }

    /** How many pods match the terms, by places: all of them together, or each by itself. */
    private TopologySums matching(boolean together, List<AffinityTerm> wanted, Snapshot snapshot) {
        return cache.get(
                new Key(together, wanted, null, Collections.emptyMap(), Collections.emptyMap()),
                snapshot,
                all -> Terms.candidates(wanted, all),
                (node, all, sink) -> {
                    if (together) {
                        addTogether(wanted, node, all, sink);
                    } else {
                        addEach(wanted, node, all, sink);
                    }
                });
    }

    private static void addTogether(
            List<AffinityTerm> wanted, NodeInfo node, Snapshot snapshot, TopologySums.Sink sink) {
        List<PodInfo> pods = Terms.podsOn(node, wanted.get(0), snapshot);
        for (int i = 0; i < pods.size(); i++) {
            if (Terms.allMean(wanted, pods.get(i).pod())) {
                wanted.forEach(term -> add(sink, node, term));
            }
        }
    }

    private static void addEach(List<AffinityTerm> wanted, NodeInfo node, Snapshot snapshot, TopologySums.Sink sink) {
        for (AffinityTerm term : wanted) {
            List<PodInfo> pods = Terms.podsOn(node, term, snapshot);
            for (int i = 0; i < pods.size(); i++) {
                if (Terms.means(term, pods.get(i).pod())) {
                    add(sink, node, term);
                }
            }
        }
    }

    private static void add(TopologySums.Sink sink, NodeInfo node, AffinityTerm term) {
        String value = Terms.value(node, term.topologyKey());
        if (value != null) {
            sink.add(term.topologyKey(), value, 1);
        }
    }

    @Override
    public void addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
        AffinityState known = state.read(FILTER);
        if (known != null) {
            known.change(added, node, 1);
        }
    }

    @Override
    public void removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
        AffinityState known = state.read(FILTER);
        if (known != null) {
            known.change(removed, node, -1);
        }
    }

    @Override
    public void exclude(CycleState state, PodInfo pod, Snapshot snapshot, BitSet nodes) {
        AffinityState known = state.read(FILTER);
        if (known != null) {
            known.exclude(nodes);
        }
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        AffinityState known = state.read(FILTER);
        if (known == null) {
            return Status.SUCCESS;
        }
        if (!known.isWithWanted(node.position())) {
            return notWithWanted;
        }
        if (known.isWithAvoided(node.position())) {
            return withAvoided;
        }
        return known.isAvoided(node.position()) ? avoided : Status.SUCCESS;
    }

    @Override
    public Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
        return score.prepare(state, pod, snapshot);
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        return score.score(state, node);
    }

    @Override
    public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        score.normalize(points);
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                new Interest(
                        ClusterEvent.of(Resource.ASSIGNED_POD, Action.ADD, Action.UPDATE, Action.DELETE), hints::byPod),
                new Interest(
                        ClusterEvent.of(Resource.UNSCHEDULED_POD, Action.UPDATE_POD_LABEL),
                        (pod, occurrence) -> occurrence.isAbout(pod)),
                new Interest(ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_LABEL), hints::byNode));
    }
}

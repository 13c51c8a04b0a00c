package dev.wavetank.model.scheduler.plugin.affinity;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.scheduler.plugin.helper.SumsCache;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import dev.wavetank.model.scheduler.plugin.helper.Union;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The score of InterPodAffinity: the weights of all terms that speak for or against a place. */
final class AffinityScore {

    private static final StateKey<State> STATE = new StateKey<>("PreScoreInterPodAffinity");

    private final KubernetesVersion version;
    private final Terms terms;
    private final long hardWeight;
    private final boolean ignoresOthers;
    private final long most;
    private final SumsCache<Key> cache = new SumsCache<>();

    private record Key(
            String namespace,
            Map<String, String> labels,
            Map<String, String> namespaceLabels,
            List<AffinityTerm> wanted,
            List<AffinityTerm> avoided) {}

    private record State(TopologySums sums, List<String> keys) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    AffinityScore(Map<String, Object> arguments, KubernetesVersion version, Terms terms) {
        Arguments reader = new Arguments(InterPodAffinity.NAME, arguments);
        this.hardWeight = reader.number("hardPodAffinityWeight", 1, 0, 100);
        this.ignoresOthers = reader.flag("ignorePreferredTermsOfExistingPods");
        this.version = version;
        this.terms = terms;
        this.most = Scores.most(version);
    }

    Status prepare(CycleState state, PodInfo pod, Snapshot snapshot) {
        boolean prefers = !pod.preferredAffinity().isEmpty()
                || !pod.preferredAntiAffinity().isEmpty();
        if (!prefers && (ignoresOthers || !snapshot.hasPodsWithAffinity())) {
            return Status.SKIP;
        }
        Pod own = pod.pod();
        if (!prefers && nothingScores(own, snapshot)) {
            return Status.SKIP;
        }
        Key key = new Key(
                own.key().namespace(),
                own.metadata().labels(),
                terms.labelsOf(own.key().namespace()),
                terms.resolved(pod.preferredAffinity()),
                terms.resolved(pod.preferredAntiAffinity()));
        TopologySums sums = cache.get(
                key,
                snapshot,
                all -> candidates(key, all),
                (node, unused, sink) -> look(own, key, prefers, node, sink));
        if (sums.keys().isEmpty()) {
            return Status.SKIP;
        }
        state.write(STATE, new State(sums, new ArrayList<>(sums.keys())));
        return Status.SUCCESS;
    }

    private static boolean nothingScores(Pod own, Snapshot snapshot) {
        Collection<NodeInfo> nodes = snapshot.nodesThatScore(own.metadata().labels());
        return nodes != null && nodes.isEmpty();
    }

    private static @Nullable Collection<NodeInfo> candidates(Key key, Snapshot snapshot) {
        Collection<NodeInfo> wanted = Terms.candidates(key.wanted, snapshot);
        Collection<NodeInfo> avoided = Terms.candidates(key.avoided, snapshot);
        Collection<NodeInfo> back = snapshot.nodesThatScore(key.labels);
        if (wanted == null || avoided == null || back == null) {
            return null;
        }
        Union<NodeInfo> all = new Union<>();
        all.append(wanted);
        all.append(avoided);
        all.append(back);
        return all;
    }

    private void look(Pod own, Key key, boolean prefers, NodeInfo node, TopologySums.Sink sink) {
        List<PodInfo> others = prefers ? node.pods() : node.podsWithAffinity();
        for (int i = 0; i < others.size(); i++) {
            PodInfo other = others.get(i);
            for (AffinityTerm term : key.wanted) {
                add(sink, node, term, Terms.means(term, other.pod()), term.weight());
            }
            for (AffinityTerm term : key.avoided) {
                add(sink, node, term, Terms.means(term, other.pod()), -term.weight());
            }
            if (other.hasAffinity()) {
                lookBack(own, key, other, node, sink);
            }
        }
    }

    /** What the other pod's terms say about this one. */
    private void lookBack(Pod own, Key key, PodInfo other, NodeInfo node, TopologySums.Sink sink) {
        if (hardWeight > 0) {
            for (AffinityTerm term : other.requiredAffinity()) {
                add(sink, node, term, term.matches(own, key.namespaceLabels), hardWeight);
            }
        }
        for (AffinityTerm term : other.preferredAffinity()) {
            add(sink, node, term, term.matches(own, key.namespaceLabels), term.weight());
        }
        for (AffinityTerm term : other.preferredAntiAffinity()) {
            add(sink, node, term, term.matches(own, key.namespaceLabels), -term.weight());
        }
    }

    private static void add(TopologySums.Sink sink, NodeInfo node, AffinityTerm term, boolean applies, long weight) {
        String value = applies ? Terms.value(node, term.topologyKey()) : null;
        if (value != null) {
            sink.add(term.topologyKey(), value, weight);
        }
    }

    long score(CycleState state, NodeInfo node) {
        State known = state.read(STATE);
        if (known == null) {
            return 0;
        }
        long points = 0;
        for (int i = 0; i < known.keys.size(); i++) {
            long sum = known.sums.at(known.keys.get(i), node.position());
            points += sum == TopologySums.ABSENT ? 0 : sum;
        }
        return points;
    }

    void normalize(long[] points) {
        boolean isFull = version.has(Feature.AFFINITY_SCORE_FULL_RANGE);
        long lowest = isFull ? Long.MAX_VALUE : 0;
        long highest = isFull ? Long.MIN_VALUE : 0;
        for (long each : points) {
            lowest = Math.min(lowest, each);
            highest = Math.max(highest, each);
        }
        long range = highest - lowest;
        for (int i = 0; i < points.length; i++) {
            points[i] = range == 0 ? 0 : (long) (most * ((double) (points[i] - lowest) / range));
        }
    }
}

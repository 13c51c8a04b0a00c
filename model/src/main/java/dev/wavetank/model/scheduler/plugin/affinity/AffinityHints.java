package dev.wavetank.model.scheduler.plugin.affinity;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which changes are worth another attempt of a pod that InterPodAffinity has refused ({@code plugin.go}). */
final class AffinityHints {

    private final Terms terms;
    private final KubernetesVersion version;

    AffinityHints(Terms terms, KubernetesVersion version) {
        this.terms = terms;
        this.version = version;
    }

    /**
     * Whether another pod, which has a node, is one now that the pod requires, or is none any more that it avoids; or
     * has gone, and avoided it.
     */
    boolean byPod(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        List<AffinityTerm> wanted = terms.resolved(pod.requiredAffinity());
        List<AffinityTerm> avoided = terms.resolved(pod.requiredAntiAffinity());
        if (!(occurrence.before() instanceof Pod before)) {
            return occurrence.after() instanceof Pod added && Terms.allMean(wanted, added);
        }
        if (occurrence.after() instanceof Pod after) {
            return !Terms.allMean(wanted, before) && Terms.allMean(wanted, after)
                    || anyMeans(avoided, before) && !anyMeans(avoided, after);
        }
        return anyMeans(avoided, before)
                || version.has(Feature.AVOIDERS_MOVE) && before.spec().affinity() != null && avoids(before, pod.pod());
    }

    private static boolean anyMeans(List<AffinityTerm> resolved, Pod pod) {
        return resolved.stream().anyMatch(term -> Terms.means(term, pod));
    }

    private boolean avoids(Pod gone, Pod pod) {
        Map<String, String> labels = terms.labelsOf(pod.key().namespace());
        return PodInfo.of(gone, version).requiredAntiAffinity().stream().anyMatch(term -> term.matches(pod, labels));
    }

    /**
     * Whether a node has come to another place, as far as the terms of the pod can tell places. As in Kubernetes, a pod
     * that only others avoid is not tried again after a new node.
     */
    boolean byNode(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        if (!(occurrence.after() instanceof Node after)) {
            return false;
        }
        Node before = occurrence.before() instanceof Node earlier ? earlier : null;
        for (AffinityTerm term : pod.requiredAffinity()) {
            String value = after.metadata().labels().get(term.topologyKey());
            if (value != null && (before == null || !value.equals(valueOf(before, term)))) {
                return true;
            }
        }
        for (AffinityTerm term : pod.requiredAntiAffinity()) {
            String value = before == null ? null : valueOf(before, term);
            if (before == null || value != null && !value.equals(valueOf(after, term))) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String valueOf(Node node, AffinityTerm term) {
        return node.metadata().labels().get(term.topologyKey());
    }
}

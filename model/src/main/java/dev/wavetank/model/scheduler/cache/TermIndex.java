package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** On which nodes pods are whose terms of affinity can mean a pod, by the labels that the terms require. */
final class TermIndex {

    /** Where terms are that require no certain value of a label. No label has this key. */
    private static final String ANY = "";

    private final NodeCounts nodes = new NodeCounts();
    private final boolean isForScores;

    /** @param isForScores whether the terms that give points are meant; else those of required anti-affinity */
    TermIndex(boolean isForScores) {
        this.isForScores = isForScores;
    }

    /** Counts the terms of a pod on a node in (1) or out (-1). */
    void count(PodInfo pod, String node, int sign) {
        if (isForScores) {
            countAll(pod.requiredAffinity(), node, sign);
            countAll(pod.preferredAffinity(), node, sign);
            countAll(pod.preferredAntiAffinity(), node, sign);
        } else {
            countAll(pod.requiredAntiAffinity(), node, sign);
        }
    }

    private void countAll(List<AffinityTerm> terms, String node, int sign) {
        for (int i = 0; i < terms.size(); i++) {
            AffinityTerm term = terms.get(i);
            // A term without a selector means no pod.
            if (term.selector() != null) {
                List<Map.Entry<String, List<String>>> required = PodIndex.required(term.selector());
                if (required.isEmpty()) {
                    nodes.add(ANY, ANY, node, sign);
                } else {
                    String key = required.get(0).getKey();
                    required.get(0).getValue().forEach(value -> nodes.add(key, value, node, sign));
                }
            }
        }
    }

    /** Names of nodes; all that have pods with terms that mean a pod with these labels, and maybe others. */
    Collection<String> nodes(Map<String, String> labels) {
        Set<String> found = new LinkedHashSet<>(nodes.of(ANY, ANY));
        for (Map.Entry<String, String> label : labels.entrySet()) {
            found.addAll(nodes.of(label.getKey(), label.getValue()));
        }
        return found;
    }
}

package dev.wavetank.model.scheduler.cache;

import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** On which nodes pods are whose terms of affinity can mean a pod, by the labels that the terms require. */
final class TermIndex {

    /** Where terms are that require no certain value of a label. No label has this key. */
    private static final String ANY = "";

    private final NodeEntries<AffinityTerm> terms = new NodeEntries<>();
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

    private void countAll(List<AffinityTerm> counted, String node, int sign) {
        for (int i = 0; i < counted.size(); i++) {
            AffinityTerm term = counted.get(i);
            // A term without a selector means no pod.
            if (term.selector() != null) {
                List<Map.Entry<String, List<String>>> required = PodIndex.required(term.selector());
                if (required.isEmpty()) {
                    terms.add(ANY, ANY, node, term, sign);
                } else {
                    String key = required.get(0).getKey();
                    required.get(0).getValue().forEach(value -> terms.add(key, value, node, term, sign));
                }
            }
        }
    }

    /**
     * Sets of names of nodes, which follow the index: all that have pods with terms that mean a pod with these labels,
     * and maybe others.
     */
    List<Collection<String>> nodes(Map<String, String> labels) {
        List<Collection<String>> found = new ArrayList<>(2);
        found.add(terms.of(ANY, ANY).keySet());
        for (Map.Entry<String, String> label : labels.entrySet()) {
            found.add(terms.of(label.getKey(), label.getValue()).keySet());
        }
        return found;
    }

    /** Terms of pods of one node; all that mean a pod with these labels, and maybe others. */
    List<AffinityTerm> on(String node, Map<String, String> labels) {
        List<AffinityTerm> found = PodIndex.joined(List.of(), terms.of(ANY, ANY).get(node));
        for (Map.Entry<String, String> label : labels.entrySet()) {
            found = PodIndex.joined(
                    found, terms.of(label.getKey(), label.getValue()).get(node));
        }
        return found;
    }
}

package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Pod;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A term of pod affinity or anti-affinity, as its pod means it ({@code framework.AffinityTerm}).
 *
 * @param selector of the other pods; null matches none, an empty one all
 * @param namespaces of the other pods; that of the term's own pod when it names none
 * @param namespaceSelector of further namespaces, by their labels; null for none
 * @param topologyKey the label whose value nodes must share to count as one place
 * @param weight of a preferred term, 1 to 100; 0 for a required one
 */
public record AffinityTerm(
        @Nullable LabelSelector selector,
        SortedSet<String> namespaces,
        @Nullable LabelSelector namespaceSelector,
        String topologyKey,
        int weight) {

    /**
     * Whether it means that pod.
     *
     * @param namespaceLabels labels of the other pod's namespace, for the namespace selector
     */
    public boolean matches(Pod other, Map<String, String> namespaceLabels) {
        if (selector == null || !selector.matches(other.metadata().labels())) {
            return false;
        }
        return namespaces.contains(other.key().namespace())
                || (namespaceSelector != null && namespaceSelector.matches(namespaceLabels));
    }
}

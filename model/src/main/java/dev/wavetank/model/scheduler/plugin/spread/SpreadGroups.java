package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.scheduler.framework.PodGroup;
import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The pods that count for a constraint, found by their labels.
 *
 * @param groups all groups whose pods match
 * @param places on how many nodes they are, a node counted once for each group
 */
record SpreadGroups(List<PodGroup> groups, int places) {

    /** The groups of a namespace that match; null when none of the selectors names a label, or nothing is known. */
    static @Nullable SpreadGroups find(Constraint constraint, String namespace, Snapshot snapshot) {
        Collection<PodGroup> candidates = null;
        for (LabelSelector selector : constraint.selectors()) {
            for (Map.Entry<String, String> label : selector.matchLabels().entrySet()) {
                Collection<PodGroup> with = snapshot.podsWith(namespace, label.getKey(), label.getValue());
                if (with != null && (candidates == null || with.size() < candidates.size())) {
                    candidates = with;
                }
            }
        }
        if (candidates == null) {
            return null;
        }
        List<PodGroup> groups = new ArrayList<>(2);
        int places = 0;
        for (PodGroup group : candidates) {
            if (constraint.counts(group.labels())) {
                groups.add(group);
                places += group.byNode().size();
            }
        }
        return new SpreadGroups(groups, places);
    }

    /** How many pods are on a node, by its name. */
    ToLongFunction<String> byNode() {
        return node -> {
            long count = 0;
            for (int i = 0; i < groups.size(); i++) {
                count += groups.get(i).byNode().getOrDefault(node, 0L);
            }
            return count;
        };
    }
}

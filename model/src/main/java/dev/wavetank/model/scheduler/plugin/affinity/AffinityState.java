package dev.wavetank.model.scheduler.plugin.affinity;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.plugin.helper.Changes;
import dev.wavetank.model.scheduler.plugin.helper.TopologySums;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the filter of one cycle needs ({@code interpodaffinity.preFilterState}).
 *
 * @param pod that is to be placed
 * @param namespaceLabels of its namespace, which terms of other pods may select
 * @param groups of its required affinity: one pod must match all terms of a group
 * @param avoided terms of its required anti-affinity
 * @param avoiders by how many pods with required anti-affinity it is avoided, by places; null when by none
 * @param avoidedPods how many pods it avoids, by places; null when it avoids none
 */
record AffinityState(
        Pod pod,
        Map<String, String> namespaceLabels,
        List<Group> groups,
        List<AffinityTerm> avoided,
        @Nullable Changes avoiders,
        @Nullable Changes avoidedPods)
        implements CycleState.Entry {

    /**
     * Terms that the same pod must match, and how many pods do, by places.
     *
     * @param terms with their namespaces written out
     * @param meansItself whether the pod itself matches them
     */
    record Group(List<AffinityTerm> terms, Changes pods, boolean meansItself) {}

    @Override
    public AffinityState copy() {
        List<Group> copies = new ArrayList<>(groups.size());
        groups.forEach(group -> copies.add(new Group(group.terms, group.pods.copy(), group.meansItself)));
        return new AffinityState(
                pod,
                namespaceLabels,
                copies,
                avoided,
                avoiders == null ? null : avoiders.copy(),
                avoidedPods == null ? null : avoidedPods.copy());
    }

    /** Counts a pod in (1) or out (-1). */
    void change(PodInfo other, NodeInfo node, int sign) {
        if (avoiders != null) {
            for (AffinityTerm term : other.requiredAntiAffinity()) {
                if (term.matches(pod, namespaceLabels)) {
                    add(avoiders, term, node, sign);
                }
            }
        }
        for (Group group : groups) {
            if (Terms.allMean(group.terms, other.pod())) {
                for (AffinityTerm term : group.terms) {
                    add(group.pods, term, node, sign);
                }
            }
        }
        if (avoidedPods != null) {
            for (AffinityTerm term : avoided) {
                if (Terms.means(term, other.pod())) {
                    add(avoidedPods, term, node, sign);
                }
            }
        }
    }

    private static void add(Changes changes, AffinityTerm term, NodeInfo node, int sign) {
        String value = Terms.value(node, term.topologyKey());
        if (value != null) {
            changes.add(term.topologyKey(), value, sign);
        }
    }

    /** Takes the nodes out of a set of positions that one of the rules below refuses; nothing may be changed yet. */
    void exclude(BitSet nodes) {
        for (Group group : groups) {
            boolean isFirst = group.meansItself && group.pods.total() == 0;
            for (AffinityTerm term : group.terms) {
                if (isFirst) {
                    group.pods.excludeAbsent(term.topologyKey(), nodes);
                } else {
                    group.pods.retainPositive(term.topologyKey(), nodes);
                }
            }
        }
        if (avoidedPods != null && avoidedPods.total() > 0) {
            for (AffinityTerm term : avoided) {
                avoidedPods.excludeAbove(term.topologyKey(), 0, nodes);
            }
        }
        if (avoiders != null && avoiders.total() != 0) {
            for (String key : avoiders.keys()) {
                avoiders.excludeAbove(key, 0, nodes);
            }
        }
    }

    /** Whether all that the pod wants to be with is there. */
    boolean isWithWanted(int position) {
        for (int i = 0; i < groups.size(); i++) {
            if (!isWithWanted(groups.get(i), position)) {
                return false;
            }
        }
        return true;
    }

    /** The first pod of a group that wants to be together may go anywhere where the label is. */
    private static boolean isWithWanted(Group group, int position) {
        boolean isThere = true;
        for (int i = 0; i < group.terms.size(); i++) {
            String key = group.terms.get(i).topologyKey();
            long there = group.pods.at(key, position);
            if (there == TopologySums.ABSENT) {
                return false;
            }
            isThere &= there > 0;
        }
        return isThere || group.meansItself && group.pods.total() == 0;
    }

    /** Whether a pod is there that the pod avoids. */
    boolean isWithAvoided(int position) {
        if (avoidedPods != null && avoidedPods.total() > 0) {
            for (int i = 0; i < avoided.size(); i++) {
                if (avoidedPods.at(avoided.get(i).topologyKey(), position) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a pod is there that avoids the pod. */
    boolean isAvoided(int position) {
        if (avoiders == null || avoiders.total() == 0) {
            return false;
        }
        List<String> keys = avoiders.keys();
        for (int i = 0; i < keys.size(); i++) {
            if (avoiders.at(keys.get(i), position) > 0) {
                return true;
            }
        }
        return false;
    }
}

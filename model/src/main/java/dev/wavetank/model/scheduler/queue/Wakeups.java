package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.AffinityTerm;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions.Interest;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Decides which unschedulable pods an event moves. */
public final class Wakeups {

    private final boolean byPlugin;
    private final boolean byHint;
    private final boolean taintsCountAsNodes;
    private final boolean preemptsBesides;
    private final PodChanges changes;
    private final Map<String, List<Interest>> interests;
    private final Function<String, Map<String, String>> namespaceLabels;

    /**
     * Decides as that version does.
     *
     * @param interests the events that each plug-in has registered; a plug-in that is absent is concerned by all
     * @param namespaceLabels finds the labels of a namespace
     */
    public Wakeups(
            KubernetesVersion version,
            Map<String, List<Interest>> interests,
            Function<String, Map<String, String>> namespaceLabels) {
        this.byPlugin = version.has(Feature.REQUEUE_BY_PLUGIN);
        this.byHint = version.has(Feature.QUEUEING_HINTS);
        this.taintsCountAsNodes = version.has(Feature.TAINTS_MOVE_AS_NEW_NODES);
        this.preemptsBesides = version.has(Feature.ASYNC_PREEMPTION);
        this.changes = new PodChanges(version);
        this.interests = interests;
        this.namespaceLabels = namespaceLabels;
    }

    /** Whether hints are asked, and changes during an attempt are kept one by one. */
    boolean usesHints() {
        return byHint;
    }

    /** Whether an event may end the wait of a pod for its own preemption. */
    boolean mayEndPreemption(ClusterEvent event) {
        return preemptsBesides
                && event.resource() == Resource.ASSIGNED_POD
                && event.actions().contains(Action.DELETE);
    }

    /** Whether a change of a waiting pod itself is worth another attempt. */
    boolean movesItself(QueuedPod pod, Pod before, Pod after) {
        if (!byHint || pod.isGated() || pod.refusedBy().isEmpty()) {
            return changes.mayHelp(before, after);
        }
        for (ClusterEvent.Occurrence occurrence : ofItself(before, after)) {
            if (moves(pod, occurrence)) {
                return true;
            }
        }
        return false;
    }

    /** What a change of a waiting pod is, as events; none when it cannot matter to a plug-in. */
    List<ClusterEvent.Occurrence> ofItself(Pod before, Pod after) {
        if (!changes.mayHelp(before, after)) {
            return List.of();
        }
        return PodEvents.of(before, after, Resource.UNSCHEDULED_POD).stream()
                .map(event -> new ClusterEvent.Occurrence(event, before, after))
                .toList();
    }

    /** Whether the event is worth another attempt of the pod. */
    boolean moves(QueuedPod pod, ClusterEvent.Occurrence occurrence) {
        ClusterEvent event = occurrence.event();
        if (event.resource() == Resource.WILDCARD) {
            return true;
        }
        if (!byHint && concernsAffinityOnly(event) && !matchesAffinity(pod, occurrence)) {
            return false;
        }
        return !byPlugin || pod.refusedBy().isEmpty() || isWorthwhile(pod, occurrence);
    }

    /** A pod that got a node, or an update of one that has a node, can help by pod affinity only. */
    private static boolean concernsAffinityOnly(ClusterEvent event) {
        return event.resource() == Resource.ASSIGNED_POD && !event.actions().contains(Action.DELETE);
    }

    private boolean matchesAffinity(QueuedPod pod, ClusterEvent.Occurrence occurrence) {
        List<AffinityTerm> terms = pod.pod().requiredAffinity();
        if (terms.isEmpty() || !(occurrence.after() instanceof Pod other)) {
            return false;
        }
        Map<String, String> labels =
                namespaceLabels.apply(String.valueOf(other.key().namespace()));
        return terms.stream().anyMatch(term -> term.matches(other, labels));
    }

    private boolean isWorthwhile(QueuedPod pod, ClusterEvent.Occurrence occurrence) {
        for (String plugin : pod.refusedBy()) {
            List<Interest> registered = interests.get(plugin);
            if (registered == null) {
                return true;
            }
            for (Interest interest : registered) {
                if (covers(interest.event(), occurrence.event())
                        && (!byHint || interest.hint().isWorthwhile(pod.pod(), occurrence))) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * A new node may be passed over because of a taint that it has only at first: whoever asks for new nodes hears of
     * changed taints, too.
     */
    private boolean covers(ClusterEvent registered, ClusterEvent happened) {
        return registered.covers(happened)
                || taintsCountAsNodes
                        && registered.resource() == Resource.NODE
                        && happened.resource() == Resource.NODE
                        && registered.actions().contains(Action.ADD)
                        && happened.actions().contains(Action.UPDATE_NODE_TAINT);
    }
}

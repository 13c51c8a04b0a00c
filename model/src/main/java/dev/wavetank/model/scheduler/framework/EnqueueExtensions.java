package dev.wavetank.model.scheduler.framework;

import java.util.List;

/**
 * A plug-in that says which events may let a pod be placed that it has refused ({@code EnqueueExtensions}). A plug-in
 * that
 * does not say so has its pods tried again after every event.
 */
public interface EnqueueExtensions extends Plugin {

    /**
     * One kind of event, and how the plug-in judges its occurrences.
     *
     * @param event the kind
     * @param hint whether one occurrence is worth another attempt
     */
    record Interest(ClusterEvent event, QueueingHint hint) {

        /** Every occurrence is worth it. */
        public static Interest in(ClusterEvent event) {
            return new Interest(event, (pod, occurrence) -> true);
        }
    }

    /** Judges one occurrence ({@code QueueingHintFn}; used from v1.32 on). */
    @FunctionalInterface
    interface QueueingHint {

        /** Whether the pod is to be tried again. */
        boolean isWorthwhile(PodInfo pod, ClusterEvent.Occurrence occurrence);
    }

    /** The events that may help a refused pod. */
    List<Interest> eventsToRegister();
}

package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The counts of pods in the status of a ReplicaSet.
 *
 * @param active all active pods
 * @param labelled active pods with all labels of the template
 * @param ready active pods that are ready
 * @param available active pods that have been ready for {@code minReadySeconds}
 * @param terminating pods whose deletion has begun and that have not ended; null when nobody counts them
 */
record Replicas(
        int active,
        int labelled,
        int ready,
        int available,
        @Nullable Integer terminating) {

    /** The labels of a pod whose deletion has begun and that has not ended; null for any other. */
    static final Function<Pod, Map<String, String>> TERMINATING = pod ->
            pod.metadata().isDeleting() && !pod.isFinished() ? pod.metadata().labels() : null;

    /**
     * The traits by which active pods are counted.
     *
     * @param labels the labels of the pod
     * @param ready whether it is ready
     */
    record Traits(Map<String, String> labels, boolean ready) {

        /** The traits of an active pod; null for an inactive one. */
        static final Function<Pod, Traits> OF_ACTIVE =
                pod -> pod.isActive() ? new Traits(pod.metadata().labels(), pod.isReady()) : null;
    }

    /** Counts pods one by one. */
    static Replicas of(ReplicaSet set, List<Pod> active, Instant now) {
        Map<String, String> wanted = set.spec().template().metadata().labels();
        int minReadySeconds = Defaults.zeroIfNull(set.spec().minReadySeconds());
        int labelled = 0;
        int ready = 0;
        int available = 0;
        for (Pod pod : active) {
            if (hasAll(pod.metadata().labels(), wanted)) {
                labelled++;
            }
            if (pod.isReady()) {
                ready++;
                if (pod.isAvailable(minReadySeconds, now)) {
                    available++;
                }
            }
        }
        return new Replicas(active.size(), labelled, ready, available, null);
    }

    /**
     * The same from counts of the active pods that name the ReplicaSet as their controller; empty when counts do not
     * suffice: when a pod no longer matches and has to be released, or when the time of readiness matters.
     */
    static Optional<Replicas> of(ReplicaSet set, Map<Traits, Integer> counts) {
        if (Defaults.zeroIfNull(set.spec().minReadySeconds()) > 0) {
            return Optional.empty();
        }
        Map<String, String> wanted = set.spec().template().metadata().labels();
        int active = 0;
        int labelled = 0;
        int ready = 0;
        for (Map.Entry<Traits, Integer> alike : counts.entrySet()) {
            Map<String, String> labels = alike.getKey().labels();
            if (!set.spec().selector().matches(labels)) {
                return Optional.empty();
            }
            int count = alike.getValue();
            active += count;
            labelled += hasAll(labels, wanted) ? count : 0;
            ready += alike.getKey().ready() ? count : 0;
        }
        return Optional.of(new Replicas(active, labelled, ready, ready, null));
    }

    /** The same with the number of terminating pods of the ReplicaSet. */
    Replicas with(@Nullable Integer terminatingPods) {
        return new Replicas(active, labelled, ready, available, terminatingPods);
    }

    private static boolean hasAll(Map<String, String> labels, Map<String, String> wanted) {
        return labels.entrySet().containsAll(wanted.entrySet());
    }
}

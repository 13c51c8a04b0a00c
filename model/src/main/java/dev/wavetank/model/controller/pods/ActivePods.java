package dev.wavetank.model.controller.pods;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The deletion order of active pods ({@code ActivePods}): unassigned, then Pending, Unknown, not ready; of ready ones
 * the one that became ready last, then the one with most restarts, then the youngest. Controllers with more criteria
 * insert them between these parts.
 */
public final class ActivePods {

    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    /** By the stage of the pod's life: on a node or not, phase, ready or not. The earliest stage goes first. */
    public static final Comparator<Pod> BY_STAGE = Comparator.comparing(ActivePods::isAssigned)
            .thenComparing(pod -> PHASES.indexOf(pod.phase()))
            .thenComparing(Pod::isReady);

    /** By the restarts of the container with the most restarts. The pod with more goes first. */
    public static final Comparator<Pod> BY_RESTARTS = Comparator.comparing(pod -> -restarts(pod));

    /** The whole order. */
    public static final Comparator<Pod> ORDER = BY_STAGE.thenComparing(
                    ActivePods::readySince, Comparator.reverseOrder())
            .thenComparing(BY_RESTARTS)
            .thenComparing(ActivePods::created, Comparator.reverseOrder());

    private ActivePods() {}

    /** Whether it is bound to a node. */
    public static boolean isAssigned(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    /** When it became ready. An unknown time counts as the latest, so that such a pod goes first. */
    public static Instant readySince(Pod pod) {
        return pod.isReady()
                ? pod.condition("Ready").map(Pod.Condition::lastTransitionTime).orElse(Instant.MAX)
                : Instant.MAX;
    }

    /** When it was created. An unknown time counts as the latest. */
    public static Instant created(Pod pod) {
        Instant created = pod.metadata().creationTimestamp();
        return created == null ? Instant.MAX : created;
    }

    private static int restarts(Pod pod) {
        int most = 0;
        if (pod.status() != null) {
            for (Pod.ContainerStatus container : pod.status().containerStatuses()) {
                most = Math.max(most, Defaults.zeroIfNull(container.restartCount()));
            }
        }
        return most;
    }
}

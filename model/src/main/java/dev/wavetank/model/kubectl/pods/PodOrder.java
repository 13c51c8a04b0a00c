package dev.wavetank.model.kubectl.pods;

import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.Comparator;
import java.util.Optional;

/**
 * Which pod of a workload a command takes: an assigned one before others, a running one before a pending one, a ready
 * one before others, and of those the one that has been ready for longest; the oldest when all else is equal (kubectl,
 * pkg/util/podutils, v1.32). Times are compared as texts, which are all of one form.
 */
public enum PodOrder {
    /** For {@code logs}: one that has often restarted comes first ({@code ByLogging}). */
    BY_LOGGING(-1, 0),
    /** For {@code exec}: one that has seldom restarted comes first ({@code ActivePods}, from its end). */
    MOST_ACTIVE(1, 2);

    private final Comparator<ObjectFields> comparator;

    /**
     * @param restarts 1 when few restarts come first, -1 when many do
     * @param ofOtherPhases where pods stand that are neither running nor pending
     */
    PodOrder(int restarts, int ofOtherPhases) {
        this.comparator = Comparator.comparing(
                        (ObjectFields pod) -> pod.text("spec.nodeName").isEmpty())
                .thenComparing(pod -> phase(pod, ofOtherPhases))
                .thenComparing(pod -> ready(pod).isEmpty())
                .thenComparing(pod -> ready(pod).orElse(""))
                .thenComparing(pod -> restarts * restarts(pod))
                .thenComparing(pod -> pod.text("metadata.creationTimestamp"));
    }

    Comparator<ObjectFields> comparator() {
        return comparator;
    }

    private static int phase(ObjectFields pod, int other) {
        return switch (pod.text("status.phase")) {
            case "Running" -> 0;
            case "Unknown" -> 1;
            case "Pending" -> 2;
            default -> other;
        };
    }

    /** Since when it has been ready; empty when it is not. */
    private static Optional<String> ready(ObjectFields pod) {
        return pod.list("status.conditions").stream()
                .filter(condition -> condition.text("type").equals("Ready")
                        && condition.text("status").equals("True"))
                .map(condition -> condition.text("lastTransitionTime"))
                .findFirst();
    }

    private static long restarts(ObjectFields pod) {
        return pod.list("status.containerStatuses").stream()
                .mapToLong(status -> status.number("restartCount"))
                .max()
                .orElse(0);
    }
}

package dev.wavetank.model.kubectl.logs;

import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.Comparator;
import java.util.List;

/**
 * Which pod of a workload is the most worth reading: assigned before others, running before pending, ready before
 * others, often restarted before others, old before young (kubectl, pkg/util/podutils, ByLogging, v1.32).
 */
final class PodOrder {

    private static final List<String> PHASES = List.of("Running", "Unknown", "Pending");

    static final Comparator<ObjectFields> BY_LOGGING = Comparator.comparing(
                    (ObjectFields pod) -> pod.text("spec.nodeName").isEmpty())
            .thenComparing(pod -> PHASES.indexOf(pod.text("status.phase")))
            .thenComparing(pod -> !isReady(pod))
            .thenComparing(pod -> -restarts(pod))
            .thenComparing(pod -> pod.text("metadata.creationTimestamp"));

    private PodOrder() {}

    private static boolean isReady(ObjectFields pod) {
        return pod.list("status.conditions").stream()
                .anyMatch(condition -> condition.text("type").equals("Ready")
                        && condition.text("status").equals("True"));
    }

    private static long restarts(ObjectFields pod) {
        return pod.list("status.containerStatuses").stream()
                .mapToLong(status -> status.number("restartCount"))
                .max()
                .orElse(0);
    }
}

package dev.wavetank.properties.coverage;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;

/** Predicates on changes of the store. */
final class Changes {

    /** How client-go begins the message of an event that stands for many. */
    private static final String COMBINED = "(combined from similar events)";

    private Changes() {}

    static boolean isDeletedBeforeRunning(StoreTrace change) {
        return change.change() == WatchEvent.Type.DELETED
                && change.object() instanceof Pod pod
                && pod.phase().equals("Pending");
    }

    static boolean isPlacedLate(Pod before, Pod pod) {
        return !isBound(before)
                && isBound(pod)
                && before.condition("PodScheduled")
                        .map(condition -> "Unschedulable".equals(condition.reason()))
                        .orElse(false);
    }

    /** A kubelet that rejects a pod fails it with a reason before any container was created. */
    static boolean isRejected(Pod before, Pod pod) {
        return !before.isFinished()
                && pod.phase().equals("Failed")
                && pod.status().reason() != null
                && pod.status().containerStatuses().isEmpty();
    }

    static int restarts(Pod pod) {
        int restarts = 0;
        if (pod.status() != null) {
            for (Pod.ContainerStatus container : pod.status().containerStatuses()) {
                restarts += Defaults.zeroIfNull(container.restartCount());
            }
        }
        return restarts;
    }

    static boolean isNowInBackOff(Pod before, Pod pod) {
        return isInBackOff(pod) && !isInBackOff(before);
    }

    /** Whether the first has a managing controller and the second has none. */
    static boolean isControlledOnly(KubernetesObject one, KubernetesObject other) {
        return one.metadata().controller().isPresent()
                && other.metadata().controller().isEmpty();
    }

    static boolean isCounted(KubernetesObject previous, KubernetesObject object) {
        return object instanceof ApiEvent event
                && previous instanceof ApiEvent before
                && Defaults.zeroIfNull(event.count()) > Defaults.zeroIfNull(before.count());
    }

    static boolean isCombined(StoreTrace change) {
        return change.object() instanceof ApiEvent event
                && event.message() != null
                && event.message().startsWith(COMBINED);
    }

    private static boolean isBound(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    private static boolean isInBackOff(Pod pod) {
        if (pod.status() == null) {
            return false;
        }
        for (Pod.ContainerStatus container : pod.status().containerStatuses()) {
            Pod.Waiting waiting =
                    container.state() == null ? null : container.state().waiting();
            if (waiting != null && "CrashLoopBackOff".equals(waiting.reason())) {
                return true;
            }
        }
        return false;
    }
}

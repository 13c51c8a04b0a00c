package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.scheduler.framework.PodInfo;
import java.time.Instant;
import java.util.Comparator;

/** Orders pods by how much it would hurt to lose them. */
final class Importance {

    private Importance() {}

    /**
     * Higher priority first, then the earlier start ({@code MoreImportantPod}).
     *
     * @param now start of a pod that has none yet
     */
    static Comparator<PodInfo> mostFirst(Instant now) {
        return Comparator.comparingInt((PodInfo pod) -> -pod.priority()).thenComparing(pod -> start(pod, now));
    }

    static Instant start(PodInfo pod, Instant now) {
        Instant start = pod.pod().status() == null ? null : pod.pod().status().startTime();
        return start == null ? now : start;
    }
}

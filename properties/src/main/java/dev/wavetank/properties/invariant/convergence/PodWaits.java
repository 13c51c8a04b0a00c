package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long pods take by what their workloads ask for, in nanoseconds: slow probes, and pods that have to be ready for a
 * while before the next step is taken.
 */
final class PodWaits {

    /** From one pod of an ordered workload to the next: a volume, an image and two passes of the binder, every 15 s. */
    private static final long STEP = 30 * VirtualTime.SECOND;
    /** No run lasts longer; keeps sums of absurd delays from overflowing. */
    private static final long MOST = 366 * 24 * VirtualTime.HOUR;

    static final int DEFAULT_PERIOD = 10;

    private PodWaits() {}

    /** How long a pod takes of which nobody waits for another. */
    static long atOnce(@Nullable PodSpec pod, @Nullable Integer minReadySeconds) {
        return oneByOne(1, pod, minReadySeconds);
    }

    /**
     * How long so many steps take, one after the other; nothing for a single one that is not slow by itself.
     *
     * @param minReadySeconds how long each must have been ready before the next may follow, or null
     */
    static long oneByOne(long steps, @Nullable PodSpec pod, @Nullable Integer minReadySeconds) {
        long slow = slowestProbe(pod) + (minReadySeconds == null ? 0 : minReadySeconds) * VirtualTime.SECOND;
        return steps > MOST / (STEP + slow) ? MOST : Math.max(0, steps - 1) * STEP + steps * slow;
    }

    /** Until the container whose first probe comes the latest can be ready. */
    private static long slowestProbe(@Nullable PodSpec pod) {
        if (pod == null) {
            return 0; // a StatefulSet's template may be without one: it is refused only when a pod is made of it
        }
        long slowest = 0;
        for (Container container : pod.containers()) {
            Map<String, Object> probe = container.readinessProbe();
            if (probe != null) {
                long seconds = seconds(probe, "initialDelaySeconds", 0)
                        + 2 * seconds(probe, "periodSeconds", DEFAULT_PERIOD) * seconds(probe, "successThreshold", 1);
                slowest = Math.max(slowest, seconds);
            }
        }
        return slowest > MOST / VirtualTime.SECOND ? MOST : slowest * VirtualTime.SECOND;
    }

    static long seconds(Map<?, ?> probe, String field, long otherwise) {
        return probe.get(field) instanceof Number number ? number.longValue() : otherwise;
    }
}

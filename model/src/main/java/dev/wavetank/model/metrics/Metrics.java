package dev.wavetank.model.metrics;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The source of metrics about pods, objects and the outside world, in place of the three metrics APIs. All numbers
 * are in thousandths of the unit.
 */
public interface Metrics {

    /** A metric that cannot be parsed: the autoscaler records the error, and skips the metric. */
    final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1;

        /** @param message which number, where, and what it should be */
        public Unreadable(String message) {
            super(message);
        }
    }

    /**
     * The current usage of a resource by pods, by the name of the pod. Pods without metrics are left out.
     *
     * @param pods of one workload
     * @param resource such as {@code cpu}
     * @param container name of a container of each pod; the empty string for the sum over all
     * @param now the time of the measurement
     */
    Map<String, Long> resource(List<Pod> pods, String resource, String container, Instant now);

    /** A custom metric of pods, by the name of the pod. */
    Map<String, Long> pods(List<Pod> pods, String metric);

    /** A metric of the object that an autoscaler names; empty when there is none. */
    OptionalLong object(HorizontalPodAutoscaler autoscaler, String metric);

    /** An external metric of an autoscaler; empty when there is none. */
    OptionalLong external(HorizontalPodAutoscaler autoscaler, String metric);
}

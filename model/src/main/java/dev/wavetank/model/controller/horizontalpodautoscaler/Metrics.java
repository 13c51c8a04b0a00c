package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.core.Pod;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Tells what pods use and how much there is to do, in place of the three metrics APIs. All numbers are in thousandths
 * of the unit.
 */
public interface Metrics {

    /** A number that somebody has written down wrongly: the autoscaler tells it, and does without. */
    final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1;

        /** @param message which number, where, and what it should be */
        public Unreadable(String message) {
            super(message);
        }
    }

    /**
     * What pods use of a resource now, by the name of the pod. A pod of which nothing is known is left out.
     *
     * @param pods of one workload
     * @param resource such as {@code cpu}
     * @param container which container of each pod; the empty string for all together
     */
    Map<String, Long> resource(List<Pod> pods, String resource, String container);

    /** A number that pods tell about themselves, by the name of the pod. */
    Map<String, Long> pods(List<Pod> pods, String metric);

    /** A number about the object that an autoscaler names; empty when there is none. */
    OptionalLong object(HorizontalPodAutoscaler autoscaler, String metric);

    /** A number about the world outside, as an autoscaler sees it; empty when there is none. */
    OptionalLong external(HorizontalPodAutoscaler autoscaler, String metric);
}

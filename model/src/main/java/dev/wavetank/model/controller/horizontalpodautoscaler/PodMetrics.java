package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.core.Pod;
import java.util.List;
import java.util.Map;

/** Tells what pods use: in place of the resource metrics API. */
@FunctionalInterface
public interface PodMetrics {

    /**
     * What pods use of a resource now, in thousandths of its unit, by the name of the pod. A pod of which nothing is
     * known is left out.
     *
     * @param pods of one workload
     * @param resource such as {@code cpu}
     */
    Map<String, Long> usage(List<Pod> pods, String resource);
}

package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What pods use as their annotations tell, so that people write it into the template of a workload.
 *
 * <p>{@code wavetank.dev/RESOURCE-load: QUANTITY} is the load of the whole workload, which its ready pods share evenly;
 * {@code wavetank.dev/RESOURCE-utilization: PERCENT} is what every single pod uses of its request, however many there
 * are. A running pod with neither uses nothing. Pods that do not run have no metrics.
 */
public final class AnnotatedMetrics implements PodMetrics {

    private static final String PREFIX = "wavetank.dev/";
    private static final int PERCENT = 100;

    /** Metrics from annotations. */
    public AnnotatedMetrics() {}

    @Override
    public Map<String, Long> usage(List<Pod> pods, String resource) {
        List<Pod> running = pods.stream()
                .filter(pod -> "Running".equals(pod.phase()) && !pod.metadata().isDeleting())
                .toList();
        int ready = Math.max(1, (int) running.stream().filter(Pod::isReady).count());
        Map<String, Long> usage = new LinkedHashMap<>();
        for (Pod pod : running) {
            Map<String, String> annotations = pod.metadata().annotations();
            String load = annotations.get(PREFIX + resource + "-load");
            String utilization = annotations.get(PREFIX + resource + "-utilization");
            long used = 0;
            if (load != null) {
                used = pod.isReady() ? Quantity.parse(load).milliValue() / ready : 0;
            } else if (utilization != null) {
                used = PodRequests.of(pod, resource).orElse(0L) * Long.parseLong(utilization) / PERCENT;
            }
            usage.put(pod.metadata().name(), used);
        }
        return usage;
    }
}

package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Metrics as annotations tell them, so that people write them into manifests and change them with {@code kubectl
 * annotate}.
 *
 * <p>In the template of a workload, {@code wavetank.dev/RESOURCE-load: QUANTITY} is the load of the whole workload,
 * which its ready pods share evenly, and {@code wavetank.dev/RESOURCE-utilization: PERCENT} is what every single pod
 * uses of its request, however many there are; {@code CONTAINER.RESOURCE} in the place of {@code RESOURCE} is about one
 * container. A running pod with neither uses nothing. {@code wavetank.dev/METRIC-load} is any other number that ready
 * pods share. Pods that do not run have no metrics.
 *
 * <p>At an autoscaler, {@code wavetank.dev/object-METRIC: QUANTITY} and {@code wavetank.dev/external-METRIC: QUANTITY}
 * are the numbers about objects and the world outside.
 */
public final class AnnotatedMetrics implements Metrics {

    private static final String PREFIX = "wavetank.dev/";
    private static final String LOAD = "-load";
    private static final int PERCENT = 100;

    /** Metrics from annotations. */
    public AnnotatedMetrics() {}

    @Override
    public Map<String, Long> resource(List<Pod> pods, String resource, String container) {
        List<Pod> running = running(pods);
        int ready = ready(running);
        Map<String, Long> usage = new LinkedHashMap<>();
        for (Pod pod : running) {
            if (container.isEmpty()) {
                usage.put(pod.metadata().name(), ofPod(pod, resource, ready));
            } else if (PodRequests.hasContainer(pod, container)) {
                usage.put(pod.metadata().name(), ofContainer(pod, resource, container, ready));
            }
        }
        return usage;
    }

    private static long ofPod(Pod pod, String resource, int ready) {
        if (isTold(pod, resource)) {
            return used(pod, resource, PodRequests.of(pod, resource, "").orElse(0L), ready);
        }
        long sum = 0;
        for (Container container : pod.spec().containers()) {
            sum += ofContainer(pod, resource, container.name(), ready);
        }
        return sum;
    }

    private static long ofContainer(Pod pod, String resource, String container, int ready) {
        long request = PodRequests.of(pod, resource, container).orElse(0L);
        return used(pod, container + "." + resource, request, ready);
    }

    private static boolean isTold(Pod pod, String what) {
        Map<String, String> annotations = pod.metadata().annotations();
        return annotations.containsKey(PREFIX + what + LOAD) || annotations.containsKey(PREFIX + what + "-utilization");
    }

    private static long used(Pod pod, String what, long request, int ready) {
        Map<String, String> annotations = pod.metadata().annotations();
        String load = annotations.get(PREFIX + what + LOAD);
        if (load != null) {
            return pod.isReady() ? Quantity.parse(load).milliValue() / ready : 0;
        }
        String utilization = annotations.get(PREFIX + what + "-utilization");
        return utilization == null ? 0 : request * Long.parseLong(utilization) / PERCENT;
    }

    @Override
    public Map<String, Long> pods(List<Pod> pods, String metric) {
        List<Pod> running = running(pods);
        int ready = ready(running);
        Map<String, Long> told = new LinkedHashMap<>();
        for (Pod pod : running) {
            if (isTold(pod, metric)) {
                told.put(pod.metadata().name(), used(pod, metric, 0, ready));
            }
        }
        return told;
    }

    @Override
    public OptionalLong object(HorizontalPodAutoscaler autoscaler, String metric) {
        return told(autoscaler, "object-" + metric);
    }

    @Override
    public OptionalLong external(HorizontalPodAutoscaler autoscaler, String metric) {
        return told(autoscaler, "external-" + metric);
    }

    private static OptionalLong told(HorizontalPodAutoscaler autoscaler, String what) {
        String text = autoscaler.metadata().annotations().get(PREFIX + what);
        return text == null
                ? OptionalLong.empty()
                : OptionalLong.of(Quantity.parse(text).milliValue());
    }

    private static List<Pod> running(List<Pod> pods) {
        return pods.stream()
                .filter(pod -> "Running".equals(pod.phase()) && !pod.metadata().isDeleting())
                .toList();
    }

    private static int ready(List<Pod> running) {
        return Math.max(1, (int) running.stream().filter(Pod::isReady).count());
    }
}

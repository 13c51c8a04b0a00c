package dev.wavetank.model.metrics;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.process.Behavior;
import dev.wavetank.model.kubelet.cri.process.ResourceUse;
import dev.wavetank.model.quantity.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Metrics from annotations, so that users write them into manifests, and change them by applying them again.
 *
 * <p>In the template of a workload, {@code wavetank.dev/RESOURCE-load: QUANTITY} is the load of the whole workload,
 * which its ready pods share evenly, and {@code wavetank.dev/RESOURCE-utilization: PERCENT} is what every single pod
 * uses of its request, however many there are; {@code CONTAINER.RESOURCE} in the place of {@code RESOURCE} is about one
 * container. Without them, a running container has the memory of its behaviour ({@code uses 60Mi of memory}) and uses
 * nothing else. {@code wavetank.dev/METRIC-load} is any other number that ready
 * pods share. Pods that do not run have no metrics.
 *
 * <p>At an autoscaler, {@code wavetank.dev/object-METRIC: QUANTITY} and {@code wavetank.dev/external-METRIC: QUANTITY}
 * are the numbers about objects and the world outside.
 */
public final class AnnotatedMetrics implements Metrics {

    private static final String PREFIX = "wavetank.dev/";
    private static final String LOAD = "-load";
    private static final String UTILIZATION = "-utilization";
    private static final int PERCENT = 100;
    private static final long MILLI = 1000;

    /** Metrics from annotations. */
    public AnnotatedMetrics() {}

    @Override
    public Map<String, Long> resource(List<Pod> pods, String resource, String container, Instant now) {
        List<Pod> running = running(pods);
        int ready = ready(running);
        Map<String, Long> usage = new LinkedHashMap<>();
        for (Pod pod : running) {
            if (container.isEmpty()) {
                usage.put(pod.metadata().name(), ofPod(pod, resource, ready, now));
            } else if (PodRequests.hasContainer(pod, container)) {
                usage.put(pod.metadata().name(), ofContainer(pod, resource, container, ready, now));
            }
        }
        return usage;
    }

    private static long ofPod(Pod pod, String resource, int ready, Instant now) {
        if (isAnnotated(pod, resource)) {
            return used(pod, resource, PodRequests.of(pod, resource, "").orElse(0L), ready);
        }
        long sum = 0;
        for (Container container : pod.spec().containers()) {
            sum += ofContainer(pod, resource, container.name(), ready, now);
        }
        return sum;
    }

    private static long ofContainer(Pod pod, String resource, String container, int ready, Instant now) {
        if (!isAnnotated(pod, container + "." + resource)) {
            return "memory".equals(resource) ? memory(pod, container, now) * MILLI : 0;
        }
        long request = PodRequests.of(pod, resource, container).orElse(0L);
        return used(pod, container + "." + resource, request, ready);
    }

    /** Bytes that a running container uses by its behaviour. */
    private static long memory(Pod pod, String container, Instant now) {
        ResourceUse use = Behavior.usage(pod.metadata().annotations(), container);
        if (use.equals(ResourceUse.NONE) || pod.status() == null) {
            return 0;
        }
        return pod.status().containerStatuses().stream()
                .filter(status -> container.equals(status.name()))
                .filter(status -> status.state() != null && status.state().running() != null)
                .mapToLong(status -> use.after(
                        ResourceUse.MEMORY,
                        Duration.between(status.state().running().startedAt(), now)
                                .toNanos()))
                .sum();
    }

    private static boolean isAnnotated(Pod pod, String what) {
        Map<String, String> annotations = pod.metadata().annotations();
        return annotations.containsKey(PREFIX + what + LOAD) || annotations.containsKey(PREFIX + what + UTILIZATION);
    }

    private static long used(Pod pod, String what, long request, int ready) {
        Map<String, String> annotations = pod.metadata().annotations();
        String load = annotations.get(PREFIX + what + LOAD);
        if (load != null) {
            return pod.isReady() ? quantity(pod, what + LOAD, load) / ready : 0;
        }
        String utilization = annotations.get(PREFIX + what + UTILIZATION);
        return utilization == null ? 0 : request * percent(pod, what + UTILIZATION, utilization) / PERCENT;
    }

    private static long quantity(KubernetesObject object, String what, String text) {
        try {
            Quantity quantity = Quantity.parse(text);
            if (quantity.signum() >= 0) {
                return quantity.milliValue();
            }
        } catch (IllegalArgumentException wrong) {
            throw unreadable(object, what, "a quantity such as 900m or 2", text);
        }
        throw unreadable(object, what, "a quantity that is not negative", text);
    }

    private static int percent(KubernetesObject object, String what, String text) {
        try {
            int percent = Integer.parseInt(text);
            if (percent >= 0) {
                return percent;
            }
        } catch (NumberFormatException wrong) {
            throw unreadable(object, what, "a percentage such as 80", text);
        }
        throw unreadable(object, what, "a percentage that is not negative", text);
    }

    private static Unreadable unreadable(KubernetesObject object, String what, String expected, String text) {
        return new Unreadable("annotation " + PREFIX + what + " of "
                + object.kind().toLowerCase(Locale.ROOT) + " " + object.key() + " must be " + expected + ", was '"
                + text
                + "'");
    }

    @Override
    public Map<String, Long> pods(List<Pod> pods, String metric) {
        List<Pod> running = running(pods);
        int ready = ready(running);
        Map<String, Long> annotated = new LinkedHashMap<>();
        for (Pod pod : running) {
            if (isAnnotated(pod, metric)) {
                annotated.put(pod.metadata().name(), used(pod, metric, 0, ready));
            }
        }
        return annotated;
    }

    @Override
    public OptionalLong object(HorizontalPodAutoscaler autoscaler, String metric) {
        return annotated(autoscaler, "object-" + metric);
    }

    @Override
    public OptionalLong external(HorizontalPodAutoscaler autoscaler, String metric) {
        return annotated(autoscaler, "external-" + metric);
    }

    private static OptionalLong annotated(HorizontalPodAutoscaler autoscaler, String what) {
        String text = autoscaler.metadata().annotations().get(PREFIX + what);
        return text == null ? OptionalLong.empty() : OptionalLong.of(quantity(autoscaler, what, text));
    }

    /** Those that use anything. */
    static List<Pod> running(List<Pod> pods) {
        return pods.stream()
                .filter(pod -> "Running".equals(pod.phase()) && !pod.metadata().isDeleting())
                .toList();
    }

    private static int ready(List<Pod> running) {
        return Math.max(1, (int) running.stream().filter(Pod::isReady).count());
    }
}

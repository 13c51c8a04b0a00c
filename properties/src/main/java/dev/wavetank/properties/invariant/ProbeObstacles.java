package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why pods run and are not ready: their own startup or readiness probes fail, as the kubelet reports with Events, or
 * their containers end and are restarted.
 *
 * <p>Only a recent failure counts: when a probe has succeeded, the Events end, and a pod that is not ready after that
 * has no obstacle. A probe that fails for ever is reported whenever it runs, and after the first 25 Events of a pod
 * every five minutes (client-go/tools/record/events_cache.go v1.32, {@code defaultSpamQPS}); or not at all when Events
 * about restarts take that share. Then the restarts tell, which are five minutes apart at most.
 */
final class ProbeObstacles {

    private static final List<String> KINDS = List.of("Readiness probe ", "Startup probe ");
    private static final String UNHEALTHY = "Unhealthy";
    /** Around the name of a container in the path of a field: {@code spec.containers{app}}. */
    private static final char OPENS = '{';

    /** Between two Events of a pod whose share is used up. */
    private static final long REFILL = 300 * VirtualTime.SECOND;

    /** Until a failure is old: one Event may be missing, and a probe and its Event take a while. */
    private static final long PERIODS = 2;

    private static final long PERIOD_DEFAULT = 10 * VirtualTime.SECOND;

    /** Pods that have a node and are not ready, by uid. */
    private final Map<String, Pod> unready = new LinkedHashMap<>();
    /** The latest failure of a probe of each of those pods, by container. */
    private final Map<String, Map<String, Failure>> failures = new LinkedHashMap<>();

    private record Failure(long time, String message) {}

    /** Observes a pod as it is stored. */
    void observe(Pod pod, boolean deleted, long now) {
        if (!deleted && pod.nodeName() != null && pod.isActive() && !pod.isReady()) {
            Pod before = unready.put(pod.uid(), pod);
            if (before != null) {
                containers(pod).forEach(container -> observe(pod, before, container, now));
            }
        } else if (unready.remove(pod.uid()) != null) {
            failures.remove(pod.uid());
        }
    }

    private void observe(Pod pod, Pod before, Pod.ContainerStatus container, long now) {
        Pod.Terminated last =
                container.lastState() == null ? null : container.lastState().terminated();
        if (last != null && Defaults.zeroIfNull(container.restartCount()) > restarts(before, container.name())) {
            Map<String, Failure> ofPod = failures.computeIfAbsent(pod.uid(), missing -> new LinkedHashMap<>());
            Failure failure = ofPod.get(container.name());
            String message = failure == null ? "it ended with exit code " + last.exitCode() : failure.message();
            ofPod.put(container.name(), new Failure(now, message));
        }
    }

    private static int restarts(Pod pod, String container) {
        return containers(pod)
                .filter(status -> status.name().equals(container))
                .mapToInt(status -> Defaults.zeroIfNull(status.restartCount()))
                .sum();
    }

    /** What is known of the containers of a pod, sidecars among them. */
    private static Stream<Pod.ContainerStatus> containers(Pod pod) {
        return pod.status() == null
                ? Stream.empty()
                : Stream.concat(
                        pod.status().initContainerStatuses().stream(), pod.status().containerStatuses().stream());
    }

    /** Observes what is said, and said again. */
    void observe(ReportedEvent event, long now) {
        String path = event.field();
        int opens = path == null ? -1 : path.indexOf(OPENS);
        if (path == null
                || opens < 0
                || !unready.containsKey(event.uid())
                || !UNHEALTHY.equals(event.reason())
                || KINDS.stream().noneMatch(event.message()::contains)) {
            return;
        }
        String container = path.substring(opens + 1, path.length() - 1);
        failures.computeIfAbsent(event.uid(), missing -> new LinkedHashMap<>())
                .put(container, new Failure(now, event.message()));
    }

    /** Why a pod that runs is not ready. */
    Optional<String> of(Pod pod, long now) {
        Map<String, Failure> ofPod = failures.get(pod.uid());
        if (ofPod == null || pod.isReady()) {
            return Optional.empty();
        }
        return containers(pod)
                .filter(container -> !Boolean.TRUE.equals(container.ready()))
                .map(container -> text(pod, container.name(), ofPod.get(container.name()), now))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** The failure in words, while it is recent. */
    private static Optional<String> text(Pod pod, String container, @Nullable Failure failure, long now) {
        if (failure == null || now - failure.time() > PERIODS * (REFILL + longestPeriod(pod))) {
            return Optional.empty();
        }
        return Optional.of("container " + container + " of pod " + pod.key() + " is not ready: "
                + failure.message().strip());
    }

    /** The longest time between two attempts of a probe of the pod, in nanoseconds. */
    private static long longestPeriod(Pod pod) {
        return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .flatMap(container -> Stream.<Object>of(
                        container.readinessProbe(), container.other().get("startupProbe")))
                .mapToLong(ProbeObstacles::period)
                .reduce(0, Math::max);
    }

    private static long period(@Nullable Object probe) {
        return probe instanceof Map<?, ?> fields && fields.get("periodSeconds") instanceof Number seconds
                ? seconds.longValue() * VirtualTime.SECOND
                : PERIOD_DEFAULT;
    }

    /** Why an object lacks pods that are ready. */
    Optional<String> ofPodsOf(String ownerUid, long now) {
        return failures.keySet().stream()
                .map(unready::get)
                .filter(Objects::nonNull)
                .filter(pod -> pod.metadata().controller().map(OwnerReference::uid).stream()
                        .anyMatch(ownerUid::equals))
                .map(pod -> of(pod, now))
                .flatMap(Optional::stream)
                .findFirst();
    }
}

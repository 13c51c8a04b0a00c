package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.ApiEvent;
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
 * Why pods run and are not ready: their own startup or readiness probes fail, as the kubelet reports with Events.
 *
 * <p>Only a recent Event counts: when a probe has succeeded, the Events end, and a pod that is not ready after that has
 * no obstacle. A probe that fails for ever is reported whenever it runs, and after the first 25 Events of a pod every
 * five minutes (client-go/tools/record/events_cache.go v1.32, {@code defaultSpamQPS}). Where such a probe has its
 * container restarted, Events about the back-off take that share, and confirm the failure.
 */
final class ProbeObstacles {

    private static final List<String> KINDS = List.of("Readiness probe ", "Startup probe ");
    private static final String UNHEALTHY = "Unhealthy";
    private static final String BACK_OFF = "BackOff";
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
    void observe(Pod pod, boolean deleted) {
        if (!deleted && pod.nodeName() != null && pod.isActive() && !pod.isReady()) {
            unready.put(pod.uid(), pod);
        } else if (unready.remove(pod.uid()) != null) {
            failures.remove(pod.uid());
        }
    }

    /** Observes an Event as it is created or counted. */
    void observe(ApiEvent event, long now) {
        boolean confirms = BACK_OFF.equals(event.reason());
        if (!confirms && !UNHEALTHY.equals(event.reason()) || event.involvedObject() == null) {
            return;
        }
        String uid = event.involvedObject().uid();
        String path = event.involvedObject().fieldPath();
        String message = event.message();
        int opens = path == null ? -1 : path.indexOf(OPENS);
        if (opens < 0 || message == null || !unready.containsKey(uid)) {
            return;
        }
        String container = path.substring(opens + 1, path.length() - 1);
        if (confirms && failures.containsKey(uid)) {
            failures.get(uid).computeIfPresent(container, (name, failure) -> new Failure(now, failure.message()));
        } else if (KINDS.stream().anyMatch(message::contains)) {
            failures.computeIfAbsent(uid, missing -> new LinkedHashMap<>()).put(container, new Failure(now, message));
        }
    }

    /** Why a pod that runs is not ready. */
    Optional<String> of(Pod pod, long now) {
        Map<String, Failure> ofPod = failures.get(pod.uid());
        if (ofPod == null || pod.status() == null || pod.isReady()) {
            return Optional.empty();
        }
        return Stream.concat(pod.status().initContainerStatuses().stream(), pod.status().containerStatuses().stream())
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

package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The probe that keeps a running pod from being ready: a container that has not started waits for its startup probe,
 * one that has started for its readiness probe.
 */
final class AwaitedProbe {

    private AwaitedProbe() {}

    /** In words, for the first container that waits for one; empty when none does. */
    static Optional<String> of(Pod pod) {
        if (pod.status() == null) {
            return Optional.empty();
        }
        return Stream.concat(pod.status().initContainerStatuses().stream(), pod.status().containerStatuses().stream())
                .filter(status -> status.state() != null
                        && status.state().running() != null
                        && !Boolean.TRUE.equals(status.ready()))
                .map(status -> of(pod, status))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> of(Pod pod, Pod.ContainerStatus status) {
        return Stream.concat(pod.spec().initContainers().stream(), pod.spec().containers().stream())
                .filter(container -> container.name().equals(status.name()))
                .findFirst()
                .flatMap(container -> of(container, Boolean.FALSE.equals(status.started())));
    }

    private static Optional<String> of(Container container, boolean starts) {
        Object startup = container.other().get("startupProbe");
        if (starts && startup instanceof Map<?, ?> probe) {
            return Optional.of(text(container, "startup", probe));
        }
        Map<String, Object> readiness = container.readinessProbe();
        return readiness == null ? Optional.empty() : Optional.of(text(container, "readiness", readiness));
    }

    private static String text(Container container, String kind, Map<?, ?> probe) {
        long delay = PodWaits.seconds(probe, "initialDelaySeconds", 0);
        return "container " + container.name() + " waits for its " + kind + " probe, every "
                + PodWaits.seconds(probe, "periodSeconds", PodWaits.DEFAULT_PERIOD) + " s"
                + (delay > 0 ? " from " + delay + " s after its start" : "");
    }
}

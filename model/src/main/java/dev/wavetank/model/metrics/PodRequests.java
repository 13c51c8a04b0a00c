package dev.wavetank.model.metrics;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import java.util.List;
import java.util.Optional;

/** The resource requests of all containers of a pod, or of one; the empty name stands for all. */
public final class PodRequests {

    private PodRequests() {}

    /** In thousandths of the unit of the resource; empty when a container requests none. */
    public static Optional<Long> of(Pod pod, String resource, String container) {
        if (containerWithout(pod, resource, container).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(containers(pod, container).stream()
                .mapToLong(each -> Quantity.parse(each.resources().requests().get(resource))
                        .milliValue())
                .sum());
    }

    /** The first container without a request. */
    public static Optional<String> containerWithout(Pod pod, String resource, String container) {
        return containers(pod, container).stream()
                .filter(each ->
                        each.resources() == null || !each.resources().requests().containsKey(resource))
                .map(Container::name)
                .findFirst();
    }

    /** Whether the pod has such a container. */
    public static boolean hasContainer(Pod pod, String container) {
        return !containers(pod, container).isEmpty();
    }

    private static List<Container> containers(Pod pod, String container) {
        return pod.spec().containers().stream()
                .filter(each -> container.isEmpty() || each.name().equals(container))
                .toList();
    }
}

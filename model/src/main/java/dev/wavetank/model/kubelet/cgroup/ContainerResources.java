package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** What a container requests and may use at most. */
public final class ContainerResources {

    private ContainerResources() {}

    /** Its limits; none where it has none. */
    public static ResourceAmounts limits(Container container) {
        return container.resources() == null || container.resources().limits().isEmpty()
                ? ResourceAmounts.NONE
                : ResourceAmounts.of(container.resources().limits());
    }

    /** Its requests. A limit without a request is a request, which the API server has written into pods of the API. */
    public static ResourceAmounts requests(Container container) {
        if (container.resources() == null) {
            return ResourceAmounts.NONE;
        }
        Map<String, String> all = new TreeMap<>(container.resources().limits());
        all.putAll(container.resources().requests());
        return all.isEmpty() ? ResourceAmounts.NONE : ResourceAmounts.of(all);
    }

    /** The limit of a pod: the sum over its containers, or that of its greatest init container. */
    static long limit(Pod pod, ToLongFunction<ResourceAmounts> resource) {
        long sum = pod.spec().containers().stream()
                .mapToLong(one -> resource.applyAsLong(limits(one)))
                .sum();
        long most = pod.spec().initContainers().stream()
                .mapToLong(one -> resource.applyAsLong(limits(one)))
                .max()
                .orElse(0);
        return Math.max(sum, most);
    }

    /** Whether every container has a limit of a resource. */
    static boolean areAllLimited(Pod pod, ToLongFunction<ResourceAmounts> resource) {
        return pod.spec().containers().stream().allMatch(one -> resource.applyAsLong(limits(one)) > 0);
    }
}

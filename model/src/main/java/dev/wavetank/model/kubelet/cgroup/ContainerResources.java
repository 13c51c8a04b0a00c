package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.WholePod;
import java.util.function.ToLongFunction;

/**
 * What a container of a pod may use at most, and how much of the processor it gets ({@code
 * generateLinuxContainerResources}, pkg/kubelet/kuberuntime v1.34).
 */
public final class ContainerResources {

    private ContainerResources() {}

    /** The most memory that a container may use, in bytes: its own limit, or that of its pod; 0 without any. */
    public static long memoryLimit(Pod pod, Container container) {
        return limit(pod, container, ResourceAmounts::memory);
    }

    /** The most processor time that a container may use, in thousandths of a core, by the same rule. */
    static long cpuLimit(Pod pod, Container container) {
        return limit(pod, container, ResourceAmounts::milliCpu);
    }

    private static long limit(Pod pod, Container container, ToLongFunction<ResourceAmounts> resource) {
        long own = resource.applyAsLong(ResourceAmounts.limitsOf(container));
        return own > 0 ? own : resource.applyAsLong(WholePod.limits(pod.spec()));
    }

    /** The processor time that a container is to have; where it does not say, what it may use. */
    static long cpuRequest(Pod pod, Container container) {
        boolean says = container.resources() != null
                && container.resources().requests().containsKey("cpu");
        return says ? ResourceAmounts.requestsOf(container).milliCpu() : cpuLimit(pod, container);
    }

    /** Whether a pod is limited in a resource: as a whole, or because each of its containers is. */
    static boolean isLimited(Pod pod, ToLongFunction<ResourceAmounts> resource) {
        return resource.applyAsLong(WholePod.limits(pod.spec())) > 0
                || pod.spec().containers().stream()
                        .allMatch(one -> resource.applyAsLong(ResourceAmounts.limitsOf(one)) > 0);
    }
}

package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pod and its demand on a node, computed once.
 *
 * @param pod the pod
 * @param requests its resource requests
 * @param scoredCpu its CPU requests in milli-cores, with 100m for each container that requests none; for scores
 * only
 * @param scoredMemory its memory requests in bytes, with 200Mi for each container that requests none; for scores
 * only
 * @param hostPorts ports of the node that it binds
 * @param owner uid of its controller, or null
 */
public record PodDemand(
        Pod pod,
        ResourceAmounts requests,
        long scoredCpu,
        long scoredMemory,
        List<Container.Port> hostPorts,
        @Nullable String owner) {

    /** {@code DefaultMilliCPURequest} of Kubernetes. */
    private static final long DEFAULT_MILLI_CPU = 100;

    /** {@code DefaultMemoryRequest} of Kubernetes. */
    private static final long DEFAULT_MEMORY = 200L * 1024 * 1024;

    /** Computes the demand of a pod. */
    public static PodDemand of(Pod pod) {
        long cpu = 0;
        long memory = 0;
        List<Container.Port> hostPorts = new ArrayList<>(0);
        for (Container container : pod.spec().containers()) {
            ResourceAmounts requests = ResourceAmounts.requestsOf(container);
            cpu += requests.milliCpu() == 0 ? DEFAULT_MILLI_CPU : requests.milliCpu();
            memory += requests.memory() == 0 ? DEFAULT_MEMORY : requests.memory();
            for (Container.Port port : container.ports()) {
                if (port.hostPort() != null && port.hostPort() > 0) {
                    hostPorts.add(port);
                }
            }
        }
        String owner = pod.metadata().controller().map(OwnerReference::uid).orElse(null);
        return new PodDemand(pod, ResourceAmounts.requestedBy(pod.spec()), cpu, memory, hostPorts, owner);
    }
}

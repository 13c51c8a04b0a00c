package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;

/**
 * A pod and what the scheduler needs of it, computed once ({@code framework.PodInfo}).
 *
 * @param pod the pod
 * @param requests what a node sets aside for it: containers, init containers, sidecars and overhead
 * @param scoredCpu its CPU requests in milli-cores, with 100m for each container that has none; for scores only
 * @param scoredMemory its memory requests in bytes, with 200Mi for each container that has none; for scores only
 * @param hostPorts ports of the node that it binds
 * @param requiredAffinity terms of required pod affinity
 * @param requiredAntiAffinity terms of required pod anti-affinity
 * @param preferredAffinity terms of preferred pod affinity
 * @param preferredAntiAffinity terms of preferred pod anti-affinity
 */
public record PodInfo(
        Pod pod,
        ResourceAmounts requests,
        long scoredCpu,
        long scoredMemory,
        List<Container.Port> hostPorts,
        List<AffinityTerm> requiredAffinity,
        List<AffinityTerm> requiredAntiAffinity,
        List<AffinityTerm> preferredAffinity,
        List<AffinityTerm> preferredAntiAffinity) {

    /** {@code DefaultMilliCPURequest} of Kubernetes. */
    private static final long DEFAULT_MILLI_CPU = 100;

    /** {@code DefaultMemoryRequest} of Kubernetes. */
    private static final long DEFAULT_MEMORY = 200L * 1024 * 1024;

    /** Whether it has a term of pod affinity or anti-affinity, required or preferred. */
    public boolean hasAffinity() {
        return !requiredAffinity.isEmpty()
                || !requiredAntiAffinity.isEmpty()
                || !preferredAffinity.isEmpty()
                || !preferredAntiAffinity.isEmpty();
    }

    /** Its priority, 0 when it has none. */
    public int priority() {
        Integer priority = pod.spec().priority();
        return priority == null ? 0 : priority;
    }

    /** Computes it. */
    public static PodInfo of(Pod pod) {
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
        ResourceAmounts requests = ResourceAmounts.requestedBy(pod.spec());
        if (pod.spec().affinity() == null) {
            return new PodInfo(pod, requests, cpu, memory, hostPorts, List.of(), List.of(), List.of(), List.of());
        }
        return new PodInfo(
                pod,
                requests,
                cpu,
                memory,
                hostPorts,
                AffinityTerms.required(pod, AffinityTerms.AFFINITY),
                AffinityTerms.required(pod, AffinityTerms.ANTI_AFFINITY),
                AffinityTerms.preferred(pod, AffinityTerms.AFFINITY),
                AffinityTerms.preferred(pod, AffinityTerms.ANTI_AFFINITY));
    }

    /**
     * The same for a later state of the pod; what was computed is kept when the specification and labels are the
     * same.
     */
    public PodInfo update(Pod latest) {
        boolean same = pod.spec() == latest.spec() || pod.spec().equals(latest.spec());
        return same && pod.metadata().labels().equals(latest.metadata().labels())
                ? new PodInfo(
                        latest,
                        requests,
                        scoredCpu,
                        scoredMemory,
                        hostPorts,
                        requiredAffinity,
                        requiredAntiAffinity,
                        preferredAffinity,
                        preferredAntiAffinity)
                : of(latest);
    }

    /** Its uid. */
    public String uid() {
        return pod.uid();
    }
}

package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
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
}

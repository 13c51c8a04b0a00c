package dev.wavetank.model.scheduler.plugin.resources;

import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.WholePod;
import dev.wavetank.model.scheduler.framework.PodInfo;

/**
 * All amounts of a pod that filters and scores of resources look at.
 *
 * @param overheadCpu its overhead in milli-cores, which old versions leave out of some scores
 */
record PodAmounts(ResourceAmounts requests, long scoredCpu, long scoredMemory, long overheadCpu) {

    static PodAmounts of(PodInfo pod) {
        return new PodAmounts(
                pod.requests(),
                pod.scoredCpu(),
                pod.scoredMemory(),
                WholePod.overhead(pod.pod().spec()).milliCpu());
    }
}

package dev.wavetank.model.scheduler.plugin;

/** Prefers nodes with much left: the mean share of CPU and memory that stays free. Weight 1. */
public final class NodeResourcesLeastAllocated implements Score {

    @Override
    public void addTo(long[] totals, PodDemand pod, Candidates nodes) {
        for (int i = 0; i < totals.length; i++) {
            NodeState node = nodes.get(i);
            long cpu =
                    free(node.scoredCpu() + pod.scoredCpu(), node.allocatable().milliCpu());
            long memory = free(
                    node.scoredMemory() + pod.scoredMemory(), node.allocatable().memory());
            totals[i] += (cpu + memory) / 2;
        }
    }

    private static long free(long requested, long capacity) {
        return requested >= capacity ? 0 : (capacity - requested) * MOST / capacity;
    }
}

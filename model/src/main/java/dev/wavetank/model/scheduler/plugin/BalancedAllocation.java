package dev.wavetank.model.scheduler.plugin;

/** Prefers nodes whose CPU and memory would be used to the same degree. Weight 1. */
public final class BalancedAllocation implements Score {

    @Override
    public void addTo(long[] totals, PodDemand pod, Candidates nodes) {
        for (int i = 0; i < totals.length; i++) {
            NodeState node = nodes.get(i);
            double cpu =
                    used(node.scoredCpu() + pod.scoredCpu(), node.allocatable().milliCpu());
            double memory = used(
                    node.scoredMemory() + pod.scoredMemory(), node.allocatable().memory());
            // The standard deviation of two numbers is half their distance.
            totals[i] += (long) ((1 - Math.abs(cpu - memory) / 2) * MOST);
        }
    }

    private static double used(long requested, long capacity) {
        return requested >= capacity ? 1 : (double) requested / capacity;
    }
}

package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ScorePlugin;

/** Prefers nodes whose CPU and memory would be used to the same degree. */
public final class BalancedAllocation implements ScorePlugin {

    @Override
    public String name() {
        return "NodeResourcesBalancedAllocation";
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        double cpu = used(node.scoredCpu() + pod.scoredCpu(), node.allocatable().milliCpu());
        double memory = used(
                node.scoredMemory() + pod.scoredMemory(), node.allocatable().memory());
        // The standard deviation of two numbers is half their distance.
        return (long) ((1 - Math.abs(cpu - memory) / 2) * MAX_NODE_SCORE);
    }

    private static double used(long requested, long capacity) {
        return requested >= capacity ? 1 : (double) requested / capacity;
    }
}

package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ScorePlugin;

/** Prefers nodes with much left: the mean share of CPU and memory that stays free. */
public final class NodeResourcesLeastAllocated implements ScorePlugin {

    @Override
    public String name() {
        return "NodeResourcesLeastAllocated";
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        long cpu = free(node.scoredCpu() + pod.scoredCpu(), node.allocatable().milliCpu());
        long memory = free(
                node.scoredMemory() + pod.scoredMemory(), node.allocatable().memory());
        return (cpu + memory) / 2;
    }

    private static long free(long requested, long capacity) {
        return requested >= capacity ? 0 : (capacity - requested) * MAX_NODE_SCORE / capacity;
    }
}

package dev.wavetank.model.scheduler.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Keeps pods off nodes that have not enough left: of pods, CPU, memory, or any other resource that is requested.
 */
public final class NodeResourcesFit implements Filter {

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        ResourceAmounts free = node.allocatable();
        ResourceAmounts wanted = pod.requests();
        if (fits(wanted, free, node)) {
            return List.of();
        }
        List<String> reasons = new ArrayList<>();
        if (node.pods() + 1 > node.allocatablePods()) {
            reasons.add("Too many pods");
        }
        if (wanted.milliCpu() > 0 && wanted.milliCpu() > free.milliCpu() - node.requestedCpu()) {
            reasons.add("Insufficient cpu");
        }
        if (wanted.memory() > 0 && wanted.memory() > free.memory() - node.requestedMemory()) {
            reasons.add("Insufficient memory");
        }
        for (Map.Entry<String, Long> other : wanted.other().entrySet()) {
            long left = free.other().getOrDefault(other.getKey(), 0L) - node.requestedOf(other.getKey());
            if (other.getValue() > 0 && other.getValue() > left) {
                reasons.add("Insufficient " + other.getKey());
            }
        }
        return reasons;
    }

    /** Whether nothing is short, for a pod that requests CPU and memory only; the others are looked at one by one. */
    private static boolean fits(ResourceAmounts wanted, ResourceAmounts free, NodeState node) {
        return wanted.other().isEmpty()
                && node.pods() + 1 <= node.allocatablePods()
                && (wanted.milliCpu() <= 0 || wanted.milliCpu() <= free.milliCpu() - node.requestedCpu())
                && (wanted.memory() <= 0 || wanted.memory() <= free.memory() - node.requestedMemory());
    }
}

package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.ResourceFit;
import java.util.List;

/**
 * Keeps pods off nodes that have not enough left: of pods, CPU, memory, or any other resource that is requested.
 */
public final class NodeResourcesFit implements Filter {

    @Override
    public List<String> reasonsAgainst(PodDemand pod, NodeState node) {
        if (fits(pod.requests(), node)) {
            return List.of();
        }
        return ResourceFit.lacking(pod.requests(), node.pods(), node.requested(), node.allocatable()).stream()
                .map(NodeResourcesFit::reason)
                .toList();
    }

    /** Whether nothing is short, for a pod that requests CPU and memory only; the others are looked at one by one. */
    private static boolean fits(ResourceAmounts wanted, NodeState node) {
        ResourceAmounts free = node.allocatable();
        return wanted.other().isEmpty()
                && node.pods() + 1 <= node.allocatablePods()
                && (wanted.milliCpu() <= 0 || wanted.milliCpu() <= free.milliCpu() - node.requestedCpu())
                && (wanted.memory() <= 0 || wanted.memory() <= free.memory() - node.requestedMemory());
    }

    private static String reason(ResourceFit.Insufficient lack) {
        return lack.resource().equals("pods") ? "Too many pods" : "Insufficient " + lack.resource();
    }
}

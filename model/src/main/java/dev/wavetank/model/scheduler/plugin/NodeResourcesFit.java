package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.ResourceFit;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Status;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps pods off nodes that have not enough left: of pods, CPU, memory, or any other resource that is requested.
 */
public final class NodeResourcesFit implements EnqueueExtensions, FilterPlugin {

    @Override
    public String name() {
        return "NodeResourcesFit";
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        ResourceAmounts wanted = pod.requests();
        if (fits(wanted, node)) {
            return Status.SUCCESS;
        }
        Map<String, Long> others = new TreeMap<>();
        wanted.other().keySet().forEach(name -> others.put(name, node.requested(name)));
        ResourceAmounts used = new ResourceAmounts(node.requestedCpu(), node.requestedMemory(), others);
        String[] reasons = ResourceFit.lacking(wanted, node.pods().size(), used, node.allocatable()).stream()
                .map(NodeResourcesFit::reason)
                .toArray(String[]::new);
        return reasons.length == 0 ? Status.SUCCESS : Status.unschedulable(reasons);
    }

    /** Whether nothing is short, for a pod that requests CPU and memory only; the others are looked at one by one. */
    private static boolean fits(ResourceAmounts wanted, NodeInfo node) {
        ResourceAmounts free = node.allocatable();
        return wanted.other().isEmpty()
                && node.pods().size() + 1 <= node.allocatablePods()
                && (wanted.milliCpu() <= 0 || wanted.milliCpu() <= free.milliCpu() - node.requestedCpu())
                && (wanted.memory() <= 0 || wanted.memory() <= free.memory() - node.requestedMemory());
    }

    private static String reason(ResourceFit.Insufficient lack) {
        return lack.resource().equals("pods") ? "Too many pods" : "Insufficient " + lack.resource();
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                Interest.in(ClusterEvent.of(Resource.ASSIGNED_POD, Action.DELETE)),
                Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_ALLOCATABLE)));
    }
}

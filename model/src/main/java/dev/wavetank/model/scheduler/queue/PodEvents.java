package dev.wavetank.model.scheduler.queue;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResizedPod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What has changed in a pod, as far as plug-ins can ask for it ({@code PodSchedulingPropertiesChange}). */
public final class PodEvents {

    private PodEvents() {}

    /**
     * The events of an update; a single general one when nothing has changed that has an event of its own.
     *
     * @param resource whether the pod has a node
     */
    public static List<ClusterEvent> of(Pod before, Pod after, Resource resource) {
        String name = resource == Resource.ASSIGNED_POD ? "AssignedPod" : "Pod";
        List<ClusterEvent> events = new ArrayList<>(1);
        if (!before.metadata().labels().equals(after.metadata().labels())) {
            events.add(QueueEvents.event(resource, Action.UPDATE_POD_LABEL, name + "LabelChange"));
        }
        boolean differs = before.spec() != after.spec() && !before.spec().equals(after.spec());
        if ((differs || ResizedPod.isPossible(after)) && asksForLess(before, after)) {
            events.add(QueueEvents.event(resource, Action.UPDATE_POD_SCALE_DOWN, name + "ScaleDown"));
        }
        if (differs) {
            if (hasGates(before) && !hasGates(after)) {
                events.add(QueueEvents.event(resource, Action.UPDATE_POD_GATES_ELIMINATED, name + "GatesEliminated"));
            }
            if (before.spec().tolerations().size() != after.spec().tolerations().size()) {
                events.add(QueueEvents.event(resource, Action.UPDATE_POD_TOLERATION, name + "TolerationChange"));
            }
        }
        if (events.isEmpty()) {
            events.add(resource == Resource.ASSIGNED_POD ? QueueEvents.ASSIGNED_POD_UPDATE : QueueEvents.POD_UPDATE);
        }
        return events;
    }

    private static boolean hasGates(Pod pod) {
        return pod.spec().other().get("schedulingGates") instanceof List<?> gates && !gates.isEmpty();
    }

    private static boolean asksForLess(Pod before, Pod after) {
        ResourceAmounts earlier = ResourceAmounts.requestedBy(ResizedPod.counted(before));
        ResourceAmounts later = ResourceAmounts.requestedBy(ResizedPod.counted(after));
        if (later.milliCpu() < earlier.milliCpu() || later.memory() < earlier.memory()) {
            return true;
        }
        for (Map.Entry<String, Long> other : earlier.other().entrySet()) {
            Long left = later.other().get(other.getKey());
            if (left == null || left < other.getValue()) {
                return true;
            }
        }
        return false;
    }
}

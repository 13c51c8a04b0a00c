package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreEnqueuePlugin;
import dev.wavetank.model.scheduler.framework.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keeps pods with scheduling gates out of the queue ({@code spec.schedulingGates}). */
public final class SchedulingGates implements PreEnqueuePlugin {

    @Override
    public String name() {
        return "SchedulingGates";
    }

    @Override
    public Status preEnqueue(PodInfo pod) {
        List<String> gates = new ArrayList<>(0);
        if (pod.pod().spec().other().get("schedulingGates") instanceof List<?> list) {
            for (Object gate : list) {
                gates.add(gate instanceof Map<?, ?> map ? String.valueOf(map.get("name")) : String.valueOf(gate));
            }
        }
        return gates.isEmpty()
                ? Status.SUCCESS
                : Status.unresolvable("waiting for scheduling gates: [" + String.join(" ", gates) + "]");
    }
}

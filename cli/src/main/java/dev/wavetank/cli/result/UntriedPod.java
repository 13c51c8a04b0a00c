package dev.wavetank.cli.result;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.plugin.DynamicResources;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Why no scheduler has tried a pod. */
public final class UntriedPod {

    private UntriedPod() {}

    /**
     * A line about a pod; empty when there never was one of that name.
     *
     * @param pod {@code NAMESPACE/NAME}
     */
    public static Optional<String> line(String pod, List<TraceEntry> trace) {
        Pod last = null;
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof StoreTrace store
                    && store.object() instanceof Pod stored
                    && stored.key().toString().equals(pod)) {
                last = stored;
            }
        }
        return Optional.ofNullable(last).map(found -> "pod/" + pod + ": no attempt, " + why(found));
    }

    private static String why(Pod pod) {
        List<String> gates = gates(pod);
        if (!gates.isEmpty()) {
            return "it waits until its scheduling gates are removed: " + String.join(", ", gates);
        }
        if (pod.nodeName() != null && !pod.nodeName().isEmpty()) {
            return "it was put on " + pod.nodeName() + " without a scheduler";
        }
        if (pod.metadata().isDeleting()) {
            return "it was deleted before";
        }
        String scheduler = pod.spec().schedulerName();
        Optional<String> claim = DynamicResources.missingClaim(pod);
        if (claim.isPresent()) {
            return "the plug-in DynamicResources keeps it out of the queue: " + claim.get()
                    + " (claims are not simulated)";
        }
        return scheduler == null || scheduler.equals("default-scheduler")
                ? "no scheduler was there to try it"
                : "it names the scheduler " + scheduler + ", which is not there or has not come to it";
    }

    private static List<String> gates(Pod pod) {
        List<String> gates = new ArrayList<>();
        if (pod.spec().other().get("schedulingGates") instanceof List<?> list) {
            for (Object gate : list) {
                if (gate instanceof Map<?, ?> map) {
                    gates.add(String.valueOf(map.get("name")));
                }
            }
        }
        return gates;
    }
}

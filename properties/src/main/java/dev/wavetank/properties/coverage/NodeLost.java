package dev.wavetank.properties.coverage;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.coverage.Sometimes;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** A machine went down while running pods were bound to it. */
final class NodeLost implements Sometimes.Condition<TraceRecord> {

    /** Nodes of the running pods, by uid. */
    private final Map<String, String> nodes = new LinkedHashMap<>();

    @Override
    public boolean isReached(TraceRecord record, TraceEntry entry) {
        if (record instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                boolean runs = change.change() != WatchEvent.Type.DELETED
                        && pod.phase().equals("Running");
                nodes.compute(pod.uid(), (uid, before) -> runs ? pod.nodeName() : null);
            }
            return false;
        }
        return record instanceof FaultTrace.Opened fault
                && fault.kind().equals("nodeCrash")
                && nodes.containsValue(fault.target());
    }
}

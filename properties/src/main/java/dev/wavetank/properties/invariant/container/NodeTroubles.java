package dev.wavetank.properties.invariant.container;

import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.trace.TraceEntry;

/**
 * When something was wrong with a node, its programs or its containers, rather than with the links between programs.
 */
final class NodeTroubles {

    private final OpenFaults faults = new OpenFaults(fault ->
            !(fault instanceof LinkFault) && !(fault instanceof StreamFault) && !(fault instanceof RequestFault));

    void observe(TraceEntry entry) {
        faults.observe(entry);
    }

    /** Whether something was wrong at that time or later. */
    boolean since(long time) {
        return !faults.isNoneSince(time);
    }
}

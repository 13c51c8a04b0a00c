package dev.wavetank.properties.invariant.nodelifecycle;

import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;

/** When a controller manager began or ended last: what its controllers had in memory is lost then. */
final class ManagerStart {

    private static final String HOST = "kube-controller-manager";

    private long last;

    void observe(TraceEntry entry) {
        if (entry.record() instanceof ComponentTrace && entry.component().startsWith(HOST)) {
            last = entry.time();
        }
    }

    /** Virtual time in nanoseconds. */
    long last() {
        return last;
    }
}

package dev.wavetank.properties.invariant;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.function.Predicate;

/** Which faults are open, of those that an invariant asks about. */
public final class OpenFaults {

    private final Predicate<Fault> counted;
    private int open;
    private long changed = Long.MIN_VALUE;

    /** All. */
    public OpenFaults() {
        this(fault -> true);
    }

    /** Those for which this holds. */
    public OpenFaults(Predicate<Fault> counted) {
        this.counted = counted;
    }

    /** Observes beginnings and ends; one that never opened is no fault. */
    public void observe(TraceEntry entry) {
        if (entry.record() instanceof FaultTrace.Opened opened && counted.test(opened.fault())) {
            open += opened.fault().isInstant() ? 0 : 1;
            changed = entry.time();
        } else if (entry.record() instanceof FaultTrace.Closed closed && counted.test(closed.fault())) {
            open -= closed.fault().isInstant() || open == 0 ? 0 : 1;
            changed = entry.time();
        }
    }

    /** Whether some fault is open now. */
    public boolean isAny() {
        return open > 0;
    }

    /** Whether from that time on none was open, nor opened or ended. */
    public boolean isNoneSince(long time) {
        return open == 0 && changed < time;
    }
}

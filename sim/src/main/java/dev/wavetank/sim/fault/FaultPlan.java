package dev.wavetank.sim.fault;

import java.util.ArrayList;
import java.util.List;

/**
 * Everything that goes wrong in one run.
 *
 * @param faults the faults, in the order in which they were written down
 */
public record FaultPlan(List<Fault> faults) {

    /** Nothing goes wrong. */
    public static final FaultPlan NONE = new FaultPlan(List.of());

    /** Keeps a copy of the list. */
    public FaultPlan {
        faults = List.copyOf(faults);
    }

    /** The moment the last fault has healed: the virtual time from which liveness is judged. 0 without faults. */
    public long healedAt() {
        return faults.stream().mapToLong(fault -> fault.window().closes()).max().orElse(0);
    }

    /** The same plan with one fault left out. */
    public FaultPlan without(int index) {
        List<Fault> rest = new ArrayList<>(faults);
        rest.remove(index);
        return new FaultPlan(rest);
    }
}

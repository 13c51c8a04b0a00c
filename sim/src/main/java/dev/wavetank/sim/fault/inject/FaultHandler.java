package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.fault.Fault;
import java.util.Optional;

/** Applies faults of the kinds it knows. */
public interface FaultHandler {

    /** Begins a fault. Empty, and nothing was done, when the kind is not one of its own. */
    Optional<OpenFault> open(Fault fault);
}

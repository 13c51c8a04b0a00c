package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.fault.Fault;
import java.util.Optional;

/** Applies faults of the kinds it knows. */
public interface FaultHandler {

    /** Begins a fault. Empty, without an effect, when the handler does not know the kind. */
    Optional<OpenFault> open(Fault fault);
}

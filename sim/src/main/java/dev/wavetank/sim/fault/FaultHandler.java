package dev.wavetank.sim.fault;

/** Applies faults of the kinds it knows. */
public interface FaultHandler {

    /** Begins a fault. Answers false, and does nothing, when the kind is not one of its own. */
    boolean open(Fault fault);

    /** Ends a fault that it began: the damage is not undone, but no more is done. */
    void close(Fault fault);
}

package dev.wavetank.model.kubectl.wire;

import dev.wavetank.sim.Completion;

/** Holds the requests of a command back until something else is known. */
@FunctionalInterface
public interface RequestGate {

    /** Holds nothing back. */
    RequestGate OPEN = () -> Completion.of(true);

    /** Done when requests may go; never when the command has ended over what it waited for. */
    Completion<Boolean> opened();
}

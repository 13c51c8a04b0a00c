package dev.wavetank.cli;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;

/** One line about a fault. */
final class FaultText {

    private FaultText() {}

    static String line(Fault fault) {
        return fault.kind() + " " + fault.target() + ", from "
                + VirtualTime.span(fault.window().opens()) + " for "
                + VirtualTime.span(fault.window().length());
    }
}

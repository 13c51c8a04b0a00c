package dev.wavetank.sim.fault;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.LinkSelector;

/** The kinds of faults that the kernel itself can apply. */
public sealed interface KernelFault extends Fault {

    /**
     * A component crashes when the window opens and is restarted when it closes.
     *
     * @param component its name
     */
    record ComponentCrash(String component, Window window) implements KernelFault {
        @Override
        public String kind() {
            return "componentCrash";
        }

        @Override
        public String target() {
            return component;
        }
    }

    /**
     * Messages between two groups of components take longer.
     *
     * @param delay added to the latency of every message, in nanoseconds
     */
    record NetworkDelay(LinkSelector links, long delay, Window window) implements KernelFault {
        @Override
        public String kind() {
            return "networkDelay";
        }

        @Override
        public String target() {
            return links.one() + " <-> " + links.other() + " +" + VirtualTime.span(delay);
        }
    }

    /** Nothing gets through between two groups of components. */
    record NetworkPartition(LinkSelector links, Window window) implements KernelFault {
        @Override
        public String kind() {
            return "networkPartition";
        }

        @Override
        public String target() {
            return links.one() + " <-> " + links.other();
        }
    }
}

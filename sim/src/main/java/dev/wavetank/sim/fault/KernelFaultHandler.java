package dev.wavetank.sim.fault;

import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.LinkLayer;
import dev.wavetank.sim.network.Network;

/** Applies the kernel's own kinds of faults to components and links. */
public final class KernelFaultHandler implements FaultHandler {

    private final Components components;
    private final Network network;

    /** Works on these components and this network. */
    public KernelFaultHandler(Components components, Network network) {
        this.components = components;
        this.network = network;
    }

    @Override
    public boolean open(Fault fault) {
        if (fault instanceof KernelFault.ComponentCrash crash) {
            components.crash(crash.component());
            return true;
        }
        if (fault instanceof KernelFault) {
            network.put(layer(fault));
            return true;
        }
        return false;
    }

    @Override
    public void close(Fault fault) {
        if (fault instanceof KernelFault.ComponentCrash crash) {
            components.restart(crash.component());
        } else {
            network.lift(layer(fault));
        }
    }

    private static LinkLayer layer(Fault fault) {
        if (fault instanceof KernelFault.NetworkDelay delay) {
            return LinkLayer.delay(delay.links(), delay.delay());
        }
        if (fault instanceof KernelFault.NetworkPartition partition) {
            return LinkLayer.partition(partition.links());
        }
        throw new AssertionError("no layer for " + fault.kind());
    }
}

package dev.wavetank.sim.fault;

import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.LinkLayer;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.network.Network;
import java.util.List;
import java.util.Optional;

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
    public Optional<OpenFault> open(Fault fault) {
        if (fault instanceof ComponentFault hit) {
            return Optional.of(open(hit));
        }
        if (fault instanceof LinkFault disturbed) {
            return Optional.of(open(disturbed));
        }
        return Optional.empty();
    }

    private OpenFault open(ComponentFault fault) {
        List<String> names = components.names().stream()
                .filter(name -> LinkSelector.covers(fault.component(), name))
                .toList();
        names.forEach(components::crash);
        return OpenFault.until(names.size(), () -> names.forEach(components::restart));
    }

    private OpenFault open(LinkFault fault) {
        LinkLayer layer = layer(fault);
        network.put(layer);
        return OpenFault.until(1, () -> network.lift(layer));
    }

    private static LinkLayer layer(LinkFault fault) {
        if (fault instanceof LinkFault.Delay delay) {
            return LinkLayer.delay(delay.links(), delay.delay());
        }
        return LinkLayer.partition(fault.links());
    }
}

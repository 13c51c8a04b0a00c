package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.StreamLayer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Applies the kernel's own kinds of faults to components, links, requests and streams. Overlapping ones compose. */
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
        if (fault instanceof RequestFault requests) {
            network.put(requests.rule());
            return Optional.of(() -> network.lift(requests.rule()));
        }
        if (fault instanceof StreamFault streams) {
            return Optional.of(open(streams));
        }
        return Optional.empty();
    }

    private OpenFault open(ComponentFault fault) {
        if (fault instanceof ComponentFault.Crash) {
            return each(fault, components::crash, components::restart);
        }
        if (fault instanceof ComponentFault.Pause) {
            return each(fault, components::pause, components::resume);
        }
        if (fault instanceof ComponentFault.SlowCpu slow) {
            return each(
                    fault,
                    name -> components.slowDown(name, slow.cost()),
                    name -> components.speedUp(name, slow.cost()));
        }
        ComponentFault.SkewedClock clock = (ComponentFault.SkewedClock) fault;
        return each(
                fault,
                name -> components.skewClock(name, clock.skew()),
                name -> components.correctClock(name, clock.skew()));
    }

    private OpenFault each(ComponentFault fault, Consumer<String> begin, Consumer<String> end) {
        List<String> names = components.names().stream()
                .filter(name -> LinkSelector.covers(fault.component(), name))
                .toList();
        names.forEach(begin);
        return OpenFault.until(names.size(), () -> names.forEach(end));
    }

    private OpenFault open(LinkFault fault) {
        if (fault instanceof LinkFault.Reset) {
            return OpenFault.done(network.reset(fault.links()));
        }
        if (fault instanceof LinkFault.HalfOpen) {
            return OpenFault.done(network.halfOpen(fault.links()));
        }
        LinkLayer layer = ((LinkFault.Lasting) fault).layer();
        network.put(layer);
        return () -> network.lift(layer);
    }

    private OpenFault open(StreamFault fault) {
        if (fault instanceof StreamFault.Break) {
            return OpenFault.done(network.breakStreams(fault.streams()));
        }
        StreamLayer layer = fault instanceof StreamFault.Lag lag ? lag.layer() : new StreamLayer.Stall(fault.streams());
        network.put(layer);
        return () -> network.lift(layer);
    }
}

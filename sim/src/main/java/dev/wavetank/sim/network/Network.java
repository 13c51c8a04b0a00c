package dev.wavetank.sim.network;

import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Connects the end points of all components of one run. */
public final class Network {

    private final Simulation simulation;
    private final NetworkSettings settings;
    private final Map<String, Distribution> localLatencies = new LinkedHashMap<>();
    private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();
    private final Map<String, Map<String, Link>> links = new LinkedHashMap<>();
    private final List<LinkLayer> layers = new ArrayList<>();

    /** A network without anybody on it. */
    public Network(Simulation simulation, NetworkSettings settings) {
        this.simulation = simulation;
        this.settings = settings;
    }

    /**
     * Gives the links to and from a component a latency of their own: for services that are reached without a
     * network, such as a local socket. To be set before the first message. Between two such components that of the
     * target counts.
     */
    public void setLatencyTo(String component, Distribution latency) {
        localLatencies.put(component, latency);
    }

    /** Connects an incarnation of a component. When it ends, its calls and streams are reset. */
    public Endpoint connect(Context context) {
        Endpoint endpoint = new Endpoint(this, context);
        if (!context.isAlive()) {
            return endpoint;
        }
        endpoints.put(context.name(), endpoint);
        context.whenEnded(() -> {
            endpoints.remove(context.name(), endpoint);
            endpoint.reset();
        });
        return endpoint;
    }

    /** Lays a disturbance over the links that it selects, also over those that come into use later. */
    public void put(LinkLayer layer) {
        layers.add(layer);
        links.values().forEach(byTarget -> byTarget.values().forEach(link -> link.put(layer)));
    }

    /** Takes a disturbance away again. */
    public void lift(LinkLayer layer) {
        if (!layers.remove(layer)) {
            throw new IllegalArgumentException("no such layer lies over the network: " + layer);
        }
        links.values().forEach(byTarget -> byTarget.values().forEach(link -> link.lift(layer)));
    }

    Simulation simulation() {
        return simulation;
    }

    NetworkSettings settings() {
        return settings;
    }

    /** The end point of a component that is up, or null. */
    Endpoint endpoint(String component) {
        return endpoints.get(component);
    }

    Link link(String from, String to) {
        Map<String, Link> byTarget = links.computeIfAbsent(from, missing -> new LinkedHashMap<>());
        Link link = byTarget.get(to);
        if (link == null) {
            Distribution latency = localLatencies.getOrDefault(to, localLatencies.get(from));
            link = new Link(
                    from,
                    to,
                    latency == null ? settings.latency() : latency,
                    simulation.random().stream("network/" + from + "/" + to));
            byTarget.put(to, link);
            layers.forEach(link::put);
        }
        return link;
    }
}

package dev.wavetank.model.podnetwork;

import dev.wavetank.model.address.Ipv4Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The routes to pods of other nodes in the kernel of one node. They stay when the process that wrote them ends, however
 * old they get, and go with a reboot.
 */
public final class RouteTable {

    private final RangeMap<Next> routes = new RangeMap<>();
    private Encapsulation device = Encapsulation.NONE;
    private int index;

    /** No routes. */
    public RouteTable() {}

    /**
     * Where packets of a range go.
     *
     * @param node address of the next node
     * @param encapsulation how they are wrapped
     * @param protocol who wrote the route, such as {@code bird}; empty for nobody in particular
     */
    public record Next(String node, Encapsulation encapsulation, String protocol) {}

    /**
     * A route.
     *
     * @param to the range
     * @param next where its packets go
     */
    public record Route(Ipv4Range to, Next next) {}

    /**
     * The device that wraps packets was made; it goes with a reboot.
     *
     * @param number of the device
     */
    public void make(Encapsulation wraps, int number) {
        device = wraps;
        index = number;
    }

    /** The number of the device that wraps packets; 0 when nobody knows. */
    public int deviceIndex() {
        return index;
    }

    /** How the device of the node wraps packets; {@link Encapsulation#NONE} when it has none. */
    public Encapsulation device() {
        return device;
    }

    /** Writes or replaces a route, and makes the device that it needs. */
    public void put(Ipv4Range to, Next next) {
        if (next.encapsulation() != Encapsulation.NONE) {
            device = next.encapsulation();
        }
        routes.put(to, next);
    }

    /** Removes a route, if it is there. */
    public void remove(Ipv4Range to) {
        routes.remove(to);
    }

    /** Removes all routes and the device. */
    public void clear() {
        device = Encapsulation.NONE;
        index = 0;
        routes.clear();
    }

    /** The routes in the order of their ranges. */
    public List<Route> routes() {
        List<Route> all = new ArrayList<>();
        routes.entries().forEach(entry -> all.add(new Route(entry.getKey(), entry.getValue())));
        return all;
    }

    /** The route of an address: that with the longest prefix. */
    public Optional<Route> of(long address) {
        return routes.entry(address).map(entry -> new Route(entry.getKey(), entry.getValue()));
    }
}

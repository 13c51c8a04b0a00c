package dev.wavetank.model.podnetwork;

import dev.wavetank.model.address.Ipv4Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The routes to pods of other nodes in the kernel of one node. They stay when the process that wrote them ends, however
 * old they get, and go with a reboot.
 */
public final class RouteTable {

    private static final Comparator<Ipv4Range> ORDER =
            Comparator.comparingLong(Ipv4Range::first).thenComparingInt(Ipv4Range::prefix);

    private final Map<Ipv4Range, Next> routes = new TreeMap<>(ORDER);

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

    /** Writes or replaces a route. */
    public void put(Ipv4Range to, Next next) {
        routes.put(to, next);
    }

    /** Removes a route, if it is there. */
    public void remove(Ipv4Range to) {
        routes.remove(to);
    }

    /** Removes all routes. */
    public void clear() {
        routes.clear();
    }

    /** The routes in the order of their ranges. */
    public List<Route> routes() {
        List<Route> all = new ArrayList<>();
        routes.forEach((to, next) -> all.add(new Route(to, next)));
        return all;
    }

    /** The route of an address: that with the longest prefix. */
    public Optional<Route> of(long address) {
        Route best = null;
        for (Map.Entry<Ipv4Range, Next> one : routes.entrySet()) {
            boolean fits = one.getKey().contains(address);
            if (fits && (best == null || one.getKey().prefix() > best.to().prefix())) {
                best = new Route(one.getKey(), one.getValue());
            }
        }
        return Optional.ofNullable(best);
    }
}

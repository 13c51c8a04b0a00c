package dev.wavetank.model.controller.endpoint;

import dev.wavetank.model.api.core.Endpoints;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups addresses that have all their ports in common ({@code RepackSubsets}).
 *
 * <p>Addresses are in the order of their texts and ports in that of their names; Kubernetes orders ports and subsets
 * by a hash of Go's memory layout, which is arbitrary.
 */
final class Subsets {

    private static final Comparator<Endpoints.Address> BY_ADDRESS = Comparator.comparing(Endpoints.Address::ip)
            .thenComparing(address -> address.targetRef().uid());
    private static final Comparator<Endpoints.Port> BY_NAME = Comparator.comparing(
                    (Endpoints.Port port) -> port.name() == null ? "" : port.name())
            .thenComparing(Endpoints.Port::port);

    private final Map<Entry, List<Endpoints.Port>> portsByAddress = new LinkedHashMap<>();

    private record Entry(Endpoints.Address address, boolean ready) {}

    /** Adds a port of an address; null for an address without ports. */
    void add(Endpoints.Address address, boolean ready, Endpoints.Port port) {
        List<Endpoints.Port> ports =
                portsByAddress.computeIfAbsent(new Entry(address, ready), missing -> new ArrayList<>());
        if (port != null) {
            ports.add(port);
            ports.sort(BY_NAME);
        }
    }

    /** The added addresses, in as few subsets as possible. */
    List<Endpoints.Subset> packed() {
        Map<List<Endpoints.Port>, List<Entry>> byPorts = new LinkedHashMap<>();
        portsByAddress.forEach((entry, ports) ->
                byPorts.computeIfAbsent(ports, missing -> new ArrayList<>()).add(entry));
        List<Endpoints.Subset> subsets = new ArrayList<>(byPorts.size());
        byPorts.forEach((ports, entries) ->
                subsets.add(new Endpoints.Subset(addresses(entries, true), addresses(entries, false), ports)));
        subsets.sort(Comparator.comparing(subset -> subset.ports().toString()));
        return subsets;
    }

    private static List<Endpoints.Address> addresses(List<Entry> entries, boolean ready) {
        return entries.stream()
                .filter(entry -> entry.ready() == ready)
                .map(Entry::address)
                .sorted(BY_ADDRESS)
                .toList();
    }
}

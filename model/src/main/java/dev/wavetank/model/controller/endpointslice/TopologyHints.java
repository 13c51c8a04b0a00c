package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.discovery.EndpointSlice.Endpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Assigns the endpoints of a service to zones, so that traffic stays in its zone where that overloads none ({@code
 * topologycache}). Every zone gets endpoints by its share of cpu; its own ones first. Slices that are not written
 * anyway keep their hints while these fit.
 */
final class TopologyHints {

    private final SliceChanges changes;
    private final Map<String, Double> shares;
    private final Map<String, Integer> given = new TreeMap<>();

    /**
     * The outcome.
     *
     * @param changes with hints, or without any
     * @param byZone number of endpoints of each zone; empty when there are no hints
     * @param problem why there are no hints; null when there are
     */
    record Outcome(SliceChanges changes, Map<String, Integer> byZone, String problem) {}

    private TopologyHints(SliceChanges changes, ZoneShares shares) {
        this.changes = changes;
        this.shares = shares.shares();
    }

    static Outcome allot(SliceChanges changes, ZoneShares shares) {
        return new TopologyHints(changes, shares).allot();
    }

    /** The changes without any hints: slices with hints are written, too. */
    static SliceChanges none(SliceChanges changes) {
        List<EndpointSlice> update = new ArrayList<>(changes.update());
        List<EndpointSlice> unchanged = new ArrayList<>();
        for (EndpointSlice slice : changes.unchanged()) {
            (isHinted(slice) ? update : unchanged).add(slice);
        }
        List<EndpointSlice> create = new ArrayList<>(changes.create());
        create.replaceAll(TopologyHints::bare);
        update.replaceAll(TopologyHints::bare);
        return new SliceChanges(create, update, changes.delete(), unchanged);
    }

    private static boolean isHinted(EndpointSlice slice) {
        return slice.endpoints().stream().anyMatch(endpoint -> endpoint.hints() != null);
    }

    private static EndpointSlice bare(EndpointSlice slice) {
        return isHinted(slice)
                ? slice.withEndpoints(slice.endpoints().stream()
                        .map(endpoint -> endpoint.withHints(null))
                        .toList())
                : slice;
    }

    private Outcome failed(String problem) {
        return new Outcome(none(changes), Collections.emptyMap(), problem);
    }

    private Outcome allot() {
        int endpoints = changes.readyEndpoints();
        String counts = " (" + endpoints + " endpoints, " + shares.size() + " zones)";
        if (shares.isEmpty()) {
            return failed("Insufficient Node information: allocatable CPU or zone not specified on one or more nodes");
        }
        if (shares.size() > endpoints) {
            return failed("Insufficient number of endpoints" + counts);
        }
        int spare = endpoints;
        for (double share : shares.values()) {
            spare -= ZoneShares.least(share, endpoints);
        }
        if (spare < 0) {
            return failed("Unable to allocate minimum required endpoints to each zone without exceeding overload"
                    + " threshold" + counts);
        }
        return share(endpoints, spare);
    }

    private Outcome share(int endpoints, int spare) {
        List<EndpointSlice> update = new ArrayList<>(changes.update());
        List<EndpointSlice> unchanged = new ArrayList<>();
        for (EndpointSlice slice : changes.unchanged()) {
            Map<String, Integer> hints = hints(slice, endpoints, spare);
            if (hints == null) {
                update.add(slice);
            } else {
                unchanged.add(slice);
                hints.forEach((zone, count) -> given.merge(zone, count, Integer::sum));
            }
        }
        List<EndpointSlice> written = new ArrayList<>(changes.create());
        written.addAll(update);
        for (EndpointSlice slice : written) {
            for (Endpoint endpoint : slice.endpoints()) {
                if (isReady(endpoint) && endpoint.zone() == null) {
                    return failed("One or more endpoints do not have a zone specified");
                }
                if (isReady(endpoint)) {
                    given.merge(endpoint.zone(), 1, Integer::sum);
                }
            }
        }
        Moves moves = Moves.of(shares, given, endpoints);
        written.replaceAll(slice -> slice.withEndpoints(slice.endpoints().stream()
                .map(endpoint -> hinted(endpoint, moves))
                .toList()));
        int created = changes.create().size();
        SliceChanges result = new SliceChanges(
                written.subList(0, created), written.subList(created, written.size()), changes.delete(), unchanged);
        return new Outcome(result, given, null);
    }

    private Endpoint hinted(Endpoint endpoint, Moves moves) {
        if (!isReady(endpoint)) {
            return endpoint.withHints(null);
        }
        String zone = moves.next(endpoint.zone());
        given.merge(endpoint.zone(), -1, Integer::sum);
        given.merge(zone, 1, Integer::sum);
        return endpoint.withHints(EndpointSlice.Hints.of(zone));
    }

    /** The number of hints of a slice for each zone; null when the hints do not fit and the slice must be written. */
    private Map<String, Integer> hints(EndpointSlice slice, int endpoints, int spare) {
        Map<String, Integer> hints = new LinkedHashMap<>();
        for (Endpoint endpoint : slice.endpoints()) {
            if (!isReady(endpoint)) {
                continue;
            }
            if (endpoint.hints() == null || endpoint.hints().forZones().isEmpty()) {
                return null;
            }
            for (EndpointSlice.ForZone zone : endpoint.hints().forZones()) {
                hints.merge(zone.name(), 1, Integer::sum);
            }
        }
        boolean fits = hints.entrySet().stream().allMatch(zone -> {
            Double share = shares.get(zone.getKey());
            return share != null
                    && zone.getValue() + given.getOrDefault(zone.getKey(), 0)
                            <= ZoneShares.least(share, endpoints) + spare;
        });
        return fits ? hints : null;
    }

    static boolean isReady(Endpoint endpoint) {
        return Objects.equals(endpoint.conditions().ready(), true);
    }

    /**
     * Which zones give endpoints to others, and which receive them.
     *
     * @param giving how many each zone still has to give
     * @param receiving how many each zone still has to receive
     */
    private record Moves(Map<String, Integer> giving, Map<String, Integer> receiving) {

        static Moves of(Map<String, Double> shares, Map<String, Integer> given, int endpoints) {
            Map<String, Double> tooMany = new TreeMap<>();
            Map<String, Double> tooFew = new TreeMap<>();
            shares.forEach((zone, share) -> {
                double wanted = Math.max(share * endpoints, ZoneShares.least(share, endpoints));
                double difference = given.getOrDefault(zone, 0) - wanted;
                (difference > 0 ? tooMany : tooFew).put(zone, Math.abs(difference));
            });
            Moves moves = new Moves(new TreeMap<>(), new TreeMap<>());
            while (true) {
                String from = most(tooMany);
                String to = most(tooFew);
                if (from == null || to == null) {
                    return moves;
                }
                double give = tooMany.get(from);
                double get = tooFew.get(to);
                if (give < 1 && get < 1 || give < 0.5 || get < 0.5) {
                    return moves;
                }
                moves.giving.merge(from, 1, Integer::sum);
                moves.receiving.merge(to, 1, Integer::sum);
                tooMany.put(from, give - 1);
                tooFew.put(to, get - 1);
            }
        }

        private static String most(Map<String, Double> zones) {
            String most = null;
            for (Map.Entry<String, Double> zone : zones.entrySet()) {
                if (zone.getValue() > (most == null ? 0 : zones.get(most))) {
                    most = zone.getKey();
                }
            }
            return most;
        }

        /** The zone that receives an endpoint of a zone: the same zone, unless it still has to give some. */
        String next(String zone) {
            if (giving.getOrDefault(zone, 0) == 0) {
                return zone;
            }
            for (Map.Entry<String, Integer> other : receiving.entrySet()) {
                if (other.getValue() > 0) {
                    giving.merge(zone, -1, Integer::sum);
                    other.setValue(other.getValue() - 1);
                    return other.getKey();
                }
            }
            return zone;
        }
    }
}

package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.ApiServer;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultHandler;
import dev.wavetank.sim.fault.inject.OpenFault;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Has watches expire: servers forget their history, and the watches break that would go on by it. */
final class WatchExpiryHandler implements FaultHandler {

    private final Network network;
    /** The latest incarnation of each. A new one has no history before its start anyway. */
    private final Map<String, ApiServer> servers = new LinkedHashMap<>();

    WatchExpiryHandler(Network network) {
        this.network = network;
    }

    /** Hits this server from now on, instead of an earlier incarnation. */
    ApiServer follow(ApiServer server) {
        servers.put(server.name(), server);
        return server;
    }

    @Override
    public Optional<OpenFault> open(Fault fault) {
        if (!(fault instanceof ModelFault.WatchExpiry expiry)) {
            return Optional.empty();
        }
        List<LongSupplier> losses = new ArrayList<>();
        servers.forEach((name, server) -> {
            if (LinkSelector.covers(expiry.server(), name)) {
                losses.add(server.watchCaches().loseHistory(resource -> expiry.isAbout(resource.plural())));
            }
        });
        long broken = network.breakStreams(expiry.watches());
        return Optional.of(() ->
                broken + losses.stream().mapToLong(LongSupplier::getAsLong).sum());
    }
}

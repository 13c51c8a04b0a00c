package dev.wavetank.sim.network;

import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.network.rule.LinkSelector.Direction;

/** A network on which a client in its first life opens a stream from a server, and both tell what they hear. */
final class WatchWorld {

    static final String OPENED = "10 server: client wants all";
    static final LinkSelector UP = new LinkSelector("client", "server", Direction.FORWARD);
    static final LinkSelector DOWN = new LinkSelector("server", "client", Direction.FORWARD);
    static final CallSelector WATCHES = new CallSelector("client", "server", "watch", "*");

    private static final Address<String, String> WATCH = new Address<>("server", "watch");

    final NetworkWorld world = new NetworkWorld();
    StreamSender<String> sender;
    Subscription subscription;

    WatchWorld() {
        world.add(
                "server",
                endpoint -> endpoint.serveStream(WATCH, (client, request, opened) -> {
                    world.tell("server: " + client + " wants " + request);
                    sender = opened;
                    opened.whenClosed(() -> world.tell("server: lost"));
                }));
        world.add("client", endpoint -> {
            if (endpoint.context().incarnation() == 1) {
                subscription = endpoint.open(WATCH, "all", new Listener());
            }
        });
    }

    /** Tells what it receives, in the name of the client, and leaves a record of it. */
    private final class Listener implements StreamReceiver<String> {
        @Override
        public void receive(String message) {
            world.simulation.trace("client", new Note("received " + message));
            world.tell("client: " + message);
        }

        @Override
        public void closed(Disconnect reason) {
            world.tell("client: " + reason);
        }
    }
}

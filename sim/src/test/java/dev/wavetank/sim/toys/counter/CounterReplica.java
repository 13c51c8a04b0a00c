package dev.wavetank.sim.toys.counter;

import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.rule.Address;

/** Follows the server and answers reads from what it has heard. */
final class CounterReplica implements Component, StreamReceiver<Count> {

    static final String NAME = "replica";
    static final Address<String, Count> READ = new Address<>(NAME, "read");

    private final Endpoint endpoint;
    private Count count = Count.ZERO;

    CounterReplica(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public void start() {
        endpoint.open(CounterServer.FOLLOW, "", this);
        endpoint.serve(READ, (client, request, responder) -> responder.respond(count));
    }

    @Override
    public void receive(Count latest) {
        count = latest;
    }

    @Override
    public void closed(Disconnect reason) {
        start();
    }
}

package dev.wavetank.sim.toys.counter;

import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.network.rule.Address;
import java.util.ArrayList;
import java.util.List;

/** Holds the counter, and tells its replicas of every write. */
final class CounterServer implements Component {

    static final String NAME = "server";
    static final Address<String, Count> READ = new Address<>(NAME, "read");
    static final Address<Write, Boolean> WRITE = new Address<>(NAME, "write");
    static final Address<String, Count> FOLLOW = new Address<>(NAME, "follow");

    private final Context context;
    private final Endpoint endpoint;
    private final List<StreamSender<Count>> replicas = new ArrayList<>();
    private Count count = Count.ZERO;

    CounterServer(Context context, Endpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
    }

    @Override
    public void start() {
        endpoint.serve(READ, (client, request, responder) -> responder.respond(count));
        endpoint.serve(WRITE, this::write);
        endpoint.serveStream(FOLLOW, (replica, request, sender) -> {
            replicas.add(sender);
            sender.send(count);
        });
    }

    private void write(String client, Write write, Responder<Boolean> responder) {
        boolean accepted = write.expected() == Write.ANY || write.expected() == count.revision();
        if (accepted) {
            count = new Count(write.value(), count.revision() + 1);
            context.trace(new CounterTrace.Stored(client, count.value()));
            replicas.forEach(replica -> replica.send(count));
        }
        responder.respond(accepted);
    }
}

package dev.wavetank.sim.toys.lease;

import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.rule.Address;

/** What the lock guards. */
final class Store implements Component {

    static final String NAME = "store";
    static final Address<String, String> READ = new Address<>(NAME, "read");
    static final Address<Lease, Boolean> WRITE = new Address<>(NAME, "write");

    private final Context context;
    private final Endpoint endpoint;
    private final boolean fenced;
    private long highestToken;

    /** @param fenced whether it refuses a token that is lower than one it has seen */
    Store(Context context, Endpoint endpoint, boolean fenced) {
        this.context = context;
        this.endpoint = endpoint;
        this.fenced = fenced;
    }

    @Override
    public void start() {
        endpoint.serve(READ, (holder, request, responder) -> responder.respond("state"));
        endpoint.serve(WRITE, (holder, lease, responder) -> responder.respond(write(holder, lease)));
    }

    private boolean write(String holder, Lease lease) {
        if (fenced && lease.token() < highestToken) {
            return false;
        }
        highestToken = Math.max(highestToken, lease.token());
        context.trace(new LeaseTrace.Written(holder, lease.token()));
        return true;
    }
}

package dev.wavetank.sim.toys.lease;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Address;
import dev.wavetank.sim.network.Endpoint;

/** Grants the lock to one holder at a time, for a while. */
final class LockService implements Component {

    static final String NAME = "locks";
    static final Address<String, Lease> ACQUIRE = new Address<>(NAME, "acquire");

    /** How long a lease runs. */
    static final long LENGTH = 40 * VirtualTime.MILLISECOND;

    private final Context context;
    private final Endpoint endpoint;
    private long token;
    private long expires;

    LockService(Context context, Endpoint endpoint) {
        this.context = context;
        this.endpoint = endpoint;
    }

    @Override
    public void start() {
        endpoint.serve(ACQUIRE, (holder, request, responder) -> responder.respond(acquire()));
    }

    private Lease acquire() {
        if (context.clock() < expires) {
            return Lease.DENIED;
        }
        expires = context.clock() + LENGTH;
        return new Lease(++token, expires);
    }
}

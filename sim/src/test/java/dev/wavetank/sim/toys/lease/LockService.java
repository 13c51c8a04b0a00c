package dev.wavetank.sim.toys.lease;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.rule.Address;
import java.time.Duration;

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

    /** What the wall clock of a component shows, in nanoseconds since the beginning of the run. */
    static long wallNanos(Context context) {
        return Duration.between(VirtualTime.EPOCH, context.clock()).toNanos();
    }

    private Lease acquire() {
        if (wallNanos(context) < expires) {
            return Lease.DENIED;
        }
        expires = wallNanos(context) + LENGTH;
        return new Lease(++token, expires);
    }
}

package dev.wavetank.sim.toys.lease;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.toys.ToyWorld;

/** Tries to get the lock, and works on the store while it has it. */
final class LockHolder implements Component {

    private static final long LONGEST_PAUSE = 6 * VirtualTime.MILLISECOND;
    /** A write is begun only when the lease runs for so long still. */
    private static final long MARGIN = VirtualTime.MILLISECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final RandomStream pauses;
    private Lease lease = Lease.DENIED;
    private long expires;
    private int left;

    /** @param steps how many steps it takes, counting those without the lock */
    LockHolder(Context context, Endpoint endpoint, int steps) {
        this.context = context;
        this.endpoint = endpoint;
        this.pauses = context.random("pauses");
        this.left = steps;
    }

    @Override
    public void start() {
        rest();
    }

    private void rest() {
        if (left-- > 0) {
            context.after(pauses.nextLong(LONGEST_PAUSE), this::step);
        }
    }

    private void step() {
        if (context.clock() + MARGIN < expires) {
            work();
        } else {
            acquire();
        }
    }

    private void acquire() {
        // The lease began no earlier than it was asked for.
        long asked = context.clock();
        endpoint.call(LockService.ACQUIRE, "", ToyWorld.CALL_TIMEOUT).whenDone(reply -> {
            if (reply instanceof Reply.Answer<Lease> answer && !answer.value().equals(Lease.DENIED)) {
                lease = answer.value();
                expires = asked + LockService.LENGTH;
            }
            rest();
        });
    }

    private void work() {
        endpoint.call(Store.READ, "", ToyWorld.CALL_TIMEOUT)
                .then(state -> endpoint.call(Store.WRITE, lease, ToyWorld.CALL_TIMEOUT))
                .whenDone(written -> rest());
    }
}

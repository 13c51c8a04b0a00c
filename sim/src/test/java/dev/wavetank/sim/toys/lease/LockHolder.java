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

    private static final long LONGEST_PAUSE = 3 * VirtualTime.MILLISECOND;
    /**
     * Work is begun only when the lease runs for so long still: its three messages take 250 us each, and the order
     * of events may hold each of them up for a window, of 8 ms at most.
     */
    private static final long MARGIN = 25 * VirtualTime.MILLISECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final boolean trustsWallClock;
    private final RandomStream pauses;
    private Lease lease = Lease.DENIED;
    private long expires;
    private int left;

    /**
     * A holder without the lock.
     *
     * @param trustsWallClock whether it compares the end of its lease with the clock on its wall
     * @param steps how many steps it takes, counting those without the lock
     */
    LockHolder(Context context, Endpoint endpoint, boolean trustsWallClock, int steps) {
        this.context = context;
        this.endpoint = endpoint;
        this.trustsWallClock = trustsWallClock;
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
        if ((trustsWallClock ? LockService.wallNanos(context) : context.now()) + MARGIN < expires) {
            work();
        } else {
            acquire();
        }
    }

    private void acquire() {
        // The lease began no earlier than it was asked for, so by the monotonic clock it runs at least until then.
        long ends = context.now() + LockService.LENGTH;
        endpoint.call(LockService.ACQUIRE, "", ToyWorld.CALL_TIMEOUT).whenDone(reply -> {
            if (reply instanceof Reply.Answer<Lease> answer && !answer.value().equals(Lease.DENIED)) {
                lease = answer.value();
                expires = trustsWallClock ? lease.expires() : ends;
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

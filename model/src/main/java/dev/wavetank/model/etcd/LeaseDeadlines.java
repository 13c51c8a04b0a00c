package dev.wavetank.model.etcd;

import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * When leases end: kept in memory by the member that leads, and forgotten with its leadership. Who takes over gives
 * every lease its whole time to live again ({@code lessor.Promote}), so a lease may live longer than asked for, but
 * never shorter.
 */
public final class LeaseDeadlines {

    private final Context context;
    private final LongConsumer expire;
    private final Map<Long, Long> deadlines = new TreeMap<>();
    private final List<Long> ending = new ArrayList<>();
    private Timer timer;
    private long timerDue = Long.MAX_VALUE;

    /**
     * No leases.
     *
     * @param expire takes the id of a lease whose time is over; who gets it has it revoked
     */
    public LeaseDeadlines(Context context, LongConsumer expire) {
        this.context = context;
        this.expire = expire;
    }

    /** Begins to keep the time of all leases, each with its whole time to live and some more. */
    public void begin(Leases leases, long extension) {
        forget();
        leases.ids().forEach(id -> renew(id, leases.ttl(id) + extension));
    }

    /** Keeps no time any more. */
    public void forget() {
        deadlines.clear();
        ending.clear();
        arm();
    }

    /** Gives a lease so many nanoseconds from now. Answers whether that was in time. */
    public boolean renew(long id, long ttl) {
        if (ending.contains(id)) {
            return false;
        }
        deadlines.put(id, context.now() + ttl);
        arm();
        return true;
    }

    /** Takes note of a write that was executed: it may have begun a lease, or ended one. */
    public void follow(EtcdRequest.Write write, EtcdResponse response) {
        if (write instanceof EtcdRequest.LeaseGrant grant && response instanceof EtcdResponse.LeaseAlive) {
            renew(grant.id(), grant.ttl());
        } else if (write instanceof EtcdRequest.LeaseRevoke revoke) {
            deadlines.remove(revoke.id());
            ending.remove(revoke.id());
        }
    }

    private void arm() {
        long next = Long.MAX_VALUE;
        for (long deadline : deadlines.values()) {
            next = Math.min(next, deadline);
        }
        if (next >= timerDue) {
            return; // the timer looks again when it fires
        }
        if (timer != null) {
            timer.cancel();
        }
        timerDue = next;
        timer = context.daemonAfter(next - context.now(), this::look);
    }

    private void look() {
        timerDue = Long.MAX_VALUE;
        List<Long> over = new ArrayList<>();
        deadlines.forEach((id, deadline) -> {
            if (deadline <= context.now()) {
                over.add(id);
            }
        });
        for (long id : over) {
            deadlines.remove(id);
            ending.add(id);
            expire.accept(id);
        }
        arm();
    }
}

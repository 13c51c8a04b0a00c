package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import org.jspecify.annotations.Nullable;

/**
 * The leases with which etcd forgets Events after their time to live.
 *
 * <p>Events that are written within a minute share a lease, which lives that much longer; at most a thousand do. While
 * a lease is asked for, all writes of Events wait for it ({@code leaseManager},
 * {@code staging/src/k8s.io/apiserver/pkg/storage/etcd3/lease_manager.go}, v1.32).
 */
public final class EventLeases {

    private static final int MOST_EVENTS = 1000;
    private static final long MOST_REUSE = VirtualTime.MINUTE;
    /** A lease is shared for a twentieth of the time to live. */
    private static final int REUSE_DIVISOR = 20;

    private final Context context;
    private final EtcdClient etcd;
    private final RandomStream ids;
    private final long ttl;
    private final long reuse;

    private long lease;
    private long end;
    private int events;
    private @Nullable Completion<EtcdResponse> asked;

    /**
     * No lease yet.
     *
     * @param ttl time to live of an Event, in nanoseconds ({@code --event-ttl})
     */
    public EventLeases(Context context, EtcdClient etcd, long ttl) {
        this.context = context;
        this.etcd = etcd;
        this.ids = context.random("event leases");
        this.ttl = ttl;
        this.reuse = Math.min(MOST_REUSE, ttl / REUSE_DIVISOR);
    }

    /** The lease of an Event that is written now, a {@link EtcdResponse.LeaseAlive}, or why there is none. */
    Completion<EtcdResponse> next() {
        if (asked != null) {
            return asked.then(ignored -> next());
        }
        events++;
        if (context.now() + ttl < end && events <= MOST_EVENTS) {
            return Completion.of(new EtcdResponse.LeaseAlive(lease, ttl));
        }
        Completion<EtcdResponse> grant = etcd.send(new EtcdRequest.LeaseGrant(1 + (ids.nextLong() >>> 2), ttl + reuse));
        asked = grant;
        return grant.map(this::take);
    }

    private EtcdResponse take(EtcdResponse response) {
        asked = null;
        if (response instanceof EtcdResponse.LeaseAlive alive) {
            lease = alive.id();
            end = context.now() + alive.ttl();
            events = 1;
        }
        return response;
    }
}

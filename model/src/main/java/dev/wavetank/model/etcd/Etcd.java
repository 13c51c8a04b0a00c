package dev.wavetank.model.etcd;

import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.Optional;

/**
 * etcd as one member: serves an {@link EtcdStore} over the network.
 *
 * <p>A transaction is executed when the disk has taken it, in the order in which transactions came; a crash before
 * that loses it, a crash after it loses at most the answer. Reads see everything that was committed. Every commit
 * emits a {@link StoreTrace}; the first incarnation also emits one for everything that was in the store before it
 * started. A group of members is {@code model.etcd.member}.
 */
public final class Etcd implements Component {

    private final Context context;
    private final Endpoint endpoint;
    private final EtcdStore store;
    private final Distribution commitLatency;
    private final WriteChecks checks;
    private final WatchHub watches;
    private final LeaseDeadlines leases;
    private final RandomStream disk;
    private long diskFreeAt;

    /**
     * A member that has not started, and that does not look at sizes.
     *
     * @param commitLatency time that the disk takes for a transaction ({@code fsync})
     */
    public Etcd(Context context, Endpoint endpoint, EtcdStore store, Distribution commitLatency) {
        this(context, endpoint, store, commitLatency, EtcdLimits.UNCHECKED);
    }

    /**
     * A member that has not started.
     *
     * @param commitLatency time that the disk takes for a transaction ({@code fsync})
     */
    public Etcd(Context context, Endpoint endpoint, EtcdStore store, Distribution commitLatency, EtcdLimits limits) {
        this.context = context;
        this.endpoint = endpoint;
        this.store = store;
        this.commitLatency = commitLatency;
        this.checks = new WriteChecks(limits);
        this.watches = new WatchHub(context, store, limits.progressInterval());
        this.leases = new LeaseDeadlines(context, id -> commit(new EtcdRequest.LeaseRevoke(id), response -> {}));
        this.disk = context.random("fsync");
    }

    @Override
    public void start() {
        if (context.incarnation() == 1) {
            store.changesAfter("", store.compactedRevision())
                    .ifPresent(changes -> changes.forEach(change -> change.record(context)));
        }
        leases.begin(store.leases(), 0);
        endpoint.serve(EtcdRequest.requests(context.name()), this::handle);
        endpoint.serveStream(EtcdWatch.watches(context.name()), watches::open);
    }

    private void handle(String client, EtcdRequest request, Responder<EtcdResponse> responder) {
        if (request instanceof EtcdRequest.Read read) {
            responder.respond(EtcdReads.answer(context, client, store, read));
        } else if (request instanceof EtcdRequest.Compact compact) {
            responder.respond(EtcdWrites.apply(store, compact, context.now()).response());
            context.dropPublicationsBefore(store.compactedRevision());
        } else if (request instanceof EtcdRequest.Write write) {
            write(write, responder);
        } else if (request instanceof EtcdRequest.LeaseKeepAlive alive) {
            responder.respond(keepAlive(alive.id()));
        } else if (request instanceof EtcdRequest.Defragment) {
            store.size().ifPresent(DatabaseSize::defragment);
            responder.respond(new EtcdResponse.Done());
        } else if (request instanceof EtcdRequest.RequestProgress) {
            watches.reportProgressTo(client);
            responder.respond(new EtcdResponse.Done());
        } else if (request instanceof EtcdRequest.AddMember || request instanceof EtcdRequest.RemoveMember) {
            responder.respond(new EtcdResponse.Refused(EtcdErrors.NOT_ENOUGH_MEMBERS));
        } else {
            throw new AssertionError("no case for " + request);
        }
    }

    private void write(EtcdRequest.Write write, Responder<EtcdResponse> responder) {
        Optional<String> refusal = checks.refusal(store, write);
        if (refusal.isEmpty()) {
            commit(write, responder);
        } else if (refusal.get().equals(EtcdErrors.NO_SPACE)) {
            EtcdResponse refused = new EtcdResponse.Refused(EtcdErrors.NO_SPACE);
            commit(new EtcdRequest.RaiseSpaceAlarm(), raised -> responder.respond(refused));
        } else {
            responder.respond(new EtcdResponse.Refused(refusal.get()));
        }
    }

    /** Transactions that come while the disk is busy are written together, but in order. */
    private void commit(EtcdRequest.Write write, Responder<EtcdResponse> responder) {
        diskFreeAt = Math.max(diskFreeAt, context.now() + commitLatency.sample(disk));
        context.spend(diskFreeAt - context.now(), () -> {
            EtcdWrites.Applied applied = EtcdWrites.apply(store, write, context.now());
            for (EtcdChange change : applied.changes()) {
                change.record(context);
                watches.publish(change);
            }
            leases.follow(write, applied.response());
            responder.respond(applied.response());
        });
    }

    private EtcdResponse keepAlive(long id) {
        if (!store.leases().contains(id) || !leases.renew(id, store.leases().ttl(id))) {
            return new EtcdResponse.Refused(EtcdErrors.LEASE_NOT_FOUND);
        }
        return new EtcdResponse.LeaseAlive(id, store.leases().ttl(id));
    }
}

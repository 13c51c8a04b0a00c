package dev.wavetank.model.etcd;

import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * etcd as one member: serves an {@link EtcdStore} over the network.
 *
 * <p>A transaction is executed when the disk has taken it, in the order in which transactions came; a crash before
 * that loses it, a crash after it loses at most the answer. Reads see everything that was committed. Every commit
 * emits a {@link StoreTrace}; the first incarnation also emits one for everything that was in the store before it
 * started.
 */
public final class Etcd implements Component {

    private final Context context;
    private final Endpoint endpoint;
    private final EtcdStore store;
    private final Distribution commitLatency;
    private final RandomStream disk;
    private final List<Watcher> watchers = new ArrayList<>();
    private long diskFreeAt;

    private record Watcher(String prefix, StreamSender<EtcdWatch.Message> sender) {}

    /**
     * A member that has not started.
     *
     * @param commitLatency time that the disk takes for a transaction ({@code fsync})
     */
    public Etcd(Context context, Endpoint endpoint, EtcdStore store, Distribution commitLatency) {
        this.context = context;
        this.endpoint = endpoint;
        this.store = store;
        this.commitLatency = commitLatency;
        this.disk = context.random("fsync");
    }

    @Override
    public void start() {
        if (context.incarnation() == 1) {
            store.changesAfter("", store.compactedRevision()).ifPresent(changes -> changes.forEach(this::trace));
        }
        endpoint.serve(EtcdRequest.requests(context.name()), this::handle);
        endpoint.serveStream(EtcdWatch.watches(context.name()), this::watch);
    }

    private void handle(String client, EtcdRequest request, Responder<EtcdResponse> responder) {
        if (request instanceof EtcdRequest.Get get) {
            responder.respond(new EtcdResponse.Found(store.get(get.key()), store.revision()));
        } else if (request instanceof EtcdRequest.Range range) {
            responder.respond(new EtcdResponse.Entries(store.range(range.prefix()), store.revision()));
        } else if (request instanceof EtcdRequest.Put put) {
            whenOnDisk(() -> answer(
                    put.key(), store.put(put.key(), put.resource(), put.value(), put.expectedRevision()), responder));
        } else if (request instanceof EtcdRequest.Delete delete) {
            whenOnDisk(() -> answer(delete.key(), store.delete(delete.key(), delete.expectedRevision()), responder));
        } else if (request instanceof EtcdRequest.Compact compact) {
            store.compact(compact.revision());
            responder.respond(new EtcdResponse.Compacted(store.compactedRevision()));
        } else {
            throw new AssertionError("no case for " + request);
        }
    }

    /** Transactions that come while the disk is busy are written together, but in order. */
    private void whenOnDisk(Runnable commit) {
        diskFreeAt = Math.max(diskFreeAt, context.now() + commitLatency.sample(disk));
        context.after(diskFreeAt - context.now(), commit::run);
    }

    private void answer(String key, Optional<EtcdChange> committed, Responder<EtcdResponse> responder) {
        if (committed.isEmpty()) {
            responder.respond(new EtcdResponse.Mismatch(store.get(key)));
            return;
        }
        EtcdChange change = committed.get();
        trace(change);
        EtcdWatch.Message message = null;
        for (Watcher watcher : watchers) {
            if (key.startsWith(watcher.prefix())) {
                message = message == null ? new EtcdWatch.Message.Changed(change) : message;
                watcher.sender().send(message);
            }
        }
        responder.respond(new EtcdResponse.Committed(change, context.now()));
    }

    private void trace(EtcdChange change) {
        context.trace(new StoreTrace(
                change.type(), change.entry().resource(), change.object(), change.previous(), change.revision()));
    }

    private void watch(String client, EtcdWatch request, StreamSender<EtcdWatch.Message> sender) {
        Optional<List<EtcdChange>> missed = store.changesAfter(request.prefix(), request.afterRevision());
        if (missed.isEmpty()) {
            sender.send(new EtcdWatch.Message.Compacted(store.compactedRevision()));
            sender.close();
            return;
        }
        missed.get().forEach(change -> sender.send(new EtcdWatch.Message.Changed(change)));
        Watcher watcher = new Watcher(request.prefix(), sender);
        watchers.add(watcher);
        sender.whenClosed(() -> watchers.remove(watcher));
    }
}

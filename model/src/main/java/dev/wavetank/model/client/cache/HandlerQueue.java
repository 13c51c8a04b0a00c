package dev.wavetank.model.client.cache;

import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The notifications that one handler of an informer has not received yet: client-go's processor listener with its
 * unbounded ring.
 *
 * <p>The handler runs in events of its own, after the cache has changed, and apart from other handlers. So the cache
 * may be ahead of the handler, and a worker may be quicker than a handler.
 *
 * @param <T> kind of the objects
 */
public final class HandlerQueue<T> {

    private static final long SHORTEST_RESYNC = VirtualTime.SECOND;

    private final Context context;
    private final Informer.Handler<T> handler;
    private final long resync;
    private final Queue<Notification<T>> pending = new ArrayDeque<>(1);
    private final Completion<Boolean> synced = new Completion<>();
    private final HandlerTurns turns;
    private final Event turn = this::turn;
    private boolean waking;

    /** Kinds of notifications; {@link #SYNCED} only marks the end of the first list. */
    public enum Kind {
        ADDED,
        UPDATED,
        DELETED,
        DELETION_MISSED,
        SYNCED
    }

    private record Notification<T>(Kind kind, T before, T object, long cause) {}

    /**
     * An empty queue.
     *
     * @param turns of all handlers of the informer
     * @param resync resync period of the handler, in nanoseconds; 0 for never
     */
    HandlerQueue(Context context, HandlerTurns turns, Informer.Handler<T> handler, long resync) {
        this.context = context;
        this.turns = turns;
        this.handler = handler;
        this.resync = resync == 0 ? 0 : Math.max(resync, SHORTEST_RESYNC);
    }

    /** The resync period in nanoseconds; 0 for never. */
    public long resync() {
        return resync;
    }

    /** Done when the handler has received the whole first list. */
    public Completion<Boolean> synced() {
        return synced;
    }

    /** Queues a notification for the handler's next turn. */
    public void add(Kind kind, T before, T object) {
        if (kind == Kind.SYNCED && pending.isEmpty() && !waking) {
            synced.complete(true);
            return;
        }
        pending.add(new Notification<>(kind, before, object, context.cause()));
        if (!waking) {
            waking = true;
            turns.request(turn);
        }
    }

    private void turn() {
        waking = false;
        for (Notification<T> next = pending.poll(); next != null; next = pending.poll()) {
            context.resume(next.cause());
            deliver(next);
        }
    }

    private void deliver(Notification<T> next) {
        switch (next.kind()) {
            case ADDED -> handler.added(next.object());
            case UPDATED -> handler.updated(next.before(), next.object());
            case DELETED -> handler.deleted(next.object());
            case DELETION_MISSED -> handler.deletionMissed(next.object());
            case SYNCED -> synced.complete(true);
        }
    }
}

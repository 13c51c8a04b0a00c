package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;

/**
 * The queue of nodes of one zone to evict, limited to the zone's rate ({@code RateLimitedTimedQueue}). A processed
 * node is not processed again before it is forgotten.
 */
final class EvictionQueue {

    /** {@code NodeEvictionPeriod}: how often the queue is checked. */
    private static final long PERIOD = 100 * VirtualTime.MILLISECOND;

    private final Context context;
    private final EvictionRate rate;
    private final Function<String, Completion<SyncResult>> action;
    /** In their order; a node is found in it at once, for all nodes leave it when a large cluster has become ready. */
    private final Set<String> waiting = new LinkedHashSet<>();

    private final Set<String> known = new LinkedHashSet<>();
    /** The next check, or null when none is planned. */
    private Timer planned;

    /** @param action evicts a node */
    EvictionQueue(Context context, double perSecond, Function<String, Completion<SyncResult>> action) {
        this.context = context;
        this.rate = new EvictionRate(perSecond);
        this.action = action;
    }

    void setRate(double perSecond) {
        rate.set(perSecond, context.now());
        if (planned != null) {
            planned.cancel();
            planned = null;
        }
        plan();
    }

    /** Adds a node. Returns false when it waits, or was processed and not forgotten. */
    boolean add(String node) {
        if (!known.add(node)) {
            return false;
        }
        waiting.add(node);
        plan();
        return true;
    }

    /**
     * Cancels the eviction of a node, and forgets the node, so that it may be added again. Returns whether the node
     * waited or was processed.
     */
    boolean remove(String node) {
        waiting.remove(node);
        return known.remove(node);
    }

    /** A queue with rate 0 waits for another rate. */
    private void plan() {
        long pause = rate.pause(context.now());
        if (planned != null || waiting.isEmpty() || pause < 0) {
            return;
        }
        long due = context.now() + pause;
        long tick = due + (PERIOD - due % PERIOD) % PERIOD;
        planned = context.after(tick - context.now(), () -> {
            planned = null;
            take();
        });
    }

    private void take() {
        if (waiting.isEmpty() || !rate.tryAccept(context.now())) {
            plan();
            return;
        }
        String node = waiting.iterator().next();
        waiting.remove(node);
        action.apply(node).whenDone(result -> {
            if (!result.isDone() && known.contains(node)) {
                waiting.add(node);
            }
            plan();
        });
    }
}

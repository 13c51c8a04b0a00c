package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;

/**
 * The nodes of one zone that are to be given up, taken no faster than the zone's rate ({@code RateLimitedTimedQueue}).
 * A node that was taken is not taken again before somebody says so.
 */
final class EvictionQueue {

    /** {@code NodeEvictionPeriod}: how often it is looked whether a node may be taken. */
    private static final long PERIOD = 100 * VirtualTime.MILLISECOND;

    private final Context context;
    private final EvictionRate rate;
    private final Function<String, Completion<SyncResult>> action;
    private final Queue<String> waiting = new ArrayDeque<>();
    private final Set<String> known = new LinkedHashSet<>();
    private boolean planned;

    /** @param action gives a node up */
    EvictionQueue(Context context, double perSecond, Function<String, Completion<SyncResult>> action) {
        this.context = context;
        this.rate = new EvictionRate(perSecond);
        this.action = action;
    }

    void setRate(double perSecond) {
        rate.set(perSecond, context.now());
        plan();
    }

    /** Adds a node. Answers false when it waits, or was taken and not forgotten. */
    boolean add(String node) {
        if (!known.add(node)) {
            return false;
        }
        waiting.add(node);
        plan();
        return true;
    }

    /** It may be added again. */
    void forget(String node) {
        known.remove(node);
    }

    /** It is not to be given up any more. Answers whether it waited or was taken. */
    boolean remove(String node) {
        waiting.remove(node);
        return known.remove(node);
    }

    /** A queue that nobody will empty for lack of a rate waits for another rate. */
    private void plan() {
        long pause = rate.pause(context.now());
        if (planned || waiting.isEmpty() || pause < 0) {
            return;
        }
        planned = true;
        long due = context.now() + pause;
        long tick = due + (PERIOD - due % PERIOD) % PERIOD;
        context.after(tick - context.now(), () -> {
            planned = false;
            take();
        });
    }

    private void take() {
        if (waiting.isEmpty() || !rate.tryAccept(context.now())) {
            plan();
            return;
        }
        String node = waiting.remove();
        action.apply(node).whenDone(result -> {
            if (!result.isDone() && known.contains(node)) {
                waiting.add(node);
            }
            plan();
        });
    }
}

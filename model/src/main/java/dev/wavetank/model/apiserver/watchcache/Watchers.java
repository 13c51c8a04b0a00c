package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Who watches one cache. Watchers of the pods of one node are found by that node: a change of a pod costs only those
 * watchers that it concerns.
 */
final class Watchers {

    /** {@code defaultBookmarkFrequency}. */
    private static final long BOOKMARK_INTERVAL = VirtualTime.MINUTE;

    /** How long before its end a watch gets a last bookmark. */
    private static final long BOOKMARK_BEFORE_END = 2 * VirtualTime.SECOND;

    /** The real server looks who is due about every second. */
    private static final long TICK = VirtualTime.SECOND;

    private static final long TICK_JITTER = 250 * VirtualTime.MILLISECOND;

    /**
     * What the transport takes although the client reads nothing: 4 MiB of a stream's window, at 4 KiB an event.
     */
    private static final int TRANSPORT_ROOM = 1_000;

    private static final int CHANNEL_LEAST = 10;
    private static final int CHANNEL_MOST = 100;
    /** For resources with an index that this watcher does not use: such a watcher sees most. */
    private static final int CHANNEL_MOST_BESIDE_INDEX = 1_000;

    private final Context context;
    private final LongSupplier revision;
    private final IntSupplier eventsOfOneSecond;
    private final DispatchBudget budget = new DispatchBudget();
    private final Set<Watcher> slow = new LinkedHashSet<>();
    private final RandomStream ticks;
    private final Set<Watcher> general = new LinkedHashSet<>();
    private final Map<String, Set<Watcher>> byNode = new LinkedHashMap<>();
    private final Map<Watcher, Clock> clocks = new LinkedHashMap<>();

    /** When a watch ends, and when its next bookmark is due. */
    private static final class Clock {
        private final long deadline;
        private Timer end;
        private Timer bookmark;

        private Clock(long deadline) {
            this.deadline = deadline;
        }

        private void cancel() {
            end.cancel();
            if (bookmark != null) {
                bookmark.cancel();
            }
        }
    }

    /**
     * Creates an empty set of watchers.
     *
     * @param revision what the cache has seen
     * @param eventsOfOneSecond about how many events come in a second
     */
    Watchers(RandomStream ticks, Context context, LongSupplier revision, IntSupplier eventsOfOneSecond) {
        this.context = context;
        this.eventsOfOneSecond = eventsOfOneSecond;
        this.revision = revision;
        this.ticks = ticks;
    }

    /** Sends it all changes from now on, until its time is over. */
    void add(Watcher watcher) {
        group(watcher).add(watcher);
        watcher.sender().whenClosed(() -> remove(watcher));
        long timeout = watcher.options().timeout();
        if (timeout > 0) {
            Clock clock = new Clock(context.now() + timeout);
            clock.end = context.daemonAfter(timeout, () -> {
                remove(watcher);
                watcher.sender().close();
            });
            clocks.put(watcher, clock);
            if (watcher.options().bookmarks()) {
                scheduleBookmark(watcher, clock);
            }
        }
    }

    /** About every minute, and about two seconds before the end ({@code nextBookmarkTime}). */
    private void scheduleBookmark(Watcher watcher, Clock clock) {
        long now = context.now();
        long last = clock.deadline - BOOKMARK_BEFORE_END;
        long due = last > now ? Math.min(last, now + BOOKMARK_INTERVAL) : now + BOOKMARK_INTERVAL;
        long at = Math.max(due - due % TICK, now + TICK) + ticks.nextLong(TICK_JITTER);
        clock.bookmark = context.daemonAfter(at - now, () -> {
            watcher.bookmark(revision.getAsLong());
            scheduleBookmark(watcher, clock);
        });
    }

    private Set<Watcher> group(Watcher watcher) {
        return watcher.node() == null ? general : byNode.computeIfAbsent(watcher.node(), node -> new LinkedHashSet<>());
    }

    private void remove(Watcher watcher) {
        group(watcher).remove(watcher);
        Clock clock = clocks.remove(watcher);
        if (clock != null) {
            clock.cancel();
        }
    }

    /** Sends a change to all watchers that it matches. */
    void sendChange(EtcdChange change) {
        WatchEvent plain = WatchEvent.of(change.type(), change.object());
        sendChange(general, change, plain);
        String node = node(change.object());
        String nodeBefore = node(change.previous());
        sendChange(byNode.get(node), change, plain);
        if (!node.equals(nodeBefore)) {
            sendChange(byNode.get(nodeBefore), change, plain);
        }
    }

    private void sendChange(Set<Watcher> watchers, EtcdChange change, WatchEvent plain) {
        if (watchers != null) {
            for (Watcher watcher : watchers) {
                watcher.sendChange(change, plain);
                if (watcher.hasWaiting(TRANSPORT_ROOM) && watcher.hasWaiting(room(watcher))) {
                    judge(watcher);
                }
            }
        }
    }

    /** What the transport takes, and the two channels between the cache and it. */
    private int room(Watcher watcher) {
        boolean besideIndex = watcher.node() == null && watcher.isOfPods();
        int most = watcher.node() != null ? CHANNEL_LEAST : besideIndex ? CHANNEL_MOST_BESIDE_INDEX : CHANNEL_MOST;
        int channel = Math.max(CHANNEL_LEAST, Math.min(most, eventsOfOneSecond.getAsInt()));
        return TRANSPORT_ROOM + 2 * channel;
    }

    /**
     * A watcher that has no room for an event gets the time that is left in the budget. When it has taken nothing then,
     * it is forgotten and its stream ends: its client watches again from where it has come to.
     */
    private void judge(Watcher watcher) {
        if (!slow.add(watcher)) {
            return;
        }
        context.daemonAfter(budget.take(context.now()), () -> {
            slow.remove(watcher);
            if (group(watcher).contains(watcher) && watcher.hasWaiting(room(watcher))) {
                remove(watcher);
                watcher.sender().close();
            }
        });
    }

    private static String node(KubernetesObject object) {
        return object instanceof Pod pod && pod.nodeName() != null ? pod.nodeName() : "";
    }

    /** Ends all watches. */
    void closeAll() {
        List<Watcher> all = new ArrayList<>(general);
        byNode.values().forEach(all::addAll);
        general.clear();
        byNode.clear();
        clocks.values().forEach(Clock::cancel);
        clocks.clear();
        all.forEach(watcher -> watcher.sender().close());
    }
}

package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The recent changes of one resource: a window that grows while it is full of fresh ones and shrinks while most of
 * it is old, as that of the real watch cache ({@code resizeCacheLocked}).
 */
final class EventWindow {

    /** {@code defaultLowerBoundCapacity}. */
    private static final int LEAST = 100;

    /** {@code defaultUpperBoundCapacity}. */
    private static final int MOST = 102_400;

    private record Past(EtcdChange change, long seen) {}

    private final long freshFor;
    private final Deque<Past> changes = new ArrayDeque<>();
    private int capacity = LEAST;
    /** The revision after which all changes are known. */
    private long oldest;

    /** An empty window that tries to keep changes for so many nanoseconds. */
    EventWindow(long freshFor) {
        this.freshFor = freshFor;
    }

    /** Begins anew: from now on all changes after a revision will be known. */
    void reset(long revision) {
        changes.clear();
        capacity = LEAST;
        oldest = revision;
    }

    /** The revision after which all changes are known. */
    long oldest() {
        return oldest;
    }

    /**
     * How many events a watcher's channel should have room for: about those of a second, as far as the size of the
     * window sends ({@code suggestedWatchChannelSize}).
     */
    int ofOneSecond() {
        return (int) ((capacity * VirtualTime.SECOND + freshFor - 1) / freshFor);
    }

    void add(EtcdChange change, long now) {
        if (changes.size() >= capacity) {
            resize(now);
            while (changes.size() >= capacity) {
                changes.remove();
                oldest = (changes.isEmpty() ? change : changes.peek().change()).revision() - 1;
            }
        }
        changes.add(new Past(change, now));
    }

    private void resize(long now) {
        if (now - changes.peek().seen() < freshFor) {
            capacity = Math.min(2 * capacity, MOST);
        } else if (now - youngestQuarter().seen() > freshFor) {
            capacity = Math.max(capacity / 2, LEAST);
        }
    }

    /** The oldest change of the youngest quarter. */
    private Past youngestQuarter() {
        Iterator<Past> backwards = changes.descendingIterator();
        Past past = backwards.next();
        for (int i = 1; i < capacity / 4; i++) {
            past = backwards.next();
        }
        return past;
    }

    /** Sends all changes after a revision, oldest first, at the cost of those. */
    void after(long revision, Consumer<EtcdChange> listener) {
        List<EtcdChange> found = new ArrayList<>();
        Iterator<Past> backwards = changes.descendingIterator();
        while (backwards.hasNext()) {
            EtcdChange change = backwards.next().change();
            if (change.revision() <= revision) {
                break;
            }
            found.add(change);
        }
        for (int i = found.size() - 1; i >= 0; i--) {
            listener.accept(found.get(i));
        }
    }
}

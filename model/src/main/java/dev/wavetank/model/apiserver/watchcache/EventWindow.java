package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.sim.VirtualTime;
import java.util.Arrays;
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
    /** A ring whose length is a power of two: like that of the real watch cache, it is read by position. */
    private Past[] ring = new Past[8];

    /** Where the oldest change stands in the ring. */
    private int first;

    private int size;
    private int capacity = LEAST;
    /** The revision after which all changes are known. */
    private long oldest;

    /** An empty window that tries to keep changes for so many nanoseconds. */
    EventWindow(long freshFor) {
        this.freshFor = freshFor;
    }

    /** Begins anew: from now on all changes after a revision will be known. */
    void reset(long revision) {
        Arrays.fill(ring, null);
        first = 0;
        size = 0;
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
        if (size >= capacity) {
            resize(now);
            while (size >= capacity) {
                removeFirst();
                oldest = (size == 0 ? change : get(0).change()).revision() - 1;
            }
        }
        if (size == ring.length) {
            enlarge();
        }
        ring[place(size++)] = new Past(change, now);
    }

    private void resize(long now) {
        if (now - get(0).seen() < freshFor) {
            capacity = Math.min(2 * capacity, MOST);
        } else if (now - get(size - capacity / 4).seen() > freshFor) {
            // The youngest quarter goes back further than the window has to.
            capacity = Math.max(capacity / 2, LEAST);
        }
    }

    /** Sends all changes after a revision, oldest first, at the cost of those. */
    void after(long revision, Consumer<EtcdChange> listener) {
        int next = size;
        while (next > 0 && get(next - 1).change().revision() > revision) {
            next--;
        }
        for (int last = size; next < last; next++) {
            listener.accept(get(next).change());
        }
    }

    private Past get(int index) {
        return ring[place(index)];
    }

    private int place(int index) {
        return first + index & ring.length - 1;
    }

    private void removeFirst() {
        ring[first] = null;
        first = place(1);
        size--;
    }

    private void enlarge() {
        Past[] larger = new Past[2 * ring.length];
        for (int i = 0; i < size; i++) {
            larger[i] = get(i);
        }
        ring = larger;
        first = 0;
    }
}

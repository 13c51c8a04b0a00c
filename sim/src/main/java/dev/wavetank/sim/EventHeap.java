package dev.wavetank.sim;

import java.util.Arrays;

/**
 * A binary heap of (time, entry) pairs over two parallel {@code long} arrays.
 *
 * <p>An entry carries the order number in its high bits, so that comparing entries breaks ties of time, and a slot in
 * its low bits. Neither adding nor removing allocates.
 */
final class EventHeap {

    private static final int INITIAL_CAPACITY = 256;

    private long[] times = new long[INITIAL_CAPACITY];
    private long[] entries = new long[INITIAL_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    /** Time of the first entry; there must be one. */
    long firstTime() {
        return times[0];
    }

    /** The first entry; there must be one. */
    long firstEntry() {
        return entries[0];
    }

    void add(long time, long entry) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            entries = Arrays.copyOf(entries, size * 2);
        }
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (!before(time, entry, times[parent], entries[parent])) {
                break;
            }
            times[hole] = times[parent];
            entries[hole] = entries[parent];
            hole = parent;
        }
        times[hole] = time;
        entries[hole] = entry;
    }

    /** Removes the first pair, which must exist, and returns its entry. */
    long removeFirst() {
        long first = entries[0];
        size--;
        if (size > 0) {
            siftDown(0, times[size], entries[size]);
        }
        return first;
    }

    /** Keeps the pairs that pass. Costs O(size). */
    void retain(EntryPredicate pairs) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (pairs.test(times[i], entries[i])) {
                times[kept] = times[i];
                entries[kept++] = entries[i];
            }
        }
        size = kept;
        for (int i = (size >>> 1) - 1; i >= 0; i--) {
            siftDown(i, times[i], entries[i]);
        }
    }

    private void siftDown(int start, long time, long entry) {
        int hole = start;
        int firstLeaf = size >>> 1;
        while (hole < firstLeaf) {
            int child = 2 * hole + 1;
            int right = child + 1;
            if (right < size && before(times[right], entries[right], times[child], entries[child])) {
                child = right;
            }
            if (!before(times[child], entries[child], time, entry)) {
                break;
            }
            times[hole] = times[child];
            entries[hole] = entries[child];
            hole = child;
        }
        times[hole] = time;
        entries[hole] = entry;
    }

    private static boolean before(long time, long entry, long otherTime, long otherEntry) {
        return time < otherTime || time == otherTime && entry < otherEntry;
    }

    /** Whether a pair is wanted. */
    @FunctionalInterface
    interface EntryPredicate {
        boolean test(long time, long entry);
    }
}

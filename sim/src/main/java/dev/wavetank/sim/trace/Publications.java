package dev.wavetank.sim.trace;

import java.util.TreeMap;

/**
 * The records that made the versions of a shared state. Sparse: pages of neighbouring versions, so that a version far
 * ahead of the others costs one page.
 */
final class Publications {

    private static final int PAGE_BITS = 8;
    private static final int PAGE_SIZE = 1 << PAGE_BITS;

    private static final long NONE = Long.MIN_VALUE;

    private final TreeMap<Long, long[]> pages = new TreeMap<>();
    /** The page that was used last, and its number; reads and writes come near the latest version. */
    private long[] recent = {};

    private long recentNumber = NONE;

    /** Sets the record that made a version, instead of an earlier one. */
    void put(long version, long record) {
        long number = version >> PAGE_BITS;
        if (number != recentNumber) {
            recent = pages.computeIfAbsent(number, missing -> new long[PAGE_SIZE]);
            recentNumber = number;
        }
        recent[(int) version & PAGE_SIZE - 1] = record;
    }

    /** The record that made a version; 0 when none is known. */
    long get(long version) {
        long number = version >> PAGE_BITS;
        if (number != recentNumber) {
            long[] page = pages.get(number);
            if (page == null) {
                return 0;
            }
            recent = page;
            recentNumber = number;
        }
        return recent[(int) version & PAGE_SIZE - 1];
    }

    /** Drops the pages that have no version from this one on. */
    void dropBefore(long version) {
        long number = version >> PAGE_BITS;
        pages.headMap(number).clear();
        if (recentNumber < number) {
            recentNumber = NONE;
        }
    }

    /** How many versions there is room for. */
    long capacity() {
        return (long) pages.size() * PAGE_SIZE;
    }
}

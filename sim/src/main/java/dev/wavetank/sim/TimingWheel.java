package dev.wavetank.sim;

import java.util.function.LongPredicate;

/**
 * The order of pending events: (time, entry) pairs, of which the first is taken again and again.
 *
 * <p>Pairs up to a horizon lie in a heap. What is later lies in buckets, in no order, until the heap is empty and the
 * earliest bucket is opened. So most pairs are moved two or three times and compared only with the few that are
 * due at about the same time, and the cost of an event hardly depends on how many are pending. The order is
 * exactly that of one big heap.
 *
 * <p>Buckets on level 0 are a nanosecond wide, on each further level {@value #BUCKETS} times as wide. A pair lies on
 * the level of the highest digit, to the base {@value #BUCKETS}, in which its time differs from the horizon, in the
 * bucket of that digit. Hence whatever is on a lower level is earlier, and so is a lower bucket of the same level.
 * After Varghese and Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, and Ahuja, Mehlhorn, Orlin and Tarjan,
 * Faster Algorithms for the Shortest Path Problem, JACM 1990 (the radix heap).
 */
final class TimingWheel {

    private static final int DIGIT_BITS = 6;
    private static final int BUCKETS = 1 << DIGIT_BITS;
    private static final int LEVELS = (Long.SIZE + DIGIT_BITS - 1) / DIGIT_BITS;
    /** A bucket with no more pairs goes into the heap as it is, a fuller one is spread over lower levels. */
    private static final int FEW = 16;
    /** How many pairs the heap may hold before the horizon is drawn closer. */
    private static final int MANY = 256;

    private final EventHeap near = new EventHeap();
    private final EntryChains far = new EntryChains(LEVELS * BUCKETS);
    private final EntryChains.EntrySink placeAnew = this::add;
    private int farSize;
    /** For each level, one bit for each bucket that is not empty. */
    private final long[] occupied = new long[LEVELS];
    /** One bit for each level that is not empty. */
    private int occupiedLevels;

    /** Whatever is due by then lies in the heap, everything else in buckets. */
    private long horizon;
    /** The earliest instant to which the horizon could be moved without moving a bucket. */
    private long earliestHorizon;

    int size() {
        return near.size() + farSize;
    }

    boolean isEmpty() {
        return near.size() == 0 && farSize == 0;
    }

    /** Adds a pair. No time is negative; an entry is unique and breaks ties of time. */
    void add(long time, long entry) {
        if (time > horizon) {
            addFar(time, entry);
            return;
        }
        near.add(time, entry);
        if (near.size() > MANY && horizon > earliestHorizon) {
            drawHorizonCloser();
        }
    }

    /** Time of the first pair; there must be one. */
    long firstTime() {
        openUntilNear();
        return near.firstTime();
    }

    /** The first entry; there must be one. */
    long firstEntry() {
        openUntilNear();
        return near.firstEntry();
    }

    /** Removes the first pair; {@link #firstTime} or {@link #firstEntry} must have been called just before. */
    long removeFirst() {
        return near.removeFirst();
    }

    /** Keeps the entries that pass. Costs O(size). */
    void retain(LongPredicate entries) {
        near.retain((time, entry) -> entries.test(entry));
        farSize = 0;
        for (int level = 0; level < LEVELS; level++) {
            long digits = occupied[level];
            setEmpty(level, digits);
            for (; digits != 0; digits &= digits - 1) {
                far.drain(bucket(level, Long.numberOfTrailingZeros(digits)), (time, entry) -> {
                    if (entries.test(entry)) {
                        addFar(time, entry);
                    }
                });
            }
        }
    }

    private void addFar(long time, long entry) {
        int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros(time ^ horizon)) / DIGIT_BITS;
        int digit = (int) (time >>> DIGIT_BITS * level) & BUCKETS - 1;
        if (far.add(bucket(level, digit), time, entry)) {
            occupied[level] |= 1L << digit;
            occupiedLevels |= 1 << level;
        }
        farSize++;
    }

    private void openUntilNear() {
        while (near.size() == 0) {
            openEarliestBucket();
        }
    }

    /**
     * Moves the horizon to the end of the earliest bucket when it holds few pairs, otherwise to its first
     * instant.
     */
    private void openEarliestBucket() {
        int level = Integer.numberOfTrailingZeros(occupiedLevels);
        int digit = Long.numberOfTrailingZeros(occupied[level]);
        int bucket = bucket(level, digit);
        long lastOffset = (1L << DIGIT_BITS * level) - 1;
        long digitMask = (long) (BUCKETS - 1) << DIGIT_BITS * level;
        earliestHorizon = horizon & ~(digitMask | lastOffset) | (long) digit << DIGIT_BITS * level;
        horizon = far.count(bucket) <= FEW ? earliestHorizon | lastOffset : earliestHorizon;
        farSize -= far.count(bucket);
        setEmpty(level, 1L << digit);
        far.drain(bucket, placeAnew);
    }

    /**
     * Moves the horizon to the first pair in the heap. A quiet time, in which the next few events lay far apart, may
     * have pushed it so far out that everything in a busy time that follows goes into the heap.
     */
    private void drawHorizonCloser() {
        horizon = Math.max(earliestHorizon, near.firstTime());
        earliestHorizon = horizon;
        near.retain((time, entry) -> {
            if (time > horizon) {
                addFar(time, entry);
            }
            return time <= horizon;
        });
    }

    private void setEmpty(int level, long digits) {
        occupied[level] &= ~digits;
        if (occupied[level] == 0) {
            occupiedLevels &= ~(1 << level);
        }
    }

    private static int bucket(int level, int digit) {
        return level * BUCKETS + digit;
    }
}

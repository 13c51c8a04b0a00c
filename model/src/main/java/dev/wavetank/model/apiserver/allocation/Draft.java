package dev.wavetank.model.apiserver.allocation;

import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** What is to become of a range: which of its places are taken. */
final class Draft {

    private final TreeSet<Long> taken;
    private final int size;
    private final int reserved;
    private final RandomStream random;
    private final TreeSet<Long> before;

    /**
     * A draft.
     *
     * @param taken the places that are taken, from 0
     * @param size how many places there are
     * @param reserved how many of the first places are given only to those who ask for them, while others are free
     * @param random chooses a place
     */
    Draft(Collection<Long> taken, int size, int reserved, RandomStream random) {
        this.taken = new TreeSet<>(taken);
        this.before = new TreeSet<>(taken);
        this.size = size;
        this.reserved = reserved;
        this.random = random;
    }

    boolean has(long place) {
        return taken.contains(place);
    }

    /** Takes a place, and says whether it was free. */
    boolean take(long place) {
        return taken.add(place);
    }

    /** Takes any place; -1 when none is free. */
    long takeAny() {
        if (taken.size() >= size) {
            return -1;
        }
        long place = scan(reserved, size - reserved);
        return place >= 0 ? place : scan(0, reserved);
    }

    /** Begins at a random place and takes the next that is free, as the real allocator does. */
    private long scan(int first, int count) {
        if (count <= 0) {
            return -1;
        }
        int start = random.nextInt(count);
        for (int i = 0; i < count; i++) {
            long place = first + (start + i) % count;
            if (take(place)) {
                return place;
            }
        }
        return -1;
    }

    void release(long place) {
        taken.remove(place);
    }

    boolean isChanged() {
        return !taken.equals(before);
    }

    List<Object> places() {
        return new ArrayList<>(taken);
    }
}

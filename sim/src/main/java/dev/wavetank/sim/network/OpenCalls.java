package dev.wavetank.sim.network;

import java.util.ArrayList;
import java.util.List;

/**
 * Calls that are under way at one end, in no particular but always the same order. Adding and removing take constant
 * time.
 */
final class OpenCalls<T extends OpenCalls.Entry> {

    private final List<T> calls = new ArrayList<>(2);

    /** A call that knows its place. */
    abstract static class Entry {
        private int index;
    }

    void add(T call) {
        Entry entry = call;
        entry.index = calls.size();
        calls.add(call);
    }

    /** Moves the last one into the place of the one that goes. */
    void remove(T call) {
        T last = calls.remove(calls.size() - 1);
        if (last != call) {
            Entry entry = call;
            Entry moved = last;
            calls.set(entry.index, last);
            moved.index = entry.index;
        }
    }

    List<T> copy() {
        return List.copyOf(calls);
    }
}

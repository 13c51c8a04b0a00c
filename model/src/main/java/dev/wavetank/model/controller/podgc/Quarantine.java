package dev.wavetank.model.controller.podgc;

import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Nodes of pods that are not in the cache: they may only be late, so they are given 40 s ({@code quarantineTime}). */
final class Quarantine {

    private static final long TIME = 40 * VirtualTime.SECOND;

    private final Map<String, Long> since = new LinkedHashMap<>();

    /** Whether no node is in it. */
    boolean isEmpty() {
        return since.isEmpty();
    }

    /** The node is missing now. */
    void add(String node, long now) {
        since.putIfAbsent(node, now);
    }

    /** The nodes whose time is over; they are let go, and come back when they are found missing again. */
    List<String> release(long now) {
        List<String> over = new ArrayList<>();
        since.forEach((node, start) -> {
            if (now - start >= TIME) {
                over.add(node);
            }
        });
        over.forEach(since::remove);
        return over;
    }
}

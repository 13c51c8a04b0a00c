package dev.wavetank.model.controller.podgc;

import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes of pods that are missing in the cache, perhaps only because it lags: each waits 40 s ({@code
 * quarantineTime}).
 */
final class Quarantine {

    private static final long TIME = 40 * VirtualTime.SECOND;

    private final Map<String, Long> since = new LinkedHashMap<>();

    /** Whether no node is in quarantine. */
    boolean isEmpty() {
        return since.isEmpty();
    }

    /** Adds a missing node. */
    void add(String node, long now) {
        since.putIfAbsent(node, now);
    }

    /** Removes and returns the nodes whose time is over. */
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

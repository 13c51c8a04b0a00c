package dev.wavetank.model.kubelet.cri.image;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/** What registries remember of the pulls of a cluster. They belong to no node, and outlive all of them. */
public final class PullCounts {

    /** Virtual times of pulls, by what they came from. */
    private final Map<String, Queue<Long>> pulls = new TreeMap<>();

    /** No pull. */
    public PullCounts() {}

    /** Counts a pull, unless there are as many as are permitted; whether there were fewer. */
    boolean take(String source, int most, long window, long now) {
        Queue<Long> recent = pulls.computeIfAbsent(source, each -> new ArrayDeque<>());
        while (!recent.isEmpty() && recent.element() <= now - window) {
            recent.remove();
        }
        return recent.size() < most && recent.add(now);
    }
}

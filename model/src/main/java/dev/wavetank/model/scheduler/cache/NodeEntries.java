package dev.wavetank.model.scheduler.cache;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is on which nodes, by two texts, such as pods by key and value of a label. An entry is found by its identity,
 * and can be there several times.
 */
final class NodeEntries<T> {

    private final Map<String, Map<String, Map<String, List<T>>>> entries = new LinkedHashMap<>();

    /** Adds an entry (1), or removes it (-1). */
    void add(String first, String second, String node, T entry, int sign) {
        if (sign < 0) {
            remove(first, second, node, entry);
            return;
        }
        entries.computeIfAbsent(first, unknown -> new LinkedHashMap<>())
                .computeIfAbsent(second, unknown -> new LinkedHashMap<>())
                .computeIfAbsent(node, unknown -> new ArrayList<>(1))
                .add(entry);
    }

    private void remove(String first, String second, String node, T entry) {
        Map<String, Map<String, List<T>>> seconds = entries.getOrDefault(first, Collections.emptyMap());
        Map<String, List<T>> byNode = of(first, second);
        List<T> there = byNode.getOrDefault(node, Collections.emptyList());
        removeFrom(there, entry);
        if (there.isEmpty()) {
            byNode.remove(node);
        }
        if (byNode.isEmpty()) {
            seconds.remove(second);
        }
        if (seconds.isEmpty()) {
            entries.remove(first);
        }
    }

    private static <T> void removeFrom(List<T> list, T entry) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) == entry) {
                list.remove(i);
                return;
            }
        }
    }

    /** The entries of each node that has some. */
    Map<String, List<T>> of(String first, String second) {
        return entries.getOrDefault(first, Collections.emptyMap()).getOrDefault(second, Collections.emptyMap());
    }
}

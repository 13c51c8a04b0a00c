package dev.wavetank.model.scheduler.cache;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names of nodes by two texts, such as key and value of a label; each is there as often as it was added. */
final class NodeCounts {

    private final Map<String, Map<String, Map<String, Count>>> nodes = new LinkedHashMap<>();

    private static final class Count {
        private int times;
    }

    /** Adds a node once more (1), or once less (-1). */
    void add(String first, String second, String node, int sign) {
        Map<String, Map<String, Count>> seconds = nodes.computeIfAbsent(first, unknown -> new LinkedHashMap<>());
        Map<String, Count> counts = seconds.computeIfAbsent(second, unknown -> new LinkedHashMap<>());
        Count count = counts.computeIfAbsent(node, unknown -> new Count());
        count.times += sign;
        if (count.times == 0) {
            counts.remove(node);
            if (counts.isEmpty()) {
                seconds.remove(second);
            }
            if (seconds.isEmpty()) {
                nodes.remove(first);
            }
        }
    }

    /** The nodes, each once. */
    Collection<String> of(String first, String second) {
        return nodes.getOrDefault(first, Collections.emptyMap())
                .getOrDefault(second, Collections.emptyMap())
                .keySet();
    }
}

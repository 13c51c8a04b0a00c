package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.core.Node;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the pods of one topology spread constraint by place: at least, and at most, as a scheduler may see them. */
final class SpreadCount {

    private final SpreadRule rule;
    private final Map<String, Long> least = new LinkedHashMap<>();
    private final Map<String, Long> most = new LinkedHashMap<>();
    private long underWay;

    SpreadCount(SpreadRule rule) {
        this.rule = rule;
    }

    /** A node counts; {@code isKnown} when the scheduler must have seen it. */
    void node(Node node, boolean isKnown) {
        least.putIfAbsent(place(node), 0L);
        if (isKnown) {
            most.putIfAbsent(place(node), 0L);
        }
    }

    /** A pod is on a node that counts. */
    void pod(Node node, boolean isCertain, boolean isPossible) {
        if (isCertain) {
            least.merge(place(node), 1L, Long::sum);
        }
        if (isPossible) {
            most.merge(place(node), 1L, Long::sum);
        }
    }

    /** Pods that the scheduler may count anywhere. */
    void underWay(long pods) {
        underWay += pods;
    }

    private String place(Node node) {
        return node.metadata().labels().getOrDefault(rule.topologyKey(), "");
    }

    /** At least by how much the place exceeds the emptiest one, with {@code self} pods more. */
    long skew(String place, int self) {
        long emptiest = least.size() < rule.minDomains()
                ? 0
                : most.values().stream().mapToLong(Long::longValue).min().orElse(Integer.MAX_VALUE) + underWay;
        return least.getOrDefault(place, 0L) + self - emptiest;
    }
}

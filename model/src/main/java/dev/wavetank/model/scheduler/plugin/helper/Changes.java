package dev.wavetank.model.scheduler.plugin.helper;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Sums as they would be if some pods ran elsewhere or not at all. */
public final class Changes {

    /** The least of no sums ({@code math.MaxInt32}). */
    public static final long NONE = Integer.MAX_VALUE;

    private final TopologySums sums;
    private final Map<String, Map<String, Long>> changes;
    private long total;

    /** No change yet. */
    public Changes(TopologySums sums) {
        this(sums, new TreeMap<>(), 0);
    }

    private Changes(TopologySums sums, Map<String, Map<String, Long>> changes, long total) {
        this.sums = sums;
        this.changes = changes;
        this.total = total;
    }

    /** The same, to be changed further by itself. */
    public Changes copy() {
        Map<String, Map<String, Long>> copies = new TreeMap<>();
        changes.forEach((key, values) -> copies.put(key, new TreeMap<>(values)));
        return new Changes(sums, copies, total);
    }

    /** Adds to a sum, or takes from it. */
    public void add(String topologyKey, String value, long amount) {
        changes.computeIfAbsent(topologyKey, first -> new TreeMap<>()).merge(value, amount, Long::sum);
        total += amount;
    }

    /** The changed sum. */
    public long of(String topologyKey, String value) {
        long before = sums.of(topologyKey, value);
        if (changes.isEmpty()) {
            return before;
        }
        Map<String, Long> values = changes.get(topologyKey);
        Long change = values == null ? null : values.get(value);
        return change == null ? before : before + change;
    }

    /** The changed sum of the value of the node at that position, as {@link TopologySums#at}. */
    public long at(String topologyKey, int position) {
        long before = sums.at(topologyKey, position);
        return changes.isEmpty() || before == TopologySums.ABSENT
                ? before
                : of(topologyKey, sums.value(topologyKey, position));
    }

    /**
     * Takes nodes out of a set of positions, as long as nothing is changed: those whose value of the label has a sum
     * above the limit.
     */
    public void excludeAbove(String topologyKey, long limit, BitSet nodes) {
        sums.label(topologyKey).excludeAbove(limit, nodes);
    }

    /** The same with those that do not have the label. */
    public void excludeAbsent(String topologyKey, BitSet nodes) {
        sums.label(topologyKey).excludeAbsent(nodes);
    }

    /** The same with those whose value has no sum above 0. */
    public void retainPositive(String topologyKey, BitSet nodes) {
        sums.label(topologyKey).retainPositive(nodes);
    }

    /** The sum over everything. */
    public long total() {
        return sums.total() + total;
    }

    /** The labels that something has been added to. */
    public List<String> keys() {
        if (changes.isEmpty()) {
            return sums.keys();
        }
        Set<String> keys = new LinkedHashSet<>(sums.keys());
        keys.addAll(changes.keySet());
        return new ArrayList<>(keys);
    }

    /** How many values of a label there are. */
    public int values(String topologyKey) {
        return sums.values(topologyKey).size();
    }

    /** The lowest sum of a value, when the sums have only this label; {@link #NONE} when there is no value. */
    public long least(String topologyKey) {
        if (changes.isEmpty()) {
            return sums.least(topologyKey);
        }
        long least = NONE;
        for (String value : sums.values(topologyKey)) {
            least = Math.min(least, of(topologyKey, value));
        }
        return least;
    }
}

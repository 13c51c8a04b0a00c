package dev.wavetank.sim.collection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Values by key, found by hash and listed in the order of their keys. For tables with many lookups and few listings:
 * a tree pays for its order with every lookup, this table only when it is listed after keys were added or removed.
 *
 * @param <K> type of the keys, with value equality that agrees with their order
 * @param <V> type of the values
 */
public final class SortedTable<K extends Comparable<? super K>, V> {

    private final Map<K, V> values = new LinkedHashMap<>();
    /** All keys, and while {@link #stale} also removed or duplicate ones; sorted unless stale. */
    private final List<K> order = new ArrayList<>();

    private boolean stale;

    /** An empty table. */
    public SortedTable() {}

    /** A table with the same content. */
    public SortedTable(SortedTable<K, V> other) {
        values.putAll(other.values);
        order.addAll(other.order);
        stale = other.stale;
    }

    /** The value of the key, or null. */
    public @Nullable V get(K key) {
        return values.get(key);
    }

    /** Sets the value of the key; returns the one before, or null. */
    public V put(K key, V value) {
        V before = values.put(key, value);
        if (before == null) {
            stale |= !order.isEmpty() && order.get(order.size() - 1).compareTo(key) >= 0;
            order.add(key);
        }
        return before;
    }

    /** Removes the key; returns its value, or null when it was absent. */
    public @Nullable V remove(K key) {
        V before = values.remove(key);
        if (values.isEmpty()) {
            order.clear();
            stale = false;
        } else {
            stale |= before != null;
        }
        return before;
    }

    /** Removes all keys. */
    public void clear() {
        values.clear();
        order.clear();
        stale = false;
    }

    /** How many keys there are. */
    public int size() {
        return values.size();
    }

    /** Whether there is no key. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** The values in the order of their keys, in a list of its own. */
    public List<V> list() {
        sort();
        return list(0, order.size());
    }

    /** The values of the keys from one on, up to and without another, in their order. */
    public List<V> list(K from, K to) {
        sort();
        int first = position(from);
        return list(first, Math.max(first, position(to)));
    }

    /** A copy of the present content. */
    public TreeMap<K, V> toMap() {
        return new TreeMap<>(values);
    }

    private List<V> list(int from, int to) {
        List<V> found = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            found.add(values.get(order.get(i)));
        }
        return found;
    }

    /** Where the key is in the order, or would be. */
    private int position(K key) {
        int found = Collections.binarySearch(order, key);
        return found < 0 ? -found - 1 : found;
    }

    private void sort() {
        if (!stale) {
            return;
        }
        // What was sorted before stays one run, which the sort only merges with what came since.
        order.removeIf(key -> !values.containsKey(key));
        Collections.sort(order);
        if (order.size() > values.size()) {
            List<K> once = new ArrayList<>(new LinkedHashSet<>(order));
            order.clear();
            order.addAll(once);
        }
        stale = false;
    }
}

package dev.wavetank.model.client.record;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An LRU cache: holds a limited number of values and evicts the least recently used.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class RecentlyUsed<K, V> {

    private final Map<K, V> values;

    public RecentlyUsed(int most) {
        values = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > most;
            }
        };
    }

    /** The remembered value, or null. */
    public @Nullable V get(K key) {
        return values.get(key);
    }

    /** The remembered value; a new one when there is none. */
    public V get(K key, Supplier<V> missing) {
        V value = values.get(key);
        if (value == null) {
            value = missing.get();
            values.put(key, value);
        }
        return value;
    }

    public void put(K key, V value) {
        values.put(key, value);
    }
}

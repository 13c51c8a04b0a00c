package dev.wavetank.model.scheduler.framework;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What was computed of every node, by all that it depends on but the nodes, for as many keys as were used lately.
 *
 * @param <K> the keys; they are compared, and never change
 * @param <T> what is kept for a key
 */
public final class NodeTables<K, T> {

    private static final int FEWEST = 16;
    private static final int MOST = 512;
    private static final int ALL_NODES = 1_000_000;

    private final LinkedHashMap<K, T> tables = new LinkedHashMap<>(FEWEST, 0.75f, true);

    /** The table of that key, made anew when there is none. */
    public T get(K key, int nodes, Function<K, T> creation) {
        T known = tables.get(key);
        if (known == null) {
            known = creation.apply(key);
            tables.put(key, known);
            int limit = Math.max(FEWEST, Math.min(MOST, ALL_NODES / Math.max(1, nodes)));
            if (tables.size() > limit) {
                Iterator<Map.Entry<K, T>> eldest = tables.entrySet().iterator();
                eldest.next();
                eldest.remove();
            }
        }
        return known;
    }
}

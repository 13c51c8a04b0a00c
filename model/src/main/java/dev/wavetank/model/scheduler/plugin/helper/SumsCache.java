package dev.wavetank.model.scheduler.plugin.helper;

import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sums that a plug-in has used lately, by what they count.
 *
 * @param <K> all that a sum depends on but the nodes; a record
 */
public final class SumsCache<K> {

    private static final int FEWEST = 16;
    private static final int MOST = 512;
    private static final int ALL_SHARES = 1_000_000;

    private final LinkedHashMap<K, TopologySums> sums = new LinkedHashMap<>(FEWEST, 0.75f, true);

    /** The sums of that key, up to date; made of {@code source} when they are new. */
    public TopologySums get(K key, Snapshot snapshot, TopologySums.Source source) {
        return get(key, snapshot, all -> null, source);
    }

    /** The same; {@code candidates} says which nodes can add something. */
    public TopologySums get(K key, Snapshot snapshot, TopologySums.Candidates candidates, TopologySums.Source source) {
        TopologySums known = sums.get(key);
        if (known == null) {
            known = new TopologySums(source, candidates);
            sums.put(key, known);
            int limit = Math.max(
                    FEWEST,
                    Math.min(MOST, ALL_SHARES / Math.max(1, snapshot.nodes().size())));
            if (sums.size() > limit) {
                Map.Entry<K, TopologySums> eldest = sums.entrySet().iterator().next();
                sums.remove(eldest.getKey());
            }
        }
        known.update(snapshot);
        return known;
    }
}

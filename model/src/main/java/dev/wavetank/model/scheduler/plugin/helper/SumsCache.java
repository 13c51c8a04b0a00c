package dev.wavetank.model.scheduler.plugin.helper;

import dev.wavetank.model.scheduler.framework.NodeTables;
import dev.wavetank.model.scheduler.framework.Snapshot;

/**
 * The sums that a plug-in has used lately, by what they count.
 *
 * @param <K> all that a sum depends on but the nodes; a record
 */
public final class SumsCache<K> {

    private final NodeTables<K, TopologySums> sums = new NodeTables<>();

    /** The sums of that key, up to date; made of {@code source} when they are new. */
    public TopologySums get(K key, Snapshot snapshot, TopologySums.Source source) {
        return get(key, snapshot, all -> null, source);
    }

    /** The same; {@code candidates} says which nodes can add something. */
    public TopologySums get(K key, Snapshot snapshot, TopologySums.Candidates candidates, TopologySums.Source source) {
        TopologySums known = sums.get(key, snapshot.nodes().size(), unknown -> new TopologySums(source, candidates));
        known.update(snapshot);
        return known;
    }
}

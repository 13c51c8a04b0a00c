package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.KubernetesObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Counts the objects of an informer's cache by group and traits: how many pods of one controller are ready, for
 * example. It follows the cache change by change, so that the cost of a query is the number of different traits in a
 * group, however many objects the group has.
 *
 * @param <T> kind of the objects
 * @param <K> the traits of an object; needs value equality
 */
public final class Tally<T extends KubernetesObject, K> implements CacheView<T> {

    private final Function<? super T, String> group;
    private final Function<? super T, K> traits;
    private final Map<String, Map<K, Integer>> counts = new LinkedHashMap<>();

    /**
     * Nothing counted yet.
     *
     * @param group computes the text of the group that an object belongs to, or null to leave it out
     * @param traits computes what is counted, or null to leave the object out
     */
    public Tally(Function<? super T, String> group, Function<? super T, K> traits) {
        this.group = group;
        this.traits = traits;
    }

    /** How many objects of the group have which traits; traits that no object has are not in the map. */
    public Map<K, Integer> of(String wanted) {
        return Collections.unmodifiableMap(counts.getOrDefault(wanted, Collections.emptyMap()));
    }

    @Override
    public void change(T before, T after) {
        String from = before == null ? null : group.apply(before);
        String to = after == null ? null : group.apply(after);
        K lost = from == null ? null : traits.apply(before);
        K gained = to == null ? null : traits.apply(after);
        if (from != null && from.equals(to) && lost != null && lost.equals(gained)) {
            return;
        }
        if (lost != null) {
            Map<K, Integer> rest = counts.get(from);
            rest.computeIfPresent(lost, (same, count) -> count == 1 ? null : count - 1);
            if (rest.isEmpty()) {
                counts.remove(from);
            }
        }
        if (gained != null) {
            counts.computeIfAbsent(to, unknown -> new LinkedHashMap<>(4)).merge(gained, 1, Integer::sum);
        }
    }
}

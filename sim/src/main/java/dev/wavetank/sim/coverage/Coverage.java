package dev.wavetank.sim.coverage;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What runs have reached.
 *
 * @param runs how many runs
 * @param firstSeed the smallest of their seeds; {@code Long.MAX_VALUE} when there are none
 * @param lastSeed the greatest of their seeds; {@code Long.MIN_VALUE} when there are none
 * @param sometimes the declared conditions by name, those included that were never reached
 * @param handOvers pairs of consecutive writers of one subject
 */
public record Coverage(
        long runs,
        long firstSeed,
        long lastSeed,
        SortedMap<String, Count> sometimes,
        SortedMap<HandOver, Count> handOvers) {

    /** Of no run. */
    public static final Coverage NONE =
            new Coverage(0, Long.MAX_VALUE, Long.MIN_VALUE, Collections.emptySortedMap(), Collections.emptySortedMap());

    /** Keeps copies of the maps. */
    public Coverage {
        sometimes = Collections.unmodifiableSortedMap(new TreeMap<>(sometimes));
        handOvers = Collections.unmodifiableSortedMap(new TreeMap<>(handOvers));
    }

    /** The merged coverage of both. The order does not matter. */
    public Coverage merge(Coverage other) {
        return new Coverage(
                runs + other.runs,
                Math.min(firstSeed, other.firstSeed),
                Math.max(lastSeed, other.lastSeed),
                merge(sometimes, other.sometimes),
                merge(handOvers, other.handOvers));
    }

    /** The conditions and hand-overs that some run reached, by name, such as {@code pods: kubelet -> scheduler}. */
    public SortedSet<String> reached() {
        SortedSet<String> reached = new TreeSet<>(sometimes.keySet());
        neverReached().forEach(reached::remove);
        handOvers.keySet().forEach(pair -> reached.add(pair.toString()));
        return reached;
    }

    /** The names of the conditions that no run reached. */
    public List<String> neverReached() {
        return sometimes.entrySet().stream()
                .filter(condition -> condition.getValue().runs() == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * How many hand-overs were new in each group of seeds: a sign of saturation.
     *
     * @param seeds how many seeds make a group, counted from the smallest on
     */
    public List<Integer> newHandOvers(int seeds) {
        if (runs == 0) {
            return List.of();
        }
        Integer[] groups = new Integer[(int) ((lastSeed - firstSeed) / seeds) + 1];
        Arrays.fill(groups, 0);
        handOvers.values().forEach(count -> groups[(int) ((count.firstSeed() - firstSeed) / seeds)]++);
        return List.of(groups);
    }

    private static <K> SortedMap<K, Count> merge(SortedMap<K, Count> one, SortedMap<K, Count> other) {
        SortedMap<K, Count> both = new TreeMap<>(one);
        other.forEach((key, count) -> both.merge(key, count, Count::merge));
        return both;
    }
}

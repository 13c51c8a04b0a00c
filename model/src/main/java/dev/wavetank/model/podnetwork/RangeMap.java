package dev.wavetank.model.podnetwork;

import dev.wavetank.model.address.Ipv4Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Values by range of addresses. A look-up takes one step for each length of prefix that there is, however many ranges
 * there are: a node of a large cluster has a route to each of thousands.
 *
 * @param <V> the values
 */
public final class RangeMap<V> {

    private static final Comparator<Ipv4Range> ORDER =
            Comparator.comparingLong(Ipv4Range::first).thenComparingInt(Ipv4Range::prefix);

    private final Map<Ipv4Range, V> values = new TreeMap<>(ORDER);
    /** How many ranges have a prefix of that length, the longest first. */
    private final Map<Integer, Integer> prefixes = new TreeMap<>(Collections.reverseOrder());

    /** No values. */
    public RangeMap() {}

    /** Puts or replaces the value of a range. */
    public void put(Ipv4Range range, V value) {
        if (values.put(range, value) == null) {
            prefixes.merge(range.prefix(), 1, Integer::sum);
        }
    }

    /** Removes a range, if it is there. */
    public void remove(Ipv4Range range) {
        if (values.remove(range) != null && prefixes.merge(range.prefix(), -1, Integer::sum) == 0) {
            prefixes.remove(range.prefix());
        }
    }

    /** Removes all. */
    public void clear() {
        values.clear();
        prefixes.clear();
    }

    /** The ranges with their values, in the order of the ranges. */
    public List<Map.Entry<Ipv4Range, V>> entries() {
        return new ArrayList<>(values.entrySet());
    }

    /** The value of the range that has an address: of several, that with the longest prefix. */
    public Optional<V> of(long address) {
        return entry(address).map(Map.Entry::getValue);
    }

    /** The same with the range. */
    public Optional<Map.Entry<Ipv4Range, V>> entry(long address) {
        for (int prefix : prefixes.keySet()) {
            Ipv4Range range = new Ipv4Range(address, prefix);
            V value = values.get(range);
            if (value != null) {
                return Optional.of(Map.entry(range, value));
            }
        }
        return Optional.empty();
    }
}

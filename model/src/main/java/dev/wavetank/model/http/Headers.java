package dev.wavetank.model.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The headers of a request. A header may be given several times, and case does not matter in its name.
 *
 * @param lines values in the order in which they were given, by name
 */
public record Headers(SortedMap<String, List<String>> lines) {

    /** Keeps a copy. */
    public Headers {
        SortedMap<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        lines.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        lines = Collections.unmodifiableSortedMap(copy);
    }

    /** Each of these headers once. */
    public static Headers of(Map<String, String> headers) {
        SortedMap<String, List<String>> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> lines.put(name, List.of(value)));
        return new Headers(lines);
    }

    /** These and one more, after those of the same name. */
    public Headers and(String name, String value) {
        SortedMap<String, List<String>> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(lines);
        List<String> values = new ArrayList<>(all(name));
        values.add(value);
        more.put(name, values);
        return new Headers(more);
    }

    /** The first value, or the empty string. */
    public String first(String name) {
        List<String> values = all(name);
        return values.isEmpty() ? "" : values.get(0);
    }

    /** All values in their order. */
    public List<String> all(String name) {
        return lines.getOrDefault(name, List.of());
    }
}

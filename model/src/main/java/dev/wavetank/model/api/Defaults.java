package dev.wavetank.model.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Converts between absent values of the API (null) and empty collections or zero.
 *
 * <p>Kubernetes serves both forms alike: Go types with {@code omitempty} do not distinguish them.
 */
public final class Defaults {

    private Defaults() {}

    /** The list, or the empty list for null. */
    public static <T> List<T> emptyIfNull(List<T> list) {
        return list == null ? Collections.emptyList() : list;
    }

    /** The map, or the empty map for null. */
    public static <K, V> Map<K, V> emptyIfNull(Map<K, V> map) {
        return map == null ? Collections.emptyMap() : map;
    }

    /** The number, or zero for null. */
    public static int zeroIfNull(Integer number) {
        return number == null ? 0 : number;
    }

    /** The number, or null for zero: how most numbers of a status are written. */
    public static Integer nullIfZero(int number) {
        return number == 0 ? null : number;
    }
}

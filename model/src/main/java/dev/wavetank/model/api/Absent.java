package dev.wavetank.model.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Turns absent collections into empty ones and absent numbers into zero: Kubernetes does not tell them apart. */
public final class Absent {

    private Absent() {}

    /** The list, or the empty list for null. */
    public static <T> List<T> toEmpty(List<T> list) {
        return list == null ? Collections.emptyList() : list;
    }

    /** The map, or the empty map for null. */
    public static <K, V> Map<K, V> toEmpty(Map<K, V> map) {
        return map == null ? Collections.emptyMap() : map;
    }

    /** The number, or zero for null. */
    public static int toZero(Integer number) {
        return number == null ? 0 : number;
    }

    /** The number, or null for zero: how most numbers of a status are written. */
    public static Integer ofZero(int number) {
        return number == 0 ? null : number;
    }
}

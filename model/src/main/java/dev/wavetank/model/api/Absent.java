package dev.wavetank.model.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Turns absent collections into empty ones: Kubernetes does not tell the two apart. */
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
}

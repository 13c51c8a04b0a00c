package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.discovery.EndpointSlice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What this controller has written and its cache may not show yet: a plan on such a cache might create a slice twice,
 * or delete one that is gone ({@code EndpointSliceTracker}, v1.21).
 */
final class SliceTracker {

    private static final long GONE = Long.MAX_VALUE;

    /** The revision that is expected of each slice, by service and uid. */
    private final Map<ObjectKey, Map<String, Long>> expected = new LinkedHashMap<>();

    /** A slice of a service was created or updated. */
    void written(ObjectKey service, EndpointSlice slice) {
        of(service).merge(slice.uid(), slice.metadata().revision(), Math::max);
    }

    /** A slice of a service was deleted. */
    void deleted(ObjectKey service, EndpointSlice slice) {
        of(service).put(slice.uid(), GONE);
    }

    private Map<String, Long> of(ObjectKey service) {
        return expected.computeIfAbsent(service, missing -> new LinkedHashMap<>());
    }

    /** Whether somebody else has written a slice of a service that the cache shows now. */
    boolean isOfOthers(ObjectKey service, EndpointSlice slice) {
        return slice.metadata().revision()
                > expected.getOrDefault(service, Collections.emptyMap()).getOrDefault(slice.uid(), 0L);
    }

    /** The cache knows that a slice is gone; answers whether this controller has deleted it. */
    boolean gone(ObjectKey service, EndpointSlice slice) {
        Long before = expected.containsKey(service) ? expected.get(service).remove(slice.uid()) : null;
        return before != null && before == GONE;
    }

    /** Whether the slices that the cache has of a service are older than what was written. */
    boolean isStale(ObjectKey service, List<EndpointSlice> cached) {
        Map<String, Long> slices = expected.getOrDefault(service, Collections.emptyMap());
        Set<String> missing = new LinkedHashSet<>(slices.keySet());
        missing.removeIf(uid -> slices.get(uid) == GONE);
        for (EndpointSlice slice : cached) {
            missing.remove(slice.uid());
            if (slices.getOrDefault(slice.uid(), 0L) > slice.metadata().revision()) {
                return true;
            }
        }
        return !missing.isEmpty();
    }

    /** The service is gone. */
    void forget(ObjectKey service) {
        expected.remove(service);
    }
}

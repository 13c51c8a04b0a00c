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
 * The writes of this controller that its cache may not show yet: a plan on such a cache might create a slice twice,
 * or delete a slice again ({@code EndpointSliceTracker}, v1.21).
 */
final class SliceTracker {

    private static final long GONE = Long.MAX_VALUE;

    /** The expected revision of each slice, by service and uid. */
    private final Map<ObjectKey, Map<String, Long>> expected = new LinkedHashMap<>();

    /** Records that this controller has created or updated a slice of a service. */
    void written(ObjectKey service, EndpointSlice slice) {
        of(service).merge(slice.uid(), slice.metadata().revision(), Math::max);
    }

    /** Records that this controller has deleted a slice of a service. */
    void deleted(ObjectKey service, EndpointSlice slice) {
        of(service).put(slice.uid(), GONE);
    }

    private Map<String, Long> of(ObjectKey service) {
        return expected.computeIfAbsent(service, missing -> new LinkedHashMap<>());
    }

    /** Whether another client has written a cached slice of a service. */
    boolean isOfOthers(ObjectKey service, EndpointSlice slice) {
        return slice.metadata().revision()
                > expected.getOrDefault(service, Collections.emptyMap()).getOrDefault(slice.uid(), 0L);
    }

    /** Records that the cache has dropped a slice; returns whether this controller deleted the slice. */
    boolean gone(ObjectKey service, EndpointSlice slice) {
        Long before = expected.containsKey(service) ? expected.get(service).remove(slice.uid()) : null;
        return before != null && before == GONE;
    }

    /** Whether the cached slices of a service are older than this controller's writes. */
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

    /** Forgets a deleted service. */
    void forget(ObjectKey service) {
        expected.remove(service);
    }
}

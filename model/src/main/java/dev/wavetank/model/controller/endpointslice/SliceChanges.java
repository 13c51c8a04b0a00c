package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.discovery.EndpointSlice;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is to become of all slices of a service.
 *
 * @param create slices that are new, without a name
 * @param update slices with their new endpoints
 * @param delete slices that are not needed any more
 * @param unchanged slices that can stay as they are
 */
record SliceChanges(
        List<EndpointSlice> create,
        List<EndpointSlice> update,
        List<EndpointSlice> delete,
        List<EndpointSlice> unchanged) {

    /** How many endpoints are ready when the changes are made. */
    int readyEndpoints() {
        return (int) Stream.of(create, update, unchanged)
                .flatMap(List::stream)
                .flatMap(slice -> slice.endpoints().stream())
                .filter(TopologyHints::isReady)
                .count();
    }
}

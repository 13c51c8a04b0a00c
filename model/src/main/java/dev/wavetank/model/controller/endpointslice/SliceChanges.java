package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.discovery.EndpointSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The changes of all slices of a service.
 *
 * @param create new slices, without a name
 * @param update slices with their new endpoints
 * @param delete slices that are not needed any more
 * @param unchanged slices that stay as they are
 */
record SliceChanges(
        List<EndpointSlice> create,
        List<EndpointSlice> update,
        List<EndpointSlice> delete,
        List<EndpointSlice> unchanged) {

    /** How many endpoints are ready after the changes. */
    int readyEndpoints() {
        return (int) Stream.of(create, update, unchanged)
                .flatMap(List::stream)
                .flatMap(slice -> slice.endpoints().stream())
                .filter(TopologyHints::isReady)
                .count();
    }

    /**
     * The same with new slices in place of those to delete, so that readers never find the service without endpoints
     * ({@code finalize}, v1.17). The garbage collector deletes slices of an earlier service of that name.
     *
     * @param service uid of the service
     */
    SliceChanges recycled(String service) {
        List<EndpointSlice> created = new ArrayList<>(create);
        List<EndpointSlice> updated = new ArrayList<>(update);
        List<EndpointSlice> deleted = new ArrayList<>();
        for (EndpointSlice unused : delete) {
            EndpointSlice wanted = created.isEmpty() ? null : created.get(created.size() - 1);
            if (wanted != null && wanted.addressType().equals(unused.addressType()) && isOf(service, unused)) {
                created.remove(created.size() - 1);
                // Without a version: it replaces the slice in any state.
                updated.add(wanted.withMetadata(
                        wanted.metadata().withName(unused.metadata().name())));
            } else {
                deleted.add(unused);
            }
        }
        return new SliceChanges(created, updated, deleted, unchanged);
    }

    /** Whether a slice belongs to the service with that uid. */
    static boolean isOf(String service, EndpointSlice slice) {
        return slice.metadata().ownerReferences().stream()
                .anyMatch(owner -> owner.uid().equals(service));
    }

    /** The same with a function applied to every written slice. */
    SliceChanges written(UnaryOperator<EndpointSlice> change) {
        return new SliceChanges(
                create.stream().map(change).toList(),
                update.stream().map(change).toList(),
                delete,
                unchanged);
    }
}

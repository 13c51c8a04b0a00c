package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.discovery.EndpointSlice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is to be created, updated and deleted so that some slices hold the wanted endpoints.
 *
 * <p>As few writes as possible, not as few slices: what is there stays where it is, new endpoints fill the slices that
 * are written anyway, then the fullest slice that has room for all the rest, then new slices ({@code
 * reconcileByPortMapping}).
 *
 * @param create groups of endpoints for new slices
 * @param update slices with their new endpoints
 * @param delete slices that are empty now
 * @param unchanged slices that stay as they are
 */
record SlicePlan(
        List<List<EndpointSlice.Endpoint>> create,
        List<EndpointSlice> update,
        List<EndpointSlice> delete,
        List<EndpointSlice> unchanged) {

    /**
     * A plan for slices that have their ports in common.
     *
     * @param present the slices that are there
     * @param wanted endpoints by the uid of their pod
     * @param most how many endpoints a slice may hold ({@code --max-endpoints-per-slice})
     */
    static SlicePlan of(List<EndpointSlice> present, Map<String, EndpointSlice.Endpoint> wanted, int most) {
        SlicePlan plan = new SlicePlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<String, EndpointSlice.Endpoint> missing = new LinkedHashMap<>(wanted);
        for (EndpointSlice slice : present) {
            List<EndpointSlice.Endpoint> kept = new ArrayList<>();
            for (EndpointSlice.Endpoint endpoint : slice.endpoints()) {
                EndpointSlice.Endpoint now = missing.remove(
                        endpoint.targetRef() == null ? "" : endpoint.targetRef().uid());
                if (now != null) {
                    // Hints are given later, and do not make an endpoint another one.
                    kept.add(endpoint.hints() == null ? now : now.withHints(endpoint.hints()));
                }
            }
            if (kept.equals(slice.endpoints()) && !kept.isEmpty()) {
                plan.unchanged.add(slice);
            } else if (kept.isEmpty()) {
                plan.delete.add(slice);
            } else {
                plan.update.add(slice.withEndpoints(kept));
            }
        }
        List<EndpointSlice.Endpoint> left = new ArrayList<>(missing.values());
        plan.fill(left, most);
        plan.place(left, most);
        return plan;
    }

    /** Slices that are written or would be deleted take new endpoints first. */
    private void fill(List<EndpointSlice.Endpoint> left, int most) {
        update.replaceAll(slice -> filled(slice, left, most));
        while (!left.isEmpty() && !delete.isEmpty()) {
            EndpointSlice reused = delete.remove(delete.size() - 1);
            update.add(filled(reused.withEndpoints(List.of()), left, most));
        }
    }

    private void place(List<EndpointSlice.Endpoint> left, int most) {
        if (!left.isEmpty() && left.size() < most) {
            EndpointSlice fullest = null;
            for (EndpointSlice slice : unchanged) {
                boolean fits = slice.endpoints().size() + left.size() <= most;
                if (fits
                        && (fullest == null
                                || slice.endpoints().size()
                                        > fullest.endpoints().size())) {
                    fullest = slice;
                }
            }
            if (fullest != null) {
                unchanged.remove(fullest);
                update.add(filled(fullest, left, most));
            }
        }
        while (!left.isEmpty()) {
            List<EndpointSlice.Endpoint> group = left.subList(0, Math.min(most, left.size()));
            create.add(new ArrayList<>(group));
            group.clear();
        }
    }

    private static EndpointSlice filled(EndpointSlice slice, List<EndpointSlice.Endpoint> left, int most) {
        List<EndpointSlice.Endpoint> endpoints = new ArrayList<>(slice.endpoints());
        while (!left.isEmpty() && endpoints.size() < most) {
            endpoints.add(left.remove(0));
        }
        return slice.withEndpoints(endpoints);
    }
}

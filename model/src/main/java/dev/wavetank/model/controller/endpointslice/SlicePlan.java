package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.discovery.EndpointSlice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The creations, updates and deletions after which the slices hold the wanted endpoints.
 *
 * <p>Minimizes writes, not slices: existing endpoints stay in their slice, new endpoints fill the slices that are
 * written anyway, the fullest first, then the fullest slice with room for all the rest, then new slices ({@code
 * reconcileByPortMapping}).
 *
 * @param create groups of endpoints for new slices
 * @param update slices with their new endpoints
 * @param delete slices without endpoints
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
     * @param present the existing slices
     * @param wanted endpoints by the uid of their pod
     * @param labels of every slice
     * @param most how many endpoints a slice may hold ({@code --max-endpoints-per-slice})
     */
    static SlicePlan of(
            List<EndpointSlice> present, Map<String, EndpointSlice.Endpoint> wanted, SliceLabels labels, int most) {
        SlicePlan plan = new SlicePlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Map<String, EndpointSlice.Endpoint> missing = new LinkedHashMap<>(wanted);
        for (EndpointSlice slice : present) {
            List<EndpointSlice.Endpoint> kept = new ArrayList<>();
            for (EndpointSlice.Endpoint endpoint : slice.endpoints()) {
                EndpointSlice.Endpoint now = missing.remove(
                        endpoint.targetRef() == null ? "" : endpoint.targetRef().uid());
                if (now != null) {
                    // Hints are added later, and do not distinguish endpoints.
                    kept.add(endpoint.hints() == null ? now : now.withHints(endpoint.hints()));
                }
            }
            boolean isSame = kept.equals(slice.endpoints());
            if (isSame && labels.fit(slice)) {
                plan.unchanged.add(slice);
            } else if (kept.isEmpty() && !isSame) {
                plan.delete.add(slice);
            } else {
                plan.update.add(labels.on(slice.withEndpoints(kept)));
            }
        }
        List<EndpointSlice.Endpoint> left = new ArrayList<>(missing.values());
        plan.fill(left, most);
        plan.place(left, most);
        return plan;
    }

    private void fill(List<EndpointSlice.Endpoint> left, int most) {
        update.sort(Comparator.comparing(slice -> -slice.endpoints().size()));
        update.replaceAll(slice -> filled(slice, left, most));
    }

    private void place(List<EndpointSlice.Endpoint> left, int most) {
        while (!left.isEmpty()) {
            EndpointSlice fullest = left.size() < most ? fullest(most - left.size()) : null;
            if (fullest != null) {
                unchanged.remove(fullest);
                update.add(filled(fullest, left, most));
            } else {
                List<EndpointSlice.Endpoint> group = left.subList(0, Math.min(most, left.size()));
                create.add(new ArrayList<>(group));
                group.clear();
            }
        }
    }

    /** The fullest of the unchanged slices with at most that many endpoints; null when there is none. */
    private EndpointSlice fullest(int endpoints) {
        EndpointSlice fullest = null;
        for (EndpointSlice slice : unchanged) {
            int size = slice.endpoints().size();
            if (size <= endpoints
                    && (fullest == null || size > fullest.endpoints().size())) {
                fullest = slice;
            }
        }
        return fullest;
    }

    private static EndpointSlice filled(EndpointSlice slice, List<EndpointSlice.Endpoint> left, int most) {
        List<EndpointSlice.Endpoint> endpoints = new ArrayList<>(slice.endpoints());
        while (!left.isEmpty() && endpoints.size() < most) {
            endpoints.add(left.remove(0));
        }
        return slice.withEndpoints(endpoints);
    }
}

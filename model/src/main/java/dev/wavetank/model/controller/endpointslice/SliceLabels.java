package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The labels of all slices of a service: the service's own, and those that name the service and the controller
 * ({@code setEndpointSliceLabels}).
 *
 * @param all the labels
 */
record SliceLabels(Map<String, String> all) {

    static final String SERVICE = "kubernetes.io/service-name";
    static final String MANAGER = "endpointslice.kubernetes.io/managed-by";
    static final String OWN = "endpointslice-controller.k8s.io";
    private static final String HEADLESS = "service.kubernetes.io/headless";
    private static final List<String> RESERVED = List.of(SERVICE, MANAGER, HEADLESS);

    static SliceLabels of(Service service) {
        Map<String, String> labels = unreserved(service.metadata().labels());
        labels.put(SERVICE, service.key().name());
        labels.put(MANAGER, OWN);
        if (service.isHeadless()) {
            labels.put(HEADLESS, "");
        }
        return new SliceLabels(labels);
    }

    private static Map<String, String> unreserved(Map<String, String> labels) {
        Map<String, String> rest = new LinkedHashMap<>(labels);
        RESERVED.forEach(rest::remove);
        return rest;
    }

    /** Whether a slice has the labels of the service; other labels do not trigger a write. */
    boolean fit(EndpointSlice slice) {
        return unreserved(slice.metadata().labels()).equals(unreserved(all));
    }

    EndpointSlice on(EndpointSlice slice) {
        return slice.withMetadata(slice.metadata().withLabels(all));
    }
}

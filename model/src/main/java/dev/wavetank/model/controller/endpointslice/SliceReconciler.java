package dev.wavetank.model.controller.endpointslice;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plans the changes of the slices of one service ({@code reconcileByAddressType}); hints are added later. */
final class SliceReconciler {

    private final Service service;
    private final SliceLabels labels;
    private final int most;
    private final SliceChanges changes =
            new SliceChanges(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    private SliceReconciler(Service service, int most) {
        this.service = service;
        this.labels = SliceLabels.of(service);
        this.most = most;
    }

    /**
     * Plans the changes.
     *
     * @param present the existing slices
     * @param wanted the endpoints that they should hold
     * @param most how many endpoints a slice may hold ({@code --max-endpoints-per-slice})
     */
    static SliceChanges reconcile(Service service, List<EndpointSlice> present, WantedEndpoints wanted, int most) {
        SliceReconciler reconciler = new SliceReconciler(service, most);
        reconciler.plan(present, wanted);
        reconciler.keepPlaceholder(present.size());
        return reconciler.changes;
    }

    private void plan(List<EndpointSlice> present, WantedEndpoints wanted) {
        Map<List<Endpoints.Port>, List<EndpointSlice>> byPorts = new LinkedHashMap<>();
        for (EndpointSlice slice : present) {
            if (SliceChanges.isOf(service.uid(), slice)) {
                byPorts.computeIfAbsent(slice.ports(), missing -> new ArrayList<>())
                        .add(slice);
            } else {
                changes.delete().add(slice);
            }
        }
        wanted.byPorts().forEach((ports, endpoints) -> {
            List<EndpointSlice> slicesOfPorts = byPorts.getOrDefault(ports, List.of());
            byPorts.remove(ports);
            SlicePlan plan = SlicePlan.of(slicesOfPorts, endpoints, labels, most);
            plan.create().forEach(group -> changes.create().add(draft(ports, group)));
            changes.update().addAll(plan.update());
            changes.delete().addAll(plan.delete());
            changes.unchanged().addAll(plan.unchanged());
        });
        byPorts.values().forEach(changes.delete()::addAll);
    }

    /** A service without endpoints keeps one empty slice, which shows that the controller has synced it. */
    private void keepPlaceholder(int present) {
        if (present > changes.delete().size() || !changes.create().isEmpty()) {
            return;
        }
        if (present == 1 && isPlaceholder(changes.delete().get(0))) {
            changes.unchanged().add(changes.delete().remove(0));
        } else {
            changes.create().add(draft(List.of(), List.of()));
        }
    }

    private boolean isPlaceholder(EndpointSlice slice) {
        return slice.endpoints().isEmpty()
                && slice.ports().isEmpty()
                && slice.metadata().labels().equals(labels.all())
                && SliceChanges.isOf(service.uid(), slice);
    }

    private EndpointSlice draft(List<Endpoints.Port> ports, List<EndpointSlice.Endpoint> endpoints) {
        return new EndpointSlice(
                ObjectMetaBuilder.builder()
                        .generateName(service.key().name() + "-")
                        .namespace(service.key().namespace())
                        .labels(labels.all())
                        .ownerReferences(List.of(OwnerReference.controlledBy(service)))
                        .build(),
                "IPv4",
                endpoints,
                ports,
                null);
    }
}

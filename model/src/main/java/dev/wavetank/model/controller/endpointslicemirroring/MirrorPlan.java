package dev.wavetank.model.controller.endpointslicemirroring;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.discovery.EndpointSliceEndpointBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The creations, updates and deletions after which the slices are a copy of Endpoints: one slice for each set of
 * ports and family of addresses ({@code reconcileByPortMapping}).
 *
 * @param create new slices, without a name
 * @param update slices that replace others
 * @param delete surplus slices
 * @param skipped how many addresses are left out because their subset has too many
 */
record MirrorPlan(List<EndpointSlice> create, List<EndpointSlice> update, List<EndpointSlice> delete, int skipped) {

    static final String SERVICE = "kubernetes.io/service-name";
    static final String MANAGER = "endpointslice.kubernetes.io/managed-by";
    static final String OWN = "endpointslicemirroring-controller.k8s.io";

    private static final List<String> UNCOPIED = List.of(
            "endpoints.kubernetes.io/last-change-trigger-time", "kubectl.kubernetes.io/last-applied-configuration");

    /** What the endpoints of a slice have in common. */
    private record Group(String addressType, List<Endpoints.Port> ports) {}

    /**
     * A plan.
     *
     * @param endpoints the original
     * @param present the existing copies
     * @param most how many addresses of a subset are copied
     * @param mirrorsUnready whether addresses that are not ready are copied as such
     */
    static MirrorPlan of(Endpoints endpoints, List<EndpointSlice> present, int most, boolean mirrorsUnready) {
        Map<Group, Map<String, EndpointSlice.Endpoint>> wanted = new LinkedHashMap<>();
        int skipped = 0;
        for (Endpoints.Subset subset : endpoints.subsets()) {
            List<Endpoints.Port> ports =
                    subset.ports().stream().map(MirrorPlan::port).toList();
            int taken = 0;
            for (Endpoints.Address address : subset.addresses()) {
                taken += take(wanted, ports, address, true, taken < most);
            }
            for (Endpoints.Address address : subset.notReadyAddresses()) {
                taken += take(wanted, ports, address, !mirrorsUnready, taken < most);
            }
            skipped += subset.addresses().size() + subset.notReadyAddresses().size() - taken;
        }
        MirrorPlan plan = new MirrorPlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), skipped);
        plan.compare(endpoints, present, wanted);
        plan.recycle();
        return plan;
    }

    private static int take(
            Map<Group, Map<String, EndpointSlice.Endpoint>> wanted,
            List<Endpoints.Port> ports,
            Endpoints.Address address,
            boolean ready,
            boolean fits) {
        if (!fits) {
            return 0;
        }
        String type = address.ip().indexOf(':') >= 0 ? "IPv6" : "IPv4";
        EndpointSlice.Endpoint endpoint = EndpointSliceEndpointBuilder.builder()
                .addresses(List.of(address.ip()))
                .conditions(new EndpointSlice.Conditions(ready, null, null))
                .hostname(address.hostname())
                .targetRef(address.targetRef())
                .nodeName(address.nodeName())
                .build();
        wanted.computeIfAbsent(new Group(type, ports), missing -> new LinkedHashMap<>())
                .put(address.ip() + " " + address.targetRef(), endpoint);
        return 1;
    }

    private static Endpoints.Port port(Endpoints.Port port) {
        String name = port.name() == null ? "" : port.name();
        return new Endpoints.Port(name, port.port(), port.protocol(), port.appProtocol());
    }

    private void compare(
            Endpoints endpoints, List<EndpointSlice> present, Map<Group, Map<String, EndpointSlice.Endpoint>> wanted) {
        Map<Group, List<EndpointSlice>> groups = new LinkedHashMap<>();
        for (EndpointSlice slice : present) {
            groups.computeIfAbsent(new Group(slice.addressType(), slice.ports()), missing -> new ArrayList<>())
                    .add(slice);
        }
        wanted.forEach((group, addresses) -> {
            List<EndpointSlice> slices = groups.getOrDefault(group, List.of());
            groups.remove(group);
            EndpointSlice copy = copy(endpoints, group, new ArrayList<>(addresses.values()));
            if (slices.isEmpty()) {
                create.add(copy);
                return;
            }
            if (!isSame(slices.get(0), copy)) {
                update.add(named(copy, slices.get(0)));
            }
            delete.addAll(slices.subList(1, slices.size()));
        });
        groups.values().forEach(delete::addAll);
    }

    private static boolean isSame(EndpointSlice slice, EndpointSlice copy) {
        return new LinkedHashSet<>(slice.endpoints()).equals(new LinkedHashSet<>(copy.endpoints()))
                && slice.metadata().labels().equals(copy.metadata().labels())
                && slice.metadata().annotations().equals(copy.metadata().annotations());
    }

    private static EndpointSlice copy(Endpoints endpoints, Group group, List<EndpointSlice.Endpoint> addresses) {
        Map<String, String> labels = new LinkedHashMap<>(endpoints.metadata().labels());
        labels.put(SERVICE, endpoints.key().name());
        labels.put(MANAGER, OWN);
        Map<String, String> annotations =
                new LinkedHashMap<>(endpoints.metadata().annotations());
        UNCOPIED.forEach(annotations::remove);
        return new EndpointSlice(
                ObjectMetaBuilder.builder()
                        .generateName(endpoints.key().name() + "-")
                        .namespace(endpoints.key().namespace())
                        .labels(labels)
                        .annotations(annotations)
                        .ownerReferences(List.of(OwnerReference.controlledBy(endpoints)))
                        .build(),
                group.addressType(),
                addresses,
                group.ports(),
                null);
    }

    /** The copy that replaces a slice in any state: it has no version. */
    private static EndpointSlice named(EndpointSlice copy, EndpointSlice place) {
        return copy.withMetadata(
                copy.metadata().withGenerateName(null).withName(place.metadata().name()));
    }

    /** Reuses slices to delete for slices to create, if their addresses are of the same family. */
    private void recycle() {
        for (EndpointSlice wanted : new ArrayList<>(create)) {
            for (EndpointSlice unused : delete) {
                if (unused.addressType().equals(wanted.addressType())) {
                    create.remove(wanted);
                    delete.remove(unused);
                    update.add(named(wanted, unused));
                    break;
                }
            }
        }
    }
}

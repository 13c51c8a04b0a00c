package dev.wavetank.model.apiserver.allocation;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.apiserver.allocation.Claim.Held;
import dev.wavetank.model.apiserver.allocation.Claim.Places;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.List;

/**
 * Gives services their addresses and ports, before a write, and takes back what a write leaves, after it.
 *
 * <p>The first address is that of the API servers themselves (the service {@code kubernetes}), whether that service is
 * stored or not.
 */
public final class ServiceAllocator {

    private final AddressAllocation addresses;
    private final PortAllocation ports;
    private final StoredRange addressRange;
    private final StoredRange portRange;

    /** An allocator of one server, for the ranges that its flags say. */
    public ServiceAllocator(Context context, EtcdClient etcd, ServiceRanges ranges, KubernetesVersion version) {
        int ofAddresses =
                version.has(Feature.SERVICE_IP_STATIC_SUBRANGE) ? reserved(ranges.addresses() + 2, 16, 256) : 0;
        int ofPorts = version.has(Feature.SERVICE_NODE_PORT_STATIC_SUBRANGE) ? reserved(ranges.ports(), 32, 128) : 0;
        this.addressRange = new StoredRange(
                etcd,
                new StoredRange.Shape("serviceips", ranges.clusterIps(), ranges.addresses(), ofAddresses, 1),
                context.random("service/clusterIP"));
        this.portRange = new StoredRange(
                etcd,
                new StoredRange.Shape("servicenodeports", ranges.nodePorts(), ranges.ports(), ofPorts, 0),
                context.random("service/nodePort"));
        this.addresses = new AddressAllocation(addressRange, ranges, version);
        this.ports = new PortAllocation(portRange, ranges, version);
    }

    /** The lower part of a range is left to those who ask for a place, as far as possible (KEP-3070, KEP-3668). */
    private static int reserved(int size, int share, int max) {
        return size <= 16 ? 0 : Math.min(Math.max(size / share, 16), max);
    }

    private static boolean concerns(ResourceType resource) {
        return resource.group().isEmpty() && resource.plural().equals("services");
    }

    /** Takes what a new object needs, if it is a service; nothing when it is only tried. */
    public Completion<Claim> create(ResourceType resource, KubernetesObject created, boolean dryRun) {
        if (!concerns(resource)) {
            return done(Held.nothing(created));
        }
        ServiceFields fields = new ServiceFields((Service) created);
        return addresses
                .create(fields, dryRun)
                .then(claim -> claim instanceof Held held ? complete(ports.create(fields, dryRun), held) : done(claim));
    }

    /** Takes what a changed service needs beyond what it has; nothing when it is only tried. */
    public Completion<Claim> update(
            ResourceType resource, KubernetesObject changed, KubernetesObject before, boolean dryRun) {
        if (!concerns(resource)) {
            return done(Held.nothing(changed));
        }
        ServiceFields fields = new ServiceFields((Service) changed);
        ServiceFields old = new ServiceFields((Service) before);
        return addresses
                .update(fields, old, dryRun)
                .then(claim ->
                        claim instanceof Held held ? complete(ports.update(fields, old, dryRun), held) : done(claim));
    }

    private static Completion<Claim> done(Claim claim) {
        return Completion.of(claim);
    }

    /** Addresses that were taken are given back when there are no ports. */
    private Completion<Claim> complete(Completion<Claim> ports, Held address) {
        return ports.then(claim -> {
            if (claim instanceof Held held) {
                return done(new Held(
                        held.object(),
                        new Places(address.taken().addresses(), held.taken().ports()),
                        new Places(address.left().addresses(), held.left().ports())));
            }
            return release(address.taken()).map(released -> claim);
        });
    }

    /**
     * Gives back what the end of a write makes free. A write of which nobody knows whether it was stored has no end:
     * what it has taken stays taken, so that it is not given out twice.
     */
    public Completion<Boolean> finish(Held held, boolean stored) {
        return release(stored ? held.left() : held.taken());
    }

    /** Gives back all that a deleted object had. */
    public Completion<Boolean> release(ResourceType resource, KubernetesObject deleted) {
        if (!concerns(resource)) {
            return Completion.of(true);
        }
        ServiceFields fields = new ServiceFields((Service) deleted);
        return release(new Places(addresses.of(fields), ports.of(fields)));
    }

    /** What cannot be given back because etcd does not answer stays taken. */
    private Completion<Boolean> release(Places places) {
        return release(addressRange, places.addresses())
                .then(released -> release(portRange, places.ports()).map(also -> released && also));
    }

    private static Completion<Boolean> release(StoredRange range, List<Long> places) {
        if (places.isEmpty()) {
            return Completion.of(true);
        }
        return range.change(
                draft -> {
                    places.forEach(draft::release);
                    return true;
                },
                failure -> false);
    }
}

package dev.wavetank.model.kubelet.cni.plugin;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.CniError;
import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.HostLocalStore;
import dev.wavetank.model.kubelet.cni.HostLocalStore.Owner;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.PluginConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Address management on one node: one address of each set of ranges, round robin from the one that was reserved last,
 * never one that is reserved, never a gateway's (plugins/ipam/host-local/backend/allocator, v1.1).
 */
public final class HostLocalPlugin implements CniPlugin {

    /** Name of its binary. */
    public static final String TYPE = "host-local";

    private static final int PREFIX_MAX = 30;

    /** A plug-in without state of its own. */
    public HostLocalPlugin() {}

    /** Addresses from {@code start} to {@code end}. */
    private record Range(Ipv4Range subnet, long start, long end, long gateway) {

        @Override
        public String toString() {
            return Ipv4.text(start) + "-" + Ipv4.text(end);
        }
    }

    /** What a configuration says. */
    private record Pools(List<List<Range>> sets, List<CniResult.Route> routes) {}

    @Override
    public CniResult execute(CniRequest request, NodeNetwork node) {
        HostLocalStore store = node.disk().addresses();
        Owner owner = new Owner(request.containerId(), request.ifName());
        return switch (request.command()) {
            case ADD -> add(request, store, owner);
            case DEL -> {
                store.release(owner);
                yield new CniResult.Done();
            }
            case CHECK ->
                store.heldBy(owner).isPresent()
                        ? new CniResult.Done()
                        : CniError.of(
                                request,
                                CniError.INTERNAL,
                                "host-local: Failed to find address added by container " + request.containerId());
        };
    }

    private static CniResult add(CniRequest request, HostLocalStore store, Owner owner) {
        Optional<Long> held = store.heldBy(owner);
        if (held.isPresent()) {
            return CniError.of(
                    request,
                    CniError.INTERNAL,
                    "failed to allocate for range 0: " + Ipv4.text(held.get()) + " has been allocated to "
                            + request.containerId() + ", duplicate allocation is not allowed");
        }
        PluginConfig ipam = request.config().object("ipam");
        Pools pools;
        try {
            pools = ipam.memo(Pools.class, config -> new Pools(sets(config), routes(config)));
        } catch (IllegalArgumentException wrong) {
            return CniError.of(request, CniError.INTERNAL, String.valueOf(wrong.getMessage()));
        }
        List<List<Range>> sets = pools.sets();
        List<CniResult.IpConfig> addresses = new ArrayList<>(1);
        for (int i = 0; i < sets.size(); i++) {
            Optional<CniResult.IpConfig> address = allocate(store, i, sets.get(i), owner);
            if (address.isEmpty()) {
                store.release(owner);
                return CniError.of(request, CniError.INTERNAL, exhausted(i, sets.get(i)));
            }
            addresses.add(address.get());
        }
        return new CniResult.Success(request.config().version(), List.of(), addresses, pools.routes());
    }

    /** Makes a range known to the disk of its node. */
    public static void assign(NetworkDisk disk, String subnet) {
        disk.assign(range(new PluginConfig(Collections.singletonMap("subnet", subnet)))
                .subnet());
    }

    /** What it says when it has no address of a subnet left. */
    public static String exhausted(String subnet) {
        return exhausted(0, List.of(range(new PluginConfig(Collections.singletonMap("subnet", subnet)))));
    }

    private static String exhausted(int number, List<Range> set) {
        List<String> ranges = set.stream().map(Range::toString).toList();
        return "failed to allocate for range " + number + ": no IP addresses available in range set: "
                + String.join(",", ranges);
    }

    private static List<CniResult.Route> routes(PluginConfig ipam) {
        return ipam.list("routes").stream()
                .map(PluginConfig::of)
                .map(route -> new CniResult.Route(route.text("dst", ""), route.text("gw", "")))
                .toList();
    }

    private static Optional<CniResult.IpConfig> allocate(
            HostLocalStore store, int number, List<Range> set, Owner owner) {
        long last = store.lastReserved(number);
        int first = 0;
        for (int i = 0; i < set.size(); i++) {
            first = last >= set.get(i).start() && last <= set.get(i).end() ? i : first;
        }
        // The range of the last address comes twice: from that address on, and up to it.
        for (int i = 0; i <= set.size(); i++) {
            Range range = set.get((first + i) % set.size());
            long begin = i == 0 && last >= range.start() && last < range.end() ? last + 1 : range.start();
            OptionalLong found = free(store, number, range, begin, owner);
            if (found.isPresent()) {
                return Optional.of(new CniResult.IpConfig(
                        Ipv4.text(found.getAsLong()) + "/" + range.subnet().prefix(), Ipv4.text(range.gateway()), -1));
            }
        }
        return Optional.empty();
    }

    private static OptionalLong free(HostLocalStore store, int number, Range range, long begin, Owner owner) {
        for (long address = begin; address <= range.end(); address++) {
            if (address != range.gateway() && store.reserve(number, address, owner)) {
                return OptionalLong.of(address);
            }
        }
        return OptionalLong.empty();
    }

    /** The sets of ranges; a single subnet in the older form is one. */
    private static List<List<Range>> sets(PluginConfig ipam) {
        List<List<Range>> sets = new ArrayList<>(1);
        if (!ipam.text("subnet", "").isEmpty()) {
            sets.add(List.of(range(ipam)));
        }
        for (Object set : ipam.list("ranges")) {
            List<Range> ranges = new ArrayList<>(1);
            if (set instanceof List<?> each) {
                each.forEach(one -> ranges.add(range(PluginConfig.of(one))));
            }
            if (ranges.isEmpty()) {
                throw new IllegalArgumentException("invalid range set " + sets.size() + ": empty range set");
            }
            sets.add(ranges);
        }
        if (sets.isEmpty()) {
            throw new IllegalArgumentException("no IP ranges specified");
        }
        return sets;
    }

    private static Range range(PluginConfig config) {
        String text = config.text("subnet", "");
        Ipv4Range subnet = Ipv4Range.parse(text)
                .orElseThrow(() ->
                        new IllegalArgumentException("invalid CIDR address: " + text + " (the model knows IPv4 only)"));
        if (subnet.prefix() > PREFIX_MAX) {
            throw new IllegalArgumentException(
                    "invalid range set 0: Network " + subnet + " too small to allocate from");
        }
        return new Range(
                subnet,
                address(config, "rangeStart", subnet.first() + 1),
                address(config, "rangeEnd", subnet.last() - 1),
                address(config, "gateway", subnet.first() + 1));
    }

    private static long address(PluginConfig config, String field, long otherwise) {
        String text = config.text(field, "");
        return text.isEmpty()
                ? otherwise
                : Ipv4.parse(text).orElseThrow(() -> new IllegalArgumentException("invalid IP address: " + text));
    }
}

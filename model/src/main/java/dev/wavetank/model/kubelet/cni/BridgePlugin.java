package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.CniRequest.NetworkConfig;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The bridge plugin of one node: connects every sandbox to one bridge by a pair of virtual Ethernet devices.
 *
 * <p>The bridge is created at the first use. A reboot removes it, like this object.
 */
public final class BridgePlugin {

    /** The code under which the runtime sees errors of delegated plugins. */
    private static final int PLUGIN_ERROR = 999;

    private static final int PREFIX_MIN = 8;
    private static final int PREFIX_MAX = 30;

    private final HostLocalStore store;
    private final HostLocalIpam ipam;
    private final Set<String> bridges = new TreeSet<>();
    private int devices;

    /** The plugin on a node with those reservations on its disk. */
    public BridgePlugin(HostLocalStore store) {
        this.store = store;
        this.ipam = new HostLocalIpam(store);
    }

    /** Runs the plugin once. */
    public CniResult execute(CniRequest request) {
        return switch (request.command()) {
            case ADD -> add(request);
            case DEL -> {
                store.release(request.containerId());
                yield new CniResult.Done();
            }
        };
    }

    /** Whether the bridge has been made since the node was booted. */
    public boolean hasBridge(String name) {
        return bridges.contains(name);
    }

    private CniResult add(CniRequest request) {
        NetworkConfig network = request.network();
        Ipv4Range subnet = subnet(network.ipam().subnet());
        HostLocalStore.Owner owner = new HostLocalStore.Owner(request.containerId(), request.ifName());
        Optional<Long> held = store.heldBy(owner);
        if (held.isPresent()) {
            return failure(
                    network,
                    Ipv4.text(held.get()) + " has been allocated to " + request.containerId()
                            + ", duplicate allocation is not allowed");
        }
        bridges.add(network.bridge());
        OptionalLong address = ipam.allocate(subnet, owner);
        if (address.isEmpty()) {
            String range = Ipv4.text(HostLocalIpam.gateway(subnet)) + "-" + Ipv4.text(HostLocalIpam.lastHost(subnet));
            return failure(network, "failed to allocate for range 0: no IP addresses available in range set: " + range);
        }
        return connected(request, subnet, address.getAsLong());
    }

    private static Ipv4Range subnet(String cidr) {
        return Ipv4Range.parse(cidr)
                .filter(range -> range.prefix() >= PREFIX_MIN && range.prefix() <= PREFIX_MAX)
                .orElseThrow(() -> new IllegalArgumentException("the addresses of a node's pods are an IPv4 range with"
                        + " a prefix of 8 to 30 bits, such as 10.244.1.0/24, not '" + cidr + "'"));
    }

    private CniResult connected(CniRequest request, Ipv4Range subnet, long address) {
        String gateway = Ipv4.text(HostLocalIpam.gateway(subnet));
        return new CniResult.Success(
                request.network().cniVersion(),
                List.of(
                        new CniResult.Interface(request.network().bridge(), ""),
                        new CniResult.Interface("veth" + Integer.toHexString(++devices), ""),
                        new CniResult.Interface(request.ifName(), request.netns())),
                List.of(new CniResult.IpConfig(Ipv4.text(address) + "/" + subnet.prefix(), gateway, 2)),
                List.of(new CniResult.Route("0.0.0.0/0", gateway)));
    }

    private static CniResult.Failure failure(NetworkConfig network, String message) {
        return new CniResult.Failure(network.cniVersion(), PLUGIN_ERROR, message);
    }
}

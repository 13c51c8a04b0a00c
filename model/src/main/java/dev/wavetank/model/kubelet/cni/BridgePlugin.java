package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.kubelet.cni.CniRequest.NetworkConfig;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The bridge plugin of one node: connects every sandbox to one bridge by a pair of virtual Ethernet devices.
 *
 * <p>The bridge is made when it is first needed. It is gone after a reboot, like this object.
 */
public final class BridgePlugin {

    /** The code under which the runtime sees errors of delegated plugins. */
    private static final int PLUGIN_ERROR = 999;

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
        Subnet subnet = Subnet.parse(network.ipam().subnet());
        HostLocalStore.Owner owner = new HostLocalStore.Owner(request.containerId(), request.ifName());
        Optional<Long> held = store.heldBy(owner);
        if (held.isPresent()) {
            return failure(
                    network,
                    Subnet.text(held.get()) + " has been allocated to " + request.containerId()
                            + ", duplicate allocation is not allowed");
        }
        bridges.add(network.bridge());
        OptionalLong address = ipam.allocate(subnet, owner);
        if (address.isEmpty()) {
            String range = Subnet.text(subnet.gateway()) + "-" + Subnet.text(subnet.last());
            return failure(network, "failed to allocate for range 0: no IP addresses available in range set: " + range);
        }
        return connected(request, subnet, address.getAsLong());
    }

    private CniResult connected(CniRequest request, Subnet subnet, long address) {
        String gateway = Subnet.text(subnet.gateway());
        return new CniResult.Success(
                request.network().cniVersion(),
                List.of(
                        new CniResult.Interface(request.network().bridge(), ""),
                        new CniResult.Interface("veth" + Integer.toHexString(++devices), ""),
                        new CniResult.Interface(request.ifName(), request.netns())),
                List.of(new CniResult.IpConfig(Subnet.text(address) + "/" + subnet.prefix(), gateway, 2)),
                List.of(new CniResult.Route("0.0.0.0/0", gateway)));
    }

    private static CniResult.Failure failure(NetworkConfig network, String message) {
        return new CniResult.Failure(network.cniVersion(), PLUGIN_ERROR, message);
    }
}

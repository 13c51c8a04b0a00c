package dev.wavetank.model.podnetwork;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a node is to the network between nodes.
 *
 * @param name of the node
 * @param address of the node
 * @param range the addresses of its pods; empty until they are known
 * @param table its routes to pods of other nodes
 * @param network its devices; asked only while the machine runs
 * @param runs whether the machine runs
 * @param agentRuns whether the process runs that cares for its routes
 */
public record Host(
        String name,
        String address,
        Supplier<Optional<Ipv4Range>> range,
        RouteTable table,
        Supplier<NodeNetwork> network,
        BooleanSupplier runs,
        BooleanSupplier agentRuns) {

    private static final Ipv4Range NONE = new Ipv4Range(0, 32);

    /** The addresses of its pods; 0.0.0.0/32, which is nobody's, until they are known. */
    public Ipv4Range pods() {
        return range.get().orElse(NONE);
    }

    /**
     * The address of the device that wraps packets, the first of the node's range as flannel gives it
     * (flannel, pkg/backend/vxlan/vxlan.go and pkg/backend/udp/udp_network_amd64.go, v0.22); empty without a device.
     */
    public String tunnelAddress() {
        return table.device() == Encapsulation.NONE ? "" : Ipv4.text(pods().first());
    }
}

package dev.wavetank.model.podnetwork;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What a node is to the network between nodes.
 *
 * @param name of the node
 * @param address of the node
 * @param pods the addresses of its pods
 * @param table its routes to pods of other nodes
 * @param network its devices; asked only while the machine runs
 * @param runs whether the machine runs
 * @param agentRuns whether the process runs that cares for its routes
 */
public record Host(
        String name,
        String address,
        Ipv4Range pods,
        RouteTable table,
        Supplier<NodeNetwork> network,
        BooleanSupplier runs,
        BooleanSupplier agentRuns) {}

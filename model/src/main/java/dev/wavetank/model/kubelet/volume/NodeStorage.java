package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.List;

/**
 * What a node can mount from.
 *
 * @param nfsServers NFS servers that answer the node
 * @param hostPaths directories, files and sockets of the node besides those that every machine has
 * @param drivers CSI drivers that run on the node, by name
 * @param driverTime how long each call to a driver takes
 */
public record NodeStorage(
        List<String> nfsServers, List<String> hostPaths, List<String> drivers, Distribution driverTime) {

    /** A call to a driver: attaching is over, and a file system is checked and mounted. */
    public static final Distribution DRIVER_TIME =
            new Distribution.Uniform(100 * VirtualTime.MILLISECOND, VirtualTime.SECOND);

    /** Nothing. */
    public static final NodeStorage NONE = new NodeStorage(List.of(), List.of(), List.of(), DRIVER_TIME);

    /** Keeps copies. */
    public NodeStorage {
        nfsServers = List.copyOf(nfsServers);
        hostPaths = List.copyOf(hostPaths);
        drivers = List.copyOf(drivers);
    }

    /** The drivers as a node of that name registers them. */
    public List<CsiNode.Driver> registered(String node) {
        return drivers.stream()
                .map(name -> new CsiNode.Driver(name, node, List.of(), null, null))
                .toList();
    }
}

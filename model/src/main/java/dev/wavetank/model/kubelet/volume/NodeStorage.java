package dev.wavetank.model.kubelet.volume;

import java.util.List;

/**
 * What a node can mount from.
 *
 * @param nfsServers NFS servers that answer the node
 * @param hostPaths directories, files and sockets of the node besides those that every machine has
 * @param drivers CSI drivers that run on the node, by name
 */
public record NodeStorage(List<String> nfsServers, List<String> hostPaths, List<String> drivers) {

    /** Nothing. */
    public static final NodeStorage NONE = new NodeStorage(List.of(), List.of(), List.of());

    /** Keeps copies. */
    public NodeStorage {
        nfsServers = List.copyOf(nfsServers);
        hostPaths = List.copyOf(hostPaths);
        drivers = List.copyOf(drivers);
    }
}

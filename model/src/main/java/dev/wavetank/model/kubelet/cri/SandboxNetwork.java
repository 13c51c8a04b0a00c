package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cni.NodeNetwork.PortMapping;
import java.util.List;

/**
 * What a pod needs of the network.
 *
 * @param ofHost whether it has the network of the node, for which no plug-in is called
 * @param ports ports of the node that lead to it
 * @param ingress how many bits a second it may receive, as its annotation says; empty without one
 * @param egress how many bits a second it may send, as its annotation says; empty without one
 */
public record SandboxNetwork(boolean ofHost, List<PortMapping> ports, String ingress, String egress) {

    /** A network of its own, without ports of the node. */
    public static final SandboxNetwork OWN = new SandboxNetwork(false, List.of(), "", "");

    /** The network of the node. */
    public static final SandboxNetwork OF_HOST = new SandboxNetwork(true, List.of(), "", "");

    /** Keeps a copy. */
    public SandboxNetwork {
        ports = List.copyOf(ports);
    }
}

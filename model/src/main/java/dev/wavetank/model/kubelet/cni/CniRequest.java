package dev.wavetank.model.kubelet.cni;

/**
 * One call of a CNI plugin: the environment variables of the specification, and the network configuration from
 * standard input.
 *
 * @param command {@code CNI_COMMAND}
 * @param containerId {@code CNI_CONTAINERID}: the sandbox
 * @param netns {@code CNI_NETNS}: path of its network namespace
 * @param ifName {@code CNI_IFNAME}: name of the interface inside it
 * @param args {@code CNI_ARGS}: further arguments, {@code key=value} separated by semicolons
 * @param network the configuration
 */
public record CniRequest(
        Command command, String containerId, String netns, String ifName, String args, NetworkConfig network) {

    /** The operations of a plugin. */
    public enum Command {
        /** Connect the container. */
        ADD,
        /** Disconnect it; must succeed when it is not connected. */
        DEL
    }

    /**
     * The configuration of a network, with the field names of its JSON form.
     *
     * @param cniVersion version of the specification
     * @param name of the network
     * @param type name of the plugin
     * @param bridge name of the bridge device
     * @param isGateway whether the bridge gets the gateway's address
     * @param ipMasq whether traffic that leaves the node is masqueraded
     * @param ipam where addresses come from
     */
    public record NetworkConfig(
            String cniVersion, String name, String type, String bridge, boolean isGateway, boolean ipMasq, Ipam ipam) {

        /** The bridge network of a node whose pods have addresses in {@code podCidr}. */
        public static NetworkConfig bridge(String podCidr) {
            return new NetworkConfig("1.0.0", "pods", "bridge", "cni0", true, true, new Ipam("host-local", podCidr));
        }
    }

    /**
     * Where addresses come from.
     *
     * @param type name of the address management plugin
     * @param subnet range of addresses, such as {@code 10.244.1.0/24}
     */
    public record Ipam(String type, String subnet) {}
}

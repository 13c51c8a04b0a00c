package dev.wavetank.model.kubelet.cni;

import java.util.List;

/** The result of a CNI plugin. */
public sealed interface CniResult {

    /**
     * The container is connected.
     *
     * @param cniVersion version of the specification
     * @param interfaces the devices, in the order in which they were made
     * @param ips the addresses
     * @param routes the routes inside the container
     */
    record Success(String cniVersion, List<Interface> interfaces, List<IpConfig> ips, List<Route> routes)
            implements CniResult {

        /** The address of the container, without the length of its prefix. */
        public String podIp() {
            String address = ips.get(0).address();
            return address.substring(0, address.indexOf('/'));
        }
    }

    /** The container is disconnected. */
    record Done() implements CniResult {}

    /**
     * The operation failed.
     *
     * @param cniVersion version of the specification
     * @param code error code; from 100 on the plugin's own
     * @param msg what went wrong
     */
    record Failure(String cniVersion, int code, String msg) implements CniResult {}

    /**
     * A network device.
     *
     * @param name of the device
     * @param sandbox path of the network namespace, or the empty string for the node's own
     */
    record Interface(String name, String sandbox) {}

    /**
     * An address.
     *
     * @param address with the length of its prefix, such as {@code 10.244.1.2/24}
     * @param gateway of the subnet
     * @param index of the interface that has it
     */
    record IpConfig(String address, String gateway, int index) {}

    /**
     * A route.
     *
     * @param dst destination
     * @param gw gateway
     */
    record Route(String dst, String gw) {}
}

package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.address.Ipv4Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The network devices of one node that plug-ins make, and the rules that they write. Everything here is in the kernel's
 * memory and ends with a reboot; {@link NetworkDisk} survives it.
 */
public final class NodeNetwork {

    private final NetworkDisk disk;
    private final Map<String, Bridge> bridges = new TreeMap<>();
    /** By container, then by interface. */
    private final Map<String, Attachment> attachments = new LinkedHashMap<>();

    private final Map<String, List<PortMapping>> ports = new LinkedHashMap<>(0);
    private final Map<String, Long> rates = new LinkedHashMap<>(0);
    private int made;

    /** A node that was just booted. */
    public NodeNetwork(NetworkDisk disk) {
        this.disk = disk;
    }

    /**
     * A bridge.
     *
     * @param name of the device
     * @param mtu the longest packet, in bytes
     * @param address its own with the prefix of the subnet, or empty when it is no gateway
     * @param index number of the device
     */
    public record Bridge(String name, long mtu, String address, int index) {

        /** The addresses that it reaches directly; empty when it is no gateway. */
        public Optional<Ipv4Range> subnet() {
            return Ipv4Range.parse(address);
        }
    }

    /**
     * A pair of virtual Ethernet devices: one end in a container, the other on a bridge.
     *
     * @param containerId of the sandbox
     * @param netns path of its network namespace
     * @param ifName name of the end inside
     * @param host name of the end outside
     * @param bridge name of the bridge; empty when the node has a route to the container instead
     * @param index number of the device outside
     * @param result addresses and routes inside, as its ADD returned them
     * @param masquerade name of the network whose rules hide the container's address from the world, or null
     * @param hairpin whether the bridge sends back what comes from the container to itself
     * @param mtu the longest packet, in bytes
     */
    public record Attachment(
            String containerId,
            String netns,
            String ifName,
            String host,
            String bridge,
            int index,
            CniResult.Success result,
            @Nullable String masquerade,
            boolean hairpin,
            long mtu) {

        /** Whether the node has a route to the container, and no bridge. */
        public boolean isRouted() {
            return bridge.isEmpty();
        }

        /** The hardware address of the end inside. */
        public String mac() {
            return result.interfaces().get(result.interfaces().size() - 1).mac();
        }

        /** The hardware address of the end outside. */
        public String hostMac() {
            return result.interfaces().get(result.interfaces().size() - 2).mac();
        }
    }

    /**
     * A port of the node that leads to a container.
     *
     * @param hostPort port of the node
     * @param containerPort port of the container
     * @param protocol {@code tcp}, {@code udp} or {@code sctp}
     * @param hostIp address of the node to which it is bound; empty for all
     */
    public record PortMapping(int hostPort, int containerPort, String protocol, String hostIp) {}

    /** The files of the plug-ins. */
    public NetworkDisk disk() {
        return disk;
    }

    /** The bridges by name. */
    public Map<String, Bridge> bridges() {
        return new TreeMap<>(bridges);
    }

    /** A bridge, or null when it was not made yet. */
    public @Nullable Bridge bridge(String name) {
        return bridges.get(name);
    }

    /** Makes or changes a bridge. */
    public void put(Bridge bridge) {
        bridges.put(bridge.name(), bridge);
    }

    /** The number of the next device. */
    public int nextIndex() {
        // The loopback device and the card of the machine come first.
        return ++made + 2;
    }

    /** The attachments in the order in which they were made. */
    public List<Attachment> attachments() {
        return new ArrayList<>(attachments.values());
    }

    /** An interface of a container, or null. */
    public @Nullable Attachment attachment(String containerId, String ifName) {
        return attachments.get(key(containerId, ifName));
    }

    /** The attachment with an address, or null. */
    public @Nullable Attachment withAddress(String ip) {
        for (Attachment one : attachments.values()) {
            if (one.result().podIp().equals(ip)) {
                return one;
            }
        }
        return null;
    }

    /** Connects a container. */
    public void attach(Attachment attachment) {
        attachments.put(key(attachment.containerId(), attachment.ifName()), attachment);
    }

    /** Disconnects a container, if it is connected. */
    public void detach(String containerId, String ifName) {
        attachments.remove(key(containerId, ifName));
    }

    /** Leads ports of the node to a container. */
    public void map(String containerId, List<PortMapping> mappings) {
        ports.put(containerId, List.copyOf(mappings));
    }

    /** The ports that lead to a container. */
    public List<PortMapping> ports(String containerId) {
        return ports.getOrDefault(containerId, List.of());
    }

    /** Leads no port of the node to a container any more. */
    public void unmap(String containerId) {
        ports.remove(containerId);
    }

    /** Limits what a container may receive, in bits a second. */
    public void limit(String containerId, long rate) {
        rates.put(containerId, rate);
    }

    /** What a container may receive, in bits a second; 0 without a limit. */
    public long rate(String containerId) {
        return rates.getOrDefault(containerId, 0L);
    }

    /** Limits a container no more. */
    public void unlimit(String containerId) {
        rates.remove(containerId);
    }

    private static String key(String containerId, String ifName) {
        return ifName.equals("eth0") ? containerId : containerId + "/" + ifName;
    }
}

package dev.wavetank.model.podnetwork;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Attachment;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Bridge;
import dev.wavetank.model.podnetwork.Path.Hop;
import dev.wavetank.model.podnetwork.RouteTable.Route;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Follows packets hop by hop: through the routes of a container, the bridge of its node, the routes of the node, the
 * wire, and the same on the other side. What a step costs is an estimate, except the wire, whose latency is that of all
 * messages of the cluster.
 */
public final class PodRoutes implements Routes {

    /** The longest packet on the wire, in bytes. */
    public static final long MTU = 1500;

    /** A pair of devices and a bridge: an estimate. */
    private static final long BRIDGE = 15 * VirtualTime.MICROSECOND;

    /** A look into the routes of a node: an estimate. */
    private static final long FORWARD = 5 * VirtualTime.MICROSECOND;

    private static final int HOPS_MAX = 8;

    private final Map<String, Host> byName = new LinkedHashMap<>();
    private final Map<String, Host> byAddress = new LinkedHashMap<>();
    private final RangeMap<Host> byRange = new RangeMap<>();
    private final boolean cloud;
    private final Wire wire;

    /**
     * The routes of a cluster.
     *
     * @param hosts its nodes
     * @param cloud whether the network between the nodes has the routes to pods itself, always right, as that of a
     *     cloud whose provider writes them; otherwise only nodes have routes
     * @param wire what lies between them
     */
    public PodRoutes(List<Host> hosts, boolean cloud, Wire wire) {
        hosts.forEach(host -> {
            byName.put(host.name(), host);
            byAddress.put(host.address(), host);
            byRange.put(host.pods(), host);
        });
        this.cloud = cloud;
        this.wire = wire;
    }

    /**
     * The way of a packet that a container sends.
     *
     * @param pod name for people
     * @param from the node of the container
     * @param inside its end of the pair, or null when it has the network of the node
     * @param answers whether it answers another packet: no rule changes its source then
     */
    public Path path(String pod, String from, @Nullable Attachment inside, String to, long bytes, boolean answers) {
        long address = address(to);
        if (inside == null) {
            String words = "has the network of " + from + ", sends as " + source(host(from), address, to);
            return path(from, to, bytes).after(List.of(new Hop(pod, words, 0)));
        }
        List<Hop> hops = new ArrayList<>();
        String own = inside.result().podIp();
        if (own.equals(to)) {
            hops.add(new Hop(pod, "lo: the address is its own", FORWARD));
            return new Path(hops, from, null);
        }
        String device = inside.ifName() + " " + (own.isEmpty() ? "without an address" : own);
        Optional<String> gateway = gateway(inside.result(), address);
        if (gateway.isEmpty()) {
            return new Path(hops, from, pod + ": " + device + ": no route to " + to + ": Network is unreachable");
        }
        if (bytes > inside.mtu()) {
            return new Path(hops, from, pod + ": " + device + ": message too long, mtu=" + inside.mtu());
        }
        NodeNetwork network = host(from).network().get();
        Bridge bridge = network.bridge(inside.bridge());
        if (gateway.get().isEmpty()) {
            hops.add(new Hop(pod, device + ": " + to + " is on the same subnet", FORWARD));
            return onBridge(host(from), network, inside.bridge(), to, hops);
        }
        hops.add(new Hop(pod, device + ": via " + gateway.get(), FORWARD));
        if (inside.isRouted()) {
            hops.add(new Hop(from, inside.host() + " answers for " + gateway.get() + " (proxy ARP)", BRIDGE));
            return path(from, to, bytes).after(hops);
        }
        if (bridge == null || !bridge.address().startsWith(gateway.get() + "/")) {
            return new Path(
                    hops,
                    from,
                    from + ": nobody answers for the gateway " + gateway.get() + ": bridge " + inside.bridge()
                            + " works on layer 2 alone");
        }
        hops.add(new Hop(from, inside.host() + " to " + bridge.name() + " " + bridge.address(), BRIDGE));
        String source = source(from, inside, to);
        if (!answers && !source.equals(own)) {
            hops.add(new Hop(from, "masqueraded as " + source + " by the rules of network " + inside.masquerade(), 0));
        }
        return path(from, to, bytes).after(hops);
    }

    /**
     * The address that whoever gets a packet sees as its source: that of the device by which it leaves its node, when
     * the node sends it itself or hides its containers.
     *
     * @param from the node of the sender
     * @param inside as in {@link #path(String, String, Attachment, String, long, boolean)}
     */
    public String source(String from, @Nullable Attachment inside, String to) {
        long address = address(to);
        Host host = host(from);
        if (inside == null) {
            return source(host, address, to);
        }
        Bridge bridge = host.network().get().bridge(inside.bridge());
        boolean stays = bridge == null
                || bridge.subnet().map(range -> range.contains(address)).orElse(false)
                || own(host, to) != null;
        return inside.masquerade() == null || stays ? inside.result().podIp() : source(host, address, to);
    }

    private static String source(Host host, long address, String to) {
        if (own(host, to) != null) {
            return to;
        }
        for (Bridge bridge : host.network().get().bridges().values()) {
            if (bridge.subnet().map(range -> range.contains(address)).orElse(false)) {
                return bridge.address().substring(0, bridge.address().indexOf('/'));
            }
        }
        return host.table()
                .of(address)
                .filter(route -> route.next().encapsulation() != Encapsulation.NONE)
                .map(route -> host.tunnelAddress())
                .orElse(host.address());
    }

    /** What says that an address is one of the node itself; null when it is not. */
    private static @Nullable String own(Host host, String to) {
        if (host.address().equals(to)) {
            return "the address is the node's own";
        }
        if (host.tunnelAddress().equals(to)) {
            return host.table().device().device() + ": the address is its own";
        }
        for (Bridge bridge : host.network().get().bridges().values()) {
            if (bridge.address().startsWith(to + "/")) {
                return bridge.name() + ": the address is the bridge's own";
            }
        }
        return null;
    }

    /** The gateway of an address; empty text when it is reached directly, nothing when there is no route. */
    private static Optional<String> gateway(CniResult.Success inside, long to) {
        Ipv4Range best = null;
        String gateway = "";
        for (CniResult.IpConfig one : inside.ips()) {
            Ipv4Range subnet = Ipv4Range.parse(one.address()).orElse(null);
            if (subnet != null && subnet.contains(to)) {
                return Optional.of("");
            }
        }
        for (CniResult.Route route : inside.routes()) {
            Ipv4Range range = Ipv4Range.parse(route.dst()).orElse(null);
            if (range != null && range.contains(to) && (best == null || range.prefix() > best.prefix())) {
                best = range;
                gateway = route.gw().isEmpty() ? inside.ips().get(0).gateway() : route.gw();
            }
        }
        return best == null ? Optional.empty() : Optional.of(gateway);
    }

    private static Path onBridge(Host at, NodeNetwork network, String bridge, String to, List<Hop> hops) {
        String node = at.name();
        Attachment found = network.withAddress(to);
        if (found == null || !found.bridge().equals(bridge)) {
            // A kernel answers on any device for each address that it has.
            String own = own(at, to);
            if (own != null) {
                hops.add(new Hop(node, own, BRIDGE));
                return new Path(hops, node, null);
            }
            return new Path(
                    hops, node, node + ": nobody on " + bridge + " has " + to + ": Destination Host Unreachable");
        }
        hops.add(new Hop(node, bridge + " to " + found.host(), BRIDGE));
        hops.add(new Hop(Path.CONTAINER + found.containerId(), found.ifName() + " " + to, 0));
        return new Path(hops, node, null);
    }

    private static long address(String text) {
        return Ipv4.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no IPv4 address, such as 10.1.2.3"));
    }

    private Host host(String name) {
        Host host = byName.get(name);
        if (host == null) {
            throw new IllegalArgumentException("there is no node '" + name + "'");
        }
        return host;
    }

    @Override
    public Path path(String fromNode, String toAddress, long bytes) {
        List<Hop> hops = new ArrayList<>();
        long to = address(toAddress);
        Host at = host(fromNode);
        for (int i = 0; i < HOPS_MAX; i++) {
            if (!at.runs().getAsBoolean()) {
                return new Path(hops, at.name(), at.name() + ": the machine is down");
            }
            String own = own(at, toAddress);
            if (own != null) {
                hops.add(new Hop(at.name(), own, FORWARD));
                return new Path(hops, at.name(), null);
            }
            NodeNetwork network = at.network().get();
            for (Bridge bridge : network.bridges().values()) {
                if (bridge.subnet().map(range -> range.contains(to)).orElse(false)) {
                    hops.add(new Hop(at.name(), bridge.subnet().orElseThrow() + " dev " + bridge.name(), FORWARD));
                    return onBridge(at, network, bridge.name(), toAddress, hops);
                }
            }
            Attachment routed = network.withAddress(toAddress);
            if (routed != null && routed.isRouted()) {
                hops.add(new Hop(at.name(), toAddress + " dev " + routed.host() + " scope link", FORWARD));
                hops.add(new Hop(Path.CONTAINER + routed.containerId(), routed.ifName() + " " + toAddress, BRIDGE));
                return new Path(hops, at.name(), null);
            }
            Step step = step(at, to, toAddress, bytes, hops);
            if (step.drop() != null || step.next() == null) {
                return new Path(hops, at.name(), step.drop());
            }
            at = step.next();
        }
        return new Path(hops, at.name(), at.name() + ": Time to live exceeded: the routes go round in a circle");
    }

    /** The next node, or why there is none. */
    private record Step(@Nullable Host next, @Nullable String drop) {}

    private static Step lost(Host at, String why) {
        return new Step(null, at.name() + ": " + why);
    }

    private Step step(Host at, long to, String toAddress, long bytes, List<Hop> hops) {
        Route route = at.table().of(to).orElse(null);
        if (route != null) {
            return along(at, route, toAddress, bytes, hops);
        }
        Host neighbour = byAddress.get(toAddress);
        if (neighbour != null) {
            return wire(at, neighbour, bytes, "dev eth0", hops);
        }
        if (at.pods().contains(to) && at.network().get().attachments().stream().anyMatch(Attachment::isRouted)) {
            return lost(at, "no pod has " + toAddress + ": blackhole " + at.pods());
        }
        if (at.pods().contains(to)) {
            return lost(at, "no device has " + at.pods() + ": no pod has begun there since the machine did");
        }
        Host owner = cloud ? byRange.of(to).orElse(null) : null;
        if (owner != null) {
            return wire(at, owner, bytes, "default dev eth0; the cloud routes " + owner.pods(), hops);
        }
        return lost(
                at,
                "no route to " + toAddress
                        + ": it leaves the pod network by the default route, and nothing is simulated outside");
    }

    private Step along(Host at, Route route, String toAddress, long bytes, List<Hop> hops) {
        Encapsulation wrapped = route.next().encapsulation();
        Host next = byAddress.get(route.next().node());
        String words = route.to() + " via " + route.next().node()
                + (wrapped == Encapsulation.NONE ? " dev eth0" : " dev " + wrapped.device());
        if (next == null) {
            return lost(at, words + ": no node has that address any more");
        }
        if (wrapped.needsProcess() && !at.agentRuns().getAsBoolean()) {
            return lost(at, words + ": flanneld is down, and nobody reads from the device");
        }
        hops.add(new Hop(at.name(), words, FORWARD + wrapped.nanos()));
        Step sent = wire(at, next, bytes + wrapped.overhead(), "", hops);
        if (sent.next() == null || wrapped == Encapsulation.NONE) {
            return sent;
        }
        if (wrapped.needsProcess() && !next.agentRuns().getAsBoolean()) {
            return lost(next, "nobody listens on port 8285: flanneld is down");
        }
        hops.add(new Hop(next.name(), "unwrapped from " + wrapped.label(), wrapped.nanos()));
        return sent;
    }

    private Step wire(Host at, Host next, long bytes, String words, List<Hop> hops) {
        if (bytes > MTU) {
            return lost(at, "a packet of " + bytes + " bytes does not fit into the " + MTU + " of eth0");
        }
        if (!words.isEmpty()) {
            hops.add(new Hop(at.name(), words, FORWARD));
        }
        Wire.State way = wire.between(at, next);
        if (way.cut() != null) {
            return lost(at, "eth0 to " + next.address() + ": " + way.cut());
        }
        String notes = way.notes().isEmpty() ? "" : " (" + String.join(", ", way.notes()) + ")";
        hops.add(
                new Hop("wire", at.address() + " to " + next.address() + ", " + bytes + " bytes" + notes, way.nanos()));
        return next.runs().getAsBoolean() ? new Step(next, null) : lost(next, "the machine is down");
    }
}

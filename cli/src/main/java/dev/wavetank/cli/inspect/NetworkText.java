package dev.wavetank.cli.inspect;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.HardwareAddress;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.kubelet.cni.NetworkList;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Attachment;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Bridge;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.podnetwork.Encapsulation;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.model.podnetwork.PodRoutes;
import dev.wavetank.model.podnetwork.RangeMap;
import dev.wavetank.model.podnetwork.RouteTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The network of a node in the forms of {@code ip addr}, {@code ip route}, {@code ip neigh}, {@code bridge link} and
 * {@code iptables-save}, with the files of plug-ins and the {@code resolv.conf} of pods. What the model does not have,
 * such as queues and IPv6, is left out.
 */
public final class NetworkText {

    private static final String UP = ": <BROADCAST,MULTICAST,UP,LOWER_UP> mtu ";

    private NetworkText() {}

    /**
     * The lines of a node.
     *
     * @param view its pods
     * @param host its network
     * @param services its rules for Services
     * @param when words about the time
     */
    public static List<String> lines(NodeView view, Host host, ServiceView services, String when) {
        List<String> lines = new ArrayList<>();
        if (!view.machineRuns()) {
            lines.add(view.name() + " " + when + ": the machine is down; only its disk is left");
            return lines;
        }
        lines.add(view.name() + " " + when);
        NodeNetwork network = host.network().get();
        add(lines, "ip addr", addresses(host, network, services));
        add(lines, "ip route", routes(host, network));
        add(lines, "ip neigh", neighbours(host, network));
        add(lines, "bridge link", links(network));
        List<String> limits = limits(network);
        if (!limits.isEmpty()) {
            add(lines, "tc qdisc", limits);
        }
        if (host.table().device() == Encapsulation.VXLAN) {
            add(lines, "bridge fdb show dev flannel.1", forwarding(host));
        }
        String pods = host.pods().toString();
        add(lines, "iptables-save", IptablesSave.lines(network, services.inIptables(), pods));
        if (services.ipvs()) {
            add(lines, "ipvsadm -Ln", services.virtualServers());
        }
        add(lines, "files in /etc/cni/net.d", files(network));
        add(lines, "reservations in /var/lib/cni/networks", reservations(view, network));
        for (NodeView.PodView pod : view.pods()) {
            add(lines, "resolv.conf of pod " + pod.pod().key(), ResolverText.lines(pod.pod()));
        }
        return lines;
    }

    private static void add(List<String> lines, String title, List<String> rows) {
        lines.add("");
        lines.add(title);
        (rows.isEmpty() ? List.of("none") : rows).forEach(row -> lines.add("  " + row));
    }

    private static List<String> addresses(Host host, NodeNetwork network, ServiceView services) {
        List<String> rows = new ArrayList<>();
        rows.add("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536");
        rows.add("    link/loopback 00:00:00:00:00:00");
        rows.add("    inet 127.0.0.1/8 scope host lo");
        rows.add("2: eth0" + UP + PodRoutes.MTU);
        rows.add("    link/ether " + HardwareAddress.ofAddress(host.address()));
        rows.add("    inet " + host.address() + "/12 scope global eth0");
        Encapsulation wrapped = host.table().device();
        if (wrapped != Encapsulation.NONE) {
            rows.add(host.table().deviceIndex() + ": " + wrapped.device() + UP + (PodRoutes.MTU - wrapped.overhead()));
            if (wrapped == Encapsulation.VXLAN) {
                rows.add("    link/ether " + HardwareAddress.of(host.address()));
            }
            rows.add("    inet " + host.tunnelAddress() + "/32 scope global " + wrapped.device());
        }
        for (Bridge bridge : network.bridges().values()) {
            rows.add(bridge.index() + ": " + bridge.name() + UP + bridge.mtu());
            rows.add("    link/ether " + HardwareAddress.of(bridge));
            if (!bridge.address().isEmpty()) {
                String last =
                        bridge.subnet().map(range -> Ipv4.text(range.last())).orElse("");
                rows.add("    inet " + bridge.address() + " brd " + last + " scope global " + bridge.name());
            }
        }
        for (Attachment one : network.attachments()) {
            rows.add(one.index() + ": " + one.host() + "@if2" + UP + one.mtu()
                    + (one.isRouted() ? "" : " master " + one.bridge()));
            rows.add("    link/ether " + one.hostMac() + " link-netns "
                    + one.netns().substring(one.netns().lastIndexOf('/') + 1));
        }
        if (services.ipvs()) {
            rows.add("kube-ipvs0: <BROADCAST,NOARP> mtu 1500 state DOWN");
            services.rules().keySet().stream()
                    .map(Destination::address)
                    .filter(address -> !address.equals(host.address()))
                    .distinct()
                    .forEach(address -> rows.add("    inet " + address + "/32 scope global kube-ipvs0"));
        }
        return rows;
    }

    /** In the order of the destinations, as the kernel lists them. */
    private static List<String> routes(Host host, NodeNetwork network) {
        RangeMap<String> rows = new RangeMap<>();
        for (Bridge bridge : network.bridges().values()) {
            bridge.subnet()
                    .ifPresent(range -> rows.put(
                            range,
                            range + " dev " + bridge.name() + " proto kernel scope link src "
                                    + bridge.address()
                                            .substring(0, bridge.address().indexOf('/'))));
        }
        List<Attachment> routed =
                network.attachments().stream().filter(Attachment::isRouted).toList();
        if (!routed.isEmpty()) {
            rows.put(host.pods(), "blackhole " + host.pods() + " proto bird");
        }
        routed.forEach(one -> Ipv4Range.parse(one.result().podIp() + "/32")
                .ifPresent(range -> rows.put(range, one.result().podIp() + " dev " + one.host() + " scope link")));
        host.table().routes().forEach(route -> rows.put(route.to(), route(route)));
        Ipv4Range.parse("172.16.0.0/12")
                .ifPresent(range -> rows.put(range, range + " dev eth0 proto kernel scope link src " + host.address()));
        List<String> lines = new ArrayList<>();
        lines.add("default via 172.16.0.1 dev eth0");
        rows.entries().forEach(row -> lines.add(row.getValue()));
        return lines;
    }

    private static String route(RouteTable.Route route) {
        RouteTable.Next next = route.next();
        String protocol = next.protocol().isEmpty() ? "" : " proto " + next.protocol();
        return switch (next.encapsulation()) {
            case NONE -> route.to() + " via " + next.node() + " dev eth0" + protocol;
            case VXLAN -> route.to() + " via " + Ipv4.text(route.to().first()) + " dev flannel.1 onlink";
            case UDP -> route.to() + " dev flannel0";
        };
    }

    private static List<String> neighbours(Host host, NodeNetwork network) {
        List<String> rows = new ArrayList<>();
        network.attachments().stream()
                .filter(one -> !one.result().ips().isEmpty())
                .map(one -> one.result().podIp() + " dev " + (one.isRouted() ? one.host() : one.bridge()) + " lladdr "
                        + one.mac() + " STALE")
                .forEach(rows::add);
        wrapped(host)
                .map(route -> Ipv4.text(route.to().first()) + " dev flannel.1 lladdr "
                        + HardwareAddress.of(route.next().node()) + " PERMANENT")
                .forEach(rows::add);
        return rows;
    }

    private static List<String> forwarding(Host host) {
        return wrapped(host)
                .map(route -> HardwareAddress.of(route.next().node()) + " dst "
                        + route.next().node() + " self permanent")
                .toList();
    }

    private static Stream<RouteTable.Route> wrapped(Host host) {
        return host.table().routes().stream().filter(route -> route.next().encapsulation() == Encapsulation.VXLAN);
    }

    private static List<String> links(NodeNetwork network) {
        return network.attachments().stream()
                .filter(one -> !one.isRouted())
                .map(one -> one.index() + ": " + one.host() + "@if2: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu " + one.mtu()
                        + " master " + one.bridge() + " state forwarding priority 32 cost 2"
                        + (one.hairpin() ? " hairpin on" : " hairpin off"))
                .toList();
    }

    /** The limits of the bandwidth plug-in, with the latency that it always takes (plugins/meta/bandwidth, v1.1). */
    private static List<String> limits(NodeNetwork network) {
        return network.attachments().stream()
                .filter(one -> network.rate(one.containerId()) > 0)
                .map(one -> "qdisc tbf 1: dev " + one.host() + " root refcnt 2 rate "
                        + rate(network.rate(one.containerId())) + " lat 25ms")
                .toList();
    }

    private static String rate(long bits) {
        if (bits % 1_000_000 == 0) {
            return bits / 1_000_000 + "Mbit";
        }
        return bits % 1_000 == 0 ? bits / 1_000 + "Kbit" : bits + "bit";
    }

    private static List<String> files(NodeNetwork network) {
        List<String> rows = new ArrayList<>(network.disk().files().keySet());
        if (rows.isEmpty() && network.disk().network() != null) {
            rows.add("the standard network " + network.disk().network().name());
        }
        NetworkList used = network.disk().network();
        if (used == null) {
            rows.add("no network: " + NetworkDisk.NOT_INITIALIZED);
        } else if (!network.disk().files().isEmpty()) {
            rows.add("the network is " + used.name() + ", version " + used.version());
        }
        network.disk().passedOver().values().forEach(why -> rows.add("not read: " + why));
        return rows;
    }

    private static List<String> reservations(NodeView view, NodeNetwork network) {
        List<String> rows = new ArrayList<>();
        network.disk().addresses().reservations().forEach((address, owner) -> {
            boolean isLeaked =
                    view.sandboxes().stream().noneMatch(one -> one.sandboxId().equals(owner.containerId()));
            rows.add(Ipv4.text(address) + " " + owner.containerId() + " " + owner.ifName()
                    + (isLeaked ? "  leaked: there is no such sandbox" : ""));
        });
        return rows;
    }
}

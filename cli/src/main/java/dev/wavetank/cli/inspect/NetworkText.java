package dev.wavetank.cli.inspect;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cni.HardwareAddress;
import dev.wavetank.model.kubelet.cni.NatRules;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Attachment;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Bridge;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.kubeproxy.ServiceChains;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.podnetwork.Encapsulation;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.model.podnetwork.PodRoutes;
import dev.wavetank.model.podnetwork.RouteTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The network of a node in the forms of {@code ip addr}, {@code ip route}, {@code ip neigh}, {@code bridge link} and
 * {@code iptables-save}, with the files of plug-ins and the {@code resolv.conf} of pods. What the model does not have,
 * such as queues and IPv6, is left out.
 */
public final class NetworkText {

    /** The first address of the usual range of Services that DNS has; {@code --cluster-dns} of the recorded node. */
    private static final String CLUSTER_DNS = "10.96.0.10";

    private static final String UP = ": <BROADCAST,MULTICAST,UP,LOWER_UP> mtu ";

    private NetworkText() {}

    /**
     * The lines of a node.
     *
     * @param view its pods
     * @param host its network
     * @param rules for Services
     * @param when words about the time
     */
    public static List<String> lines(NodeView view, Host host, Map<Destination, Rule> rules, String when) {
        List<String> lines = new ArrayList<>();
        if (!view.machineRuns()) {
            lines.add(view.name() + " " + when + ": the machine is down; only its disk is left");
            return lines;
        }
        lines.add(view.name() + " " + when);
        NodeNetwork network = host.network().get();
        add(lines, "ip addr", addresses(host, network));
        add(lines, "ip route", routes(host, network));
        add(lines, "ip neigh", neighbours(network));
        add(lines, "bridge link", links(network));
        add(lines, "iptables-save -t nat", NatRules.lines(network));
        if (!rules.isEmpty()) {
            add(
                    lines,
                    "iptables-save, the rules of Services",
                    ServiceChains.lines(rules, host.pods().toString()));
        }
        add(lines, "files in /etc/cni/net.d", files(network));
        add(lines, "reservations in /var/lib/cni/networks", reservations(view, network));
        for (NodeView.PodView pod : view.pods()) {
            add(lines, "resolv.conf of pod " + pod.pod().key(), resolver(pod.pod()));
        }
        return lines;
    }

    private static void add(List<String> lines, String title, List<String> rows) {
        lines.add("");
        lines.add(title);
        (rows.isEmpty() ? List.of("none") : rows).forEach(row -> lines.add("  " + row));
    }

    private static List<String> addresses(Host host, NodeNetwork network) {
        List<String> rows = new ArrayList<>();
        rows.add("1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536");
        rows.add("    link/loopback 00:00:00:00:00:00");
        rows.add("    inet 127.0.0.1/8 scope host lo");
        rows.add("2: eth0" + UP + PodRoutes.MTU);
        rows.add("    link/ether " + HardwareAddress.ofAddress(host.address()));
        rows.add("    inet " + host.address() + "/12 scope global eth0");
        Encapsulation wrapped = host.table().routes().stream()
                .map(route -> route.next().encapsulation())
                .filter(one -> one != Encapsulation.NONE)
                .findFirst()
                .orElse(Encapsulation.NONE);
        if (wrapped != Encapsulation.NONE) {
            rows.add("   " + wrapped.device() + UP + (PodRoutes.MTU - wrapped.overhead()));
            rows.add("    inet " + Ipv4.text(host.pods().first()) + "/32 scope global " + wrapped.device());
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
            rows.add(one.index() + ": " + one.host() + "@if2" + UP + one.mtu() + " master " + one.bridge());
            rows.add("    link/ether " + one.result().interfaces().get(1).mac() + " link-netns "
                    + one.netns().substring(one.netns().lastIndexOf('/') + 1));
        }
        return rows;
    }

    private static List<String> routes(Host host, NodeNetwork network) {
        List<String> rows = new ArrayList<>();
        rows.add("default via 172.16.0.1 dev eth0");
        for (Bridge bridge : network.bridges().values()) {
            bridge.subnet()
                    .ifPresent(range -> rows.add(range + " dev " + bridge.name() + " proto kernel scope link src "
                            + bridge.address().substring(0, bridge.address().indexOf('/'))));
        }
        for (RouteTable.Route route : host.table().routes()) {
            rows.add(route(route));
        }
        rows.add("172.16.0.0/12 dev eth0 proto kernel scope link src " + host.address());
        return rows;
    }

    private static String route(RouteTable.Route route) {
        RouteTable.Next next = route.next();
        String protocol = next.protocol().isEmpty() ? "" : " proto " + next.protocol();
        return switch (next.encapsulation()) {
            case NONE -> route.to() + " via " + next.node() + " dev eth0" + protocol;
            case VXLAN ->
                route.to() + " via " + Ipv4.text(route.to().first()) + " dev flannel.1 onlink  # fdb: dst "
                        + next.node();
            case UDP -> route.to() + " dev flannel0  # flanneld: to " + next.node();
        };
    }

    private static List<String> neighbours(NodeNetwork network) {
        return network.attachments().stream()
                .filter(one -> !one.result().ips().isEmpty())
                .map(one -> one.result().podIp() + " dev " + one.bridge() + " lladdr "
                        + one.result().interfaces().get(2).mac() + " STALE")
                .toList();
    }

    private static List<String> links(NodeNetwork network) {
        return network.attachments().stream()
                .map(one -> one.index() + ": " + one.host() + "@if2: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu " + one.mtu()
                        + " master " + one.bridge() + " state forwarding priority 32 cost 2"
                        + (one.hairpin() ? " hairpin on" : " hairpin off"))
                .toList();
    }

    private static List<String> files(NodeNetwork network) {
        List<String> rows = new ArrayList<>(network.disk().files().keySet());
        if (rows.isEmpty() && network.disk().network() != null) {
            rows.add("the standard network " + network.disk().network().name());
        }
        String mistake = network.disk().mistake();
        if (mistake != null) {
            rows.add("not read: " + mistake);
        }
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

    /** What the kubelet writes for a pod (pkg/kubelet/network/dns/dns.go v1.20). */
    private static List<String> resolver(Pod pod) {
        Map<String, Object> spec = pod.spec().other();
        String given = pod.spec().dnsPolicy();
        String policy = given == null ? "ClusterFirst" : given;
        boolean ofHost = Boolean.TRUE.equals(spec.get("hostNetwork"));
        if (policy.equals("None")) {
            return List.of("as its dnsConfig says");
        }
        if (policy.equals("Default") || ofHost && !policy.equals("ClusterFirstWithHostNet")) {
            return List.of("the node's own");
        }
        String namespace = pod.key().namespace();
        return List.of(
                "search " + namespace + ".svc.cluster.local svc.cluster.local cluster.local",
                "nameserver " + CLUSTER_DNS,
                "options ndots:5");
    }
}

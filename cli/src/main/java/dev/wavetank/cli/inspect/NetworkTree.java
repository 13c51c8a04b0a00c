package dev.wavetank.cli.inspect;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Attachment;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Bridge;
import dev.wavetank.model.kubelet.inspection.NodeView;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.model.podnetwork.RouteTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The network of a node for programs. */
public final class NetworkTree {

    private NetworkTree() {}

    /**
     * The tree of a node.
     *
     * @param view its pods
     * @param host its network
     * @param services its rules for Services
     * @param at virtual time, in nanoseconds
     */
    public static Map<String, Object> of(NodeView view, Host host, ServiceView services, long at) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("node", view.name());
        tree.put("at", at);
        tree.put("machineRuns", view.machineRuns());
        tree.put("address", host.address());
        tree.put("podRange", host.pods().toString());
        if (!view.machineRuns()) {
            return tree;
        }
        NodeNetwork network = host.network().get();
        tree.put(
                "bridges",
                network.bridges().values().stream().map(NetworkTree::bridge).toList());
        tree.put(
                "attachments",
                network.attachments().stream().map(NetworkTree::attachment).toList());
        tree.put(
                "routes", host.table().routes().stream().map(NetworkTree::route).toList());
        tree.put("tunnel", host.tunnelAddress());
        tree.put(
                "iptables",
                IptablesSave.lines(network, services.inIptables(), host.pods().toString()));
        tree.put("ipvs", services.ipvs() ? services.virtualServers() : List.of());
        tree.put("files", new ArrayList<>(network.disk().files().keySet()));
        tree.put("passedOver", network.disk().passedOver());
        tree.put("reservations", reservations(view, network));
        return tree;
    }

    private static Map<String, Object> bridge(Bridge bridge) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", bridge.name());
        tree.put("index", bridge.index());
        tree.put("mtu", bridge.mtu());
        tree.put("address", bridge.address());
        return tree;
    }

    private static Map<String, Object> attachment(Attachment one) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("container", one.containerId());
        tree.put("interface", one.ifName());
        tree.put("device", one.host());
        tree.put("index", one.index());
        tree.put("bridge", one.bridge());
        tree.put("mtu", one.mtu());
        tree.put("hairpin", one.hairpin());
        tree.put("masquerade", one.masquerade() != null);
        tree.put("result", one.result().tree());
        return tree;
    }

    private static Map<String, Object> route(RouteTable.Route route) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("to", route.to().toString());
        tree.put("via", route.next().node());
        tree.put("encapsulation", route.next().encapsulation().label());
        tree.put("protocol", route.next().protocol());
        return tree;
    }

    private static List<Object> reservations(NodeView view, NodeNetwork network) {
        List<Object> all = new ArrayList<>();
        network.disk().addresses().reservations().forEach((address, owner) -> {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("address", Ipv4.text(address));
            tree.put("container", owner.containerId());
            tree.put("interface", owner.ifName());
            tree.put(
                    "leaked",
                    view.sandboxes().stream().noneMatch(one -> one.sandboxId().equals(owner.containerId())));
            all.add(tree);
        });
        return all;
    }
}

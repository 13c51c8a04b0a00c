package dev.wavetank.model.podnetwork.flannel;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.kubelet.cni.HardwareAddress;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.podnetwork.Encapsulation;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.model.podnetwork.NetworkCondition;
import dev.wavetank.model.podnetwork.PodRoutes;
import dev.wavetank.model.podnetwork.RouteTable;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Flannel's agent on one node, with the API as its subnet manager ({@code --kube-subnet-mgr}). It writes its lease, the
 * node's range of pods and its address, into annotations of the node's object, leaves {@code subnet.env} for its
 * plug-in, and watches the leases of the others, for each of which it writes a route (flannel, pkg/subnet/kube/kube.go,
 * v0.22). While it is down, its routes stay as they are; a lease that ends meanwhile leaves its route behind.
 */
public final class FlannelAgent implements Component {

    /** Name of the file that its installer puts into {@code --cni-conf-dir}. */
    public static final String FILE = "10-flannel.conflist";

    /** The contents of that file, as in flannel's own manifest. */
    public static final String CONFIGURATION = "{\"name\":\"cbr0\",\"cniVersion\":\"0.3.1\",\"plugins\":[{\"type\":"
            + "\"flannel\",\"delegate\":{\"hairpinMode\":true,\"isDefaultGateway\":true}},{\"type\":\"portmap\","
            + "\"capabilities\":{\"portMappings\":true}}]}";

    private static final String PREFIX = "flannel.alpha.coreos.com/";
    private static final String TYPE = PREFIX + "backend-type";
    private static final String PUBLIC_IP = PREFIX + "public-ip";

    /** From one try to the next to write the lease. */
    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Informer<Node> nodes;
    private final Settings settings;
    private boolean isLeasing;

    /**
     * What an agent is told.
     *
     * @param backend {@code udp}, {@code vxlan} or {@code host-gw}
     * @param network the addresses of all pods, from {@code net-conf.json}
     * @param host its node
     * @param disk of the node
     */
    public record Settings(String backend, String network, Host host, NetworkDisk disk) {}

    /** An agent that has not started. */
    public FlannelAgent(Context context, ApiClient client, Settings settings) {
        this.context = context;
        this.client = client;
        this.settings = settings;
        this.nodes = new Informer<>(context, client, Resources.NODES, ApiRequest.Selection.ALL, Node.class);
    }

    /** Name of the component that is the agent of a node. */
    public static String nameOn(String node) {
        return "flannel/" + node;
    }

    @Override
    public void start() {
        nodes.addHandler(new LeaseHandler());
        nodes.start();
    }

    /** Writes its lease when its node has a range of pods; until it succeeds. */
    private void lease(Node own) {
        Optional<Ipv4Range> range = range(own);
        if (range.isEmpty() || isLeasing) {
            return;
        }
        isLeasing = true;
        client.send(new ApiRequest.Patch(
                        Resources.NODES,
                        "",
                        own.metadata().name(),
                        "status",
                        new ApiRequest.Change.Merge(annotations())))
                .whenDone(response -> {
                    if (response.isSuccess()) {
                        settings.disk().setSubnetEnv(environment(range.get()));
                        makeDevice(encapsulation(settings.backend()));
                        NetworkCondition.clear(
                                context,
                                client,
                                settings.host().name(),
                                "FlannelIsUp",
                                "Flannel is running on this node");
                    } else {
                        isLeasing = false;
                        context.after(RETRY, () -> lease(own));
                    }
                });
    }

    private void makeDevice(Encapsulation wraps) {
        Host host = settings.host();
        // A machine that starts later has the agent start anew.
        if (wraps != Encapsulation.NONE && host.table().deviceIndex() == 0 && host.runs().getAsBoolean()) {
            host.table().make(wraps, host.network().get().nextIndex());
        }
    }

    private Map<String, String> environment(Ipv4Range own) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("FLANNEL_NETWORK", settings.network());
        variables.put("FLANNEL_SUBNET", Ipv4.text(own.first() + 1) + "/" + own.prefix());
        variables.put(
                "FLANNEL_MTU",
                Long.toString(PodRoutes.MTU - encapsulation(settings.backend()).overhead()));
        variables.put("FLANNEL_IPMASQ", "true");
        return variables;
    }

    private Map<String, Object> annotations() {
        boolean isVxlan = settings.backend().equals(Encapsulation.VXLAN.label());
        Map<String, Object> annotations = new LinkedHashMap<>();
        annotations.put(
                PREFIX + "backend-data",
                isVxlan
                        ? "{\"VNI\":1,\"VtepMAC\":\""
                                + HardwareAddress.of(settings.host().address()) + "\"}"
                        : "null");
        annotations.put(TYPE, settings.backend());
        annotations.put(PREFIX + "kube-subnet-manager", "true");
        annotations.put(PUBLIC_IP, settings.host().address());
        return Collections.singletonMap("metadata", Collections.singletonMap("annotations", annotations));
    }

    private static Optional<Ipv4Range> range(Node node) {
        return node.spec() == null || node.spec().podCIDR() == null
                ? Optional.empty()
                : Ipv4Range.parse(node.spec().podCIDR());
    }

    private static Encapsulation encapsulation(String backend) {
        return backend.equals(Encapsulation.VXLAN.label())
                ? Encapsulation.VXLAN
                : backend.equals(Encapsulation.UDP.label()) ? Encapsulation.UDP : Encapsulation.NONE;
    }

    private final class LeaseHandler implements Informer.Handler<Node> {

        @Override
        public void added(Node node) {
            Map<String, String> annotations = node.metadata().annotations();
            boolean isOwn = node.metadata().name().equals(settings.host().name());
            String type = annotations.getOrDefault(TYPE, "");
            String address = annotations.get(PUBLIC_IP);
            Optional<Ipv4Range> range = range(node);
            if (isOwn) {
                lease(node);
            }
            // Agents with another back end cannot be talked to.
            if (!isOwn && address != null && range.isPresent() && type.equals(settings.backend())) {
                RouteTable.Next next = new RouteTable.Next(address, encapsulation(type), "");
                settings.host().table().put(range.get(), next);
            }
        }

        @Override
        public void updated(Node before, Node after) {
            boolean same = range(before).equals(range(after))
                    && Objects.equals(
                            before.metadata().annotations().get(PUBLIC_IP),
                            after.metadata().annotations().get(PUBLIC_IP))
                    && Objects.equals(
                            before.metadata().annotations().get(TYPE),
                            after.metadata().annotations().get(TYPE));
            if (!same) {
                deleted(before);
                added(after);
            }
        }

        @Override
        public void deleted(Node last) {
            if (!last.metadata().name().equals(settings.host().name())) {
                range(last).ifPresent(settings.host().table()::remove);
            }
        }
    }
}

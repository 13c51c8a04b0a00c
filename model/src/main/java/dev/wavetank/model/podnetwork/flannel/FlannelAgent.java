package dev.wavetank.model.podnetwork.flannel;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.kubelet.cni.HardwareAddress;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.podnetwork.Encapsulation;
import dev.wavetank.model.podnetwork.Host;
import dev.wavetank.model.podnetwork.PodRoutes;
import dev.wavetank.model.podnetwork.RouteTable;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Flannel's agent on one node. It gets a lease on a range of pods, leaves {@code subnet.env} for its plug-in, and
 * watches the leases of the others, for each of which it writes a route (flannel v0.22). While it is down, its routes
 * stay as they are; a lease that ends meanwhile leaves its route behind.
 */
public final class FlannelAgent implements Component {

    /** Name of the file that its installer puts into {@code --cni-conf-dir}. */
    public static final String FILE = "10-flannel.conflist";

    /** The contents of that file, as in flannel's own manifest. */
    public static final String CONFIGURATION = "{\"name\":\"cbr0\",\"cniVersion\":\"0.3.1\",\"plugins\":[{\"type\":"
            + "\"flannel\",\"delegate\":{\"hairpinMode\":true,\"isDefaultGateway\":true}},{\"type\":\"portmap\","
            + "\"capabilities\":{\"portMappings\":true}}]}";

    private final Settings settings;
    private final SubnetManager manager;

    /**
     * What an agent is told.
     *
     * @param backend {@code udp}, {@code vxlan} or {@code host-gw}
     * @param network the addresses of all pods, from {@code net-conf.json}
     * @param host its node
     * @param disk of the node
     */
    public record Settings(String backend, String network, Host host, NetworkDisk disk) {

        /** What agents of the same back end need besides the address, as JSON. */
        String backendData() {
            return backend.equals(Encapsulation.VXLAN.label())
                    ? "{\"VNI\":1,\"VtepMAC\":\"" + HardwareAddress.of(host.address()) + "\"}"
                    : "null";
        }
    }

    private FlannelAgent(Settings settings, SubnetManager manager) {
        this.settings = settings;
        this.manager = manager;
    }

    /** An agent that keeps leases in the API, and has not started. */
    public static FlannelAgent ofApi(Context context, ApiClient client, Settings settings) {
        return new FlannelAgent(settings, new ApiSubnetManager(context, client, settings));
    }

    /**
     * An agent that keeps leases in etcd, and has not started.
     *
     * @param ttl how long a lease lasts without renewal, in nanoseconds
     */
    public static FlannelAgent ofEtcd(Context context, EtcdClient client, Settings settings, long ttl) {
        return new FlannelAgent(settings, new EtcdSubnetManager(context, client, settings, ttl));
    }

    /** Name of the component that is the agent of a node. */
    public static String nameOn(String node) {
        return "flannel/" + node;
    }

    @Override
    public void start() {
        manager.start(new Routes());
    }

    private static Encapsulation encapsulation(String backend) {
        return backend.equals(Encapsulation.VXLAN.label())
                ? Encapsulation.VXLAN
                : backend.equals(Encapsulation.UDP.label()) ? Encapsulation.UDP : Encapsulation.NONE;
    }

    private final class Routes implements SubnetManager.Listener {

        @Override
        public void leased(Ipv4Range own) {
            settings.disk().setSubnetEnv(environment(own));
            Encapsulation wraps = encapsulation(settings.backend());
            Host host = settings.host();
            host.table().remove(own);
            // A machine that starts later has the agent start anew.
            if (wraps != Encapsulation.NONE
                    && host.table().deviceIndex() == 0
                    && host.runs().getAsBoolean()) {
                host.table().make(wraps, host.network().get().nextIndex());
            }
        }

        private Map<String, String> environment(Ipv4Range own) {
            Map<String, String> variables = new LinkedHashMap<>();
            variables.put("FLANNEL_NETWORK", settings.network());
            variables.put("FLANNEL_SUBNET", Ipv4.text(own.first() + 1) + "/" + own.prefix());
            variables.put(
                    "FLANNEL_MTU",
                    Long.toString(
                            PodRoutes.MTU - encapsulation(settings.backend()).overhead()));
            variables.put("FLANNEL_IPMASQ", "true");
            return variables;
        }

        @Override
        public void added(SubnetManager.Lease lease) {
            // Agents with another back end cannot be talked to.
            if (lease.backend().equals(settings.backend())) {
                RouteTable.Next next = new RouteTable.Next(lease.publicIp(), encapsulation(lease.backend()), "");
                settings.host().table().put(lease.range(), next);
            }
        }

        @Override
        public void removed(SubnetManager.Lease lease) {
            settings.host().table().remove(lease.range());
        }
    }
}

package dev.wavetank.model.podnetwork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.kubelet.cni.NetworkList;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.PluginChain;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

class PodRoutesProperties {

    private static final long WIRE = 300_000;

    private final List<Host> hosts = new ArrayList<>();
    private final List<NodeNetwork> networks = new ArrayList<>();
    private final List<String[]> pods = new ArrayList<>();
    private boolean agents;
    private int down;

    @BeforeTry
    void empty() {
        hosts.clear();
        networks.clear();
        pods.clear();
        agents = true;
        down = -1;
    }

    private void node(int podCount) {
        int number = hosts.size();
        NodeNetwork network = new NodeNetwork(new NetworkDisk());
        String cidr = "10.0." + (number + 1) + ".0/24";
        networks.add(network);
        hosts.add(new Host(
                "node-" + number,
                "172.16.0." + (number + 10),
                () -> Ipv4Range.parse(cidr),
                new RouteTable(),
                () -> network,
                () -> down != number,
                () -> agents));
        for (int i = 0; i < podCount; i++) {
            String id = "sandbox-" + number + "-" + i;
            CniResult.Success added = (CniResult.Success) new PluginChain(StandardPlugins.all(), network)
                    .add(
                            NetworkList.bridge(cidr),
                            new PluginChain.Container(id, "/netns/" + id, "", Collections.emptyMap()));
            pods.add(new String[] {id, "node-" + number, added.podIp(), Integer.toString(number)});
        }
    }

    private void mesh(Encapsulation encapsulation) {
        for (Host one : hosts) {
            for (Host other : hosts) {
                if (one != other) {
                    one.table().put(other.pods(), new RouteTable.Next(other.address(), encapsulation, ""));
                }
            }
        }
    }

    private Path path(boolean cloud, String[] from, String to, long bytes) {
        return new PodRoutes(hosts, cloud, Wire.undisturbed(WIRE))
                .path(
                        from[0],
                        from[1],
                        networks.get(Integer.parseInt(from[3])).attachment(from[0], "eth0"),
                        to,
                        bytes,
                        false);
    }

    @Property(tries = 100)
    void every_pod_reaches_every_other_and_no_packet_ends_at_another_s(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 3) Integer> counts,
            @ForAll Encapsulation encapsulation,
            @ForAll boolean cloud) {
        counts.forEach(this::node);
        if (!cloud) {
            mesh(encapsulation);
        }
        for (String[] from : pods) {
            for (String[] to : pods) {
                Path path = path(cloud, from, to[2], 1400);
                assertThat(path.drop()).isNull();
                assertThat(path.node()).isEqualTo(to[1]);
                assertThat(path.hops().get(path.hops().size() - 1).what())
                        .contains(to[2].equals(from[2]) ? "lo" : to[2]);
                boolean crosses =
                        path.hops().stream().anyMatch(hop -> hop.place().equals("wire"));
                assertThat(crosses).isEqualTo(!from[1].equals(to[1]));
            }
        }
    }

    @Property(tries = 100)
    void whoever_has_no_route_hears_of_it_and_a_stale_route_ends_where_it_leads(
            @ForAll @IntRange(min = 2, max = 4) int count, @ForAll @IntRange(max = 3) int gone) {
        for (int i = 0; i < count; i++) {
            node(1);
        }
        mesh(Encapsulation.NONE);
        int missing = gone % count;
        hosts.get(missing).table().clear();
        for (String[] to : pods) {
            Path path = path(false, pods.get(missing), to[2], 84);
            assertThat(path.arrives()).isEqualTo(to == pods.get(missing));
            if (!path.arrives()) {
                assertThat(path.drop()).startsWith("node-" + missing + ": no route to " + to[2]);
            }
        }
        down = missing;
        for (String[] from : pods) {
            if (from != pods.get(missing)) {
                Path path = path(false, from, pods.get(missing)[2], 84);
                assertThat(path.drop()).isEqualTo("node-" + missing + ": the machine is down");
            }
        }
    }

    @Example
    void encapsulation_takes_room_and_udp_needs_its_agent() {
        node(1);
        node(1);
        mesh(Encapsulation.VXLAN);
        assertThat(path(false, pods.get(0), pods.get(1)[2], 1450).arrives()).isTrue();
        assertThat(path(false, pods.get(0), pods.get(1)[2], 1451).drop())
                .isEqualTo("node-0: a packet of 1501 bytes does not fit into the 1500 of eth0");
        agents = false;
        assertThat(path(false, pods.get(0), pods.get(1)[2], 84).arrives()).isTrue();
        mesh(Encapsulation.UDP);
        assertThat(path(false, pods.get(0), pods.get(1)[2], 84).drop())
                .isEqualTo("node-0: 10.0.2.0/24 via 172.16.0.11 dev flannel0: flanneld is down, and nobody reads from"
                        + " the device");
    }

    @Example
    void a_route_to_nowhere_a_circle_and_an_unknown_address_say_so() {
        node(1);
        node(1);
        RouteTable.Next back = new RouteTable.Next("172.16.0.10", Encapsulation.NONE, "");
        hosts.get(0)
                .table()
                .put(
                        Ipv4Range.parse("10.9.0.0/16").orElseThrow(),
                        new RouteTable.Next("172.16.0.11", Encapsulation.NONE, ""));
        hosts.get(1).table().put(Ipv4Range.parse("10.9.0.0/16").orElseThrow(), back);
        assertThat(path(false, pods.get(0), "10.9.0.1", 84).drop()).contains("Time to live exceeded");
        assertThat(path(false, pods.get(0), "10.0.1.77", 84).drop())
                .isEqualTo("node-0: nobody on cni0 has 10.0.1.77: Destination Host Unreachable");
        assertThat(path(true, pods.get(0), "10.0.2.77", 84).drop())
                .isEqualTo("node-1: nobody on cni0 has 10.0.2.77: Destination Host Unreachable");
        hosts.get(0)
                .table()
                .put(
                        Ipv4Range.parse("10.8.0.0/16").orElseThrow(),
                        new RouteTable.Next("172.16.9.9", Encapsulation.NONE, ""));
        assertThat(path(false, pods.get(0), "10.8.0.1", 84).drop()).contains("no node has that address any more");
    }

    @Example
    void a_bridge_on_layer_2_is_no_gateway() {
        NodeNetwork network = new NodeNetwork(new NetworkDisk());
        networks.add(network);
        hosts.add(new Host(
                "node-0",
                "172.16.0.10",
                () -> Ipv4Range.parse("10.0.1.0/24"),
                new RouteTable(),
                () -> network,
                () -> true,
                () -> false));
        NetworkList flat = NetworkList.parse(
                "10.conf",
                ("{'cniVersion':'1.0.0','name':'n','type':'bridge','ipam':{'type':'host-local','ranges':"
                                + "[[{'subnet':'10.0.1.0/24'}]],'routes':[{'dst':'0.0.0.0/0'}]}}")
                        .replace('\'', '"'));
        for (String id : List.of("a", "b")) {
            CniResult.Success added = (CniResult.Success) new PluginChain(StandardPlugins.all(), network)
                    .add(flat, new PluginChain.Container(id, "/netns/" + id, "", Collections.emptyMap()));
            pods.add(new String[] {id, "node-0", added.podIp(), "0"});
        }
        assertThat(path(true, pods.get(0), pods.get(1)[2], 84).arrives()).isTrue();
        assertThat(path(true, pods.get(0), "172.16.0.10", 84).drop())
                .isEqualTo("node-0: nobody answers for the gateway 10.0.1.1: bridge cni0 works on layer 2 alone");
    }
}

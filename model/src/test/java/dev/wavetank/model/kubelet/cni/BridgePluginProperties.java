package dev.wavetank.model.kubelet.cni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubelet.cni.CniRequest.Command;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;

class BridgePluginProperties {

    private NetworkDisk disk;
    private NodeNetwork node;
    private int made;

    @BeforeTry
    void emptyNode() {
        disk = new NetworkDisk();
        node = new NodeNetwork(disk);
        made = 0;
    }

    private CniResult execute(Command command, String id, String cidr) {
        PluginChain chain = new PluginChain(StandardPlugins.all(), node);
        PluginChain.Container container =
                new PluginChain.Container(id, "/var/run/netns/" + id, "", Collections.emptyMap());
        NetworkList network = NetworkList.bridge(cidr);
        return command == Command.ADD ? chain.add(network, container) : chain.delete(network, container);
    }

    private CniResult add(String cidr) {
        return execute(Command.ADD, "sandbox-" + made++, cidr);
    }

    private static String ip(CniResult result) {
        return ((CniResult.Success) result).podIp();
    }

    /** Whatever comes and goes, and whenever the node is rebooted: no two live sandboxes share an address. */
    @Property
    void an_address_belongs_to_one_sandbox_only(@ForAll @Size(max = 200) List<@IntRange(max = 9) Integer> steps) {
        String cidr = "10.1.2.0/27";
        Deque<String[]> live = new ArrayDeque<>();
        Set<String> taken = new TreeSet<>();
        for (int step : steps) {
            if (step < 6) {
                String id = "sandbox-" + made;
                CniResult result = add(cidr);
                assertThat(result instanceof CniResult.Failure).isEqualTo(live.size() == 29);
                if (result instanceof CniResult.Success success) {
                    assertThat(taken.add(success.podIp()))
                            .as("address %s is free", success.podIp())
                            .isTrue();
                    live.add(new String[] {id, success.podIp()});
                }
            } else if (step < 9 && !live.isEmpty()) {
                String[] gone = step == 6 ? live.removeLast() : live.removeFirst();
                assertThat(execute(Command.DEL, gone[0], cidr)).isInstanceOf(CniResult.Done.class);
                taken.remove(gone[1]);
            } else {
                node = new NodeNetwork(disk);
            }
            assertThat(disk.addresses().size()).isEqualTo(live.size());
        }
    }

    @Example
    void addresses_go_round_from_the_last_one_and_skip_network_gateway_and_broadcast() {
        String cidr = "10.1.2.0/29";
        for (int last = 2; last <= 6; last++) {
            assertThat(ip(add(cidr))).isEqualTo("10.1.2." + last);
        }
        execute(Command.DEL, "sandbox-1", cidr);
        execute(Command.DEL, "sandbox-0", cidr);
        assertThat(ip(add(cidr))).isEqualTo("10.1.2.2");
        execute(Command.DEL, "sandbox-5", cidr);
        assertThat(ip(add(cidr))).as("not the one just freed").isEqualTo("10.1.2.3");
    }

    @Example
    void a_full_subnet_is_an_error_until_an_address_is_freed() {
        String cidr = "10.1.2.0/24";
        for (int i = 0; i < 253; i++) {
            assertThat(add(cidr)).isInstanceOf(CniResult.Success.class);
        }
        assertThat(((CniResult.Failure) add(cidr)).msg())
                .isEqualTo(
                        "plugin type=\"bridge\" failed (add): failed to allocate for range 0: no IP addresses available in range set:"
                                + " 10.1.2.1-10.1.2.254");
        execute(Command.DEL, "sandbox-100", cidr);
        assertThat(ip(add(cidr))).isEqualTo("10.1.2.102");
    }

    @Example
    void the_bridge_is_made_on_first_use_and_gone_after_a_reboot() {
        assertThat(node.bridges()).doesNotContainKey("cni0");
        CniResult.Success result = (CniResult.Success) add("10.1.2.0/24");
        assertThat(node.bridges()).containsKey("cni0");
        assertThat(result.interfaces())
                .extracting(CniResult.Interface::name)
                .startsWith("cni0")
                .endsWith("eth0");
        assertThat(result.routes()).containsExactly(new CniResult.Route("0.0.0.0/0", ""));
        assertThat(new NodeNetwork(disk).bridges()).doesNotContainKey("cni0");
    }

    @Example
    void an_interface_gets_one_address_only() {
        execute(Command.ADD, "twice", "10.1.2.0/24");
        assertThat(execute(Command.ADD, "twice", "10.1.2.0/24")).isInstanceOf(CniResult.Failure.class);
    }
}

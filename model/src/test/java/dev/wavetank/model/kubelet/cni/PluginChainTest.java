package dev.wavetank.model.kubelet.cni;

import static dev.wavetank.model.kubelet.cni.NodeUnderTest.ARGUMENTS;
import static dev.wavetank.model.kubelet.cni.NodeUnderTest.DOCUMENTED;
import static dev.wavetank.model.kubelet.cni.NodeUnderTest.container;
import static dev.wavetank.model.kubelet.cni.NodeUnderTest.documented;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.kubelet.cni.CniRequest.Command;
import dev.wavetank.model.kubelet.cni.PluginChain.Container;
import dev.wavetank.model.kubelet.cni.plugin.BridgePlugin;
import dev.wavetank.model.kubelet.cni.plugin.CalicoPlugin;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginChainTest {

    private final NodeUnderTest tested = NodeUnderTest.create();
    private final NetworkDisk disk = tested.disk();
    private final NodeNetwork node = tested.node();
    private final List<CniRequest> calls = tested.calls();

    private static Object json(String text) {
        return GoJsonReader.parse(text);
    }

    @Test
    void a_field_of_another_type_is_a_mistake_and_not_ignored() {
        NetworkList wrong = NetworkList.parse(
                "10-bridge.conf",
                DOCUMENTED.replace("${POD_CIDR}", "10.200.0.0/24").replace("\"ipMasq\": true", "\"mtu\": \"big\""));

        assertThat(((CniResult.Failure) tested.chain().add(wrong, container("dea9d4bc"))).msg())
                .contains("failed to load netconf: json: cannot unmarshal string into Go struct field NetConf.mtu of"
                        + " type int");
    }

    @Test
    void the_bridge_of_the_documents_is_made_with_its_gateway_and_one_end_of_a_pair_is_in_the_container() {
        CniResult.Success result = (CniResult.Success) tested.chain().add(documented(), container("dea9d4bc"));

        CniRequest call = calls.get(1);
        assertThat(call.environment())
                .containsEntry("CNI_COMMAND", "ADD")
                .containsEntry("CNI_CONTAINERID", "dea9d4bc")
                .containsEntry("CNI_NETNS", "/var/run/netns/cni-dea9d4bc")
                .containsEntry("CNI_IFNAME", "eth0")
                .containsEntry("CNI_PATH", "/opt/cni/bin")
                .containsEntry("CNI_ARGS", ARGUMENTS)
                .hasSize(6);
        assertThat(call.stdin()).isEqualTo(json(DOCUMENTED.replace("${POD_CIDR}", "10.200.0.0/24")));
        String host = result.interfaces().get(1).name();
        assertThat(result.tree())
                .isEqualTo(json("{'cniVersion':'0.3.1','interfaces':[{'name':'cnio0','mac':'0a:58:0a:c8:00:01'},"
                                .replace('\'', '"')
                        + ("{'name':'" + host + "','mac':'"
                                        + result.interfaces().get(1).mac()
                                        + "'},{'name':'eth0','mac':'0a:58:0a:c8:00:02','sandbox':"
                                        + "'/var/run/netns/cni-dea9d4bc'}],'ips':[{'version':'4','interface':2,"
                                        + "'address':'10.200.0.2/24','gateway':'10.200.0.1'}],"
                                        + "'routes':[{'dst':'0.0.0.0/0'}],'dns':{}}")
                                .replace('\'', '"')));
        assertThat(node.bridge("cnio0").address()).isEqualTo("10.200.0.1/24");
        assertThat(node.attachment("dea9d4bc", "eth0"))
                .returns("cnio0", NodeNetwork.Attachment::bridge)
                .returns("bridge", NodeNetwork.Attachment::masquerade)
                .returns(1500L, NodeNetwork.Attachment::mtu);
        assertThat(disk.addresses().reservations().values())
                .containsExactly(new HostLocalStore.Owner("dea9d4bc", "eth0"));
    }

    @Test
    void plug_ins_are_called_in_order_with_the_result_before_and_the_other_way_round_to_undo_it() {
        NetworkList network = NetworkList.bridge("10.244.0.0/24");
        PluginChain chain = tested.chain();
        CniResult.Success added = (CniResult.Success) chain.add(network, container("one"));
        assertThat(calls).extracting(call -> call.config().type()).containsExactly("loopback", "bridge", "portmap");
        assertThat(calls.get(1).stdin()).doesNotContainKey("prevResult");
        assertThat(calls.get(2).stdin())
                .isEqualTo(with(
                        json("{\"type\":\"portmap\",\"capabilities\":{\"portMappings\":true},\"snat\":true,"
                                + "\"name\":\"podnet\",\"cniVersion\":\"0.4.0\"}"),
                        added.tree()));
        calls.clear();
        assertThat(chain.check(network, container("one"))).isInstanceOf(CniResult.Done.class);
        calls.clear();
        assertThat(chain.delete(network, container("one"))).isInstanceOf(CniResult.Done.class);
        assertThat(calls).extracting(call -> call.config().type()).containsExactly("loopback", "portmap", "bridge");
        assertThat(calls.get(1).previous()).isEqualTo(added);
        calls.clear();
        // As recorded: the second DEL of a pod has neither namespace nor result, and succeeds.
        Container gone = new Container("one", "", ARGUMENTS, Collections.emptyMap());
        assertThat(chain.delete(network, gone)).isInstanceOf(CniResult.Done.class);
        assertThat(calls)
                .allMatch(call -> call.previous() == null && call.netns().isEmpty());
        assertThat(disk.addresses().size()).isZero();
        assertThat(node.attachments()).isEmpty();
        assertThat(((CniResult.Failure) chain.check(network, container("one"))).msg())
                .isEqualTo("plugin type=\"bridge\" failed (check): host-local: Failed to find address added by"
                        + " container one");
    }

    private static Map<String, Object> with(Object tree, Map<String, Object> previous) {
        Map<String, Object> all = new LinkedHashMap<>(PluginConfig.of(tree).tree());
        all.put("prevResult", previous);
        return all;
    }

    @Test
    void ports_of_the_node_reach_the_plug_in_that_is_capable_of_them() {
        Map<String, Object> port = new LinkedHashMap<>();
        port.put("hostPort", 8080L);
        port.put("containerPort", 80L);
        port.put("protocol", "tcp");
        Container container =
                new Container("one", "/netns", ARGUMENTS, Collections.singletonMap("portMappings", List.of(port)));
        NetworkList network = NetworkList.bridge("10.244.0.0/24");
        tested.chain().add(network, container);
        assertThat(calls.get(1).stdin()).doesNotContainKey("runtimeConfig");
        assertThat(calls.get(2).config().object("runtimeConfig").list("portMappings"))
                .containsExactly(port);
        assertThat(node.ports("one")).containsExactly(new NodeNetwork.PortMapping(8080, 80, "tcp", ""));
        tested.chain().delete(network, container);
        assertThat(node.ports("one")).isEmpty();
    }

    @Test
    void a_bridge_without_addresses_works_on_layer_2() {
        NetworkList network = NetworkList.parse(
                "10-l2.conf", "{\"cniVersion\":\"1.0.0\",\"name\":\"l2\",\"type\":\"bridge\",\"bridge\":\"br0\"}");
        CniResult.Success result = (CniResult.Success) tested.chain().add(network, container("one"));
        assertThat(result.ips()).isEmpty();
        assertThat(node.bridge("br0").address()).isEmpty();
        assertThat(disk.addresses().size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "9.9.9 | bridge | 1 | incompatible CNI versions; config is \"9.9.9\", plugin supports [\"0.1.0\""
                        + " \"0.2.0\" \"0.3.0\" \"0.3.1\" \"0.4.0\" \"1.0.0\"]",
                "0.4.0 | nosuch | 999 | failed to find plugin \"nosuch\" in path [/opt/cni/bin]",
                "0.4.0 | portmap | 999 | must be called as chained plugin",
                "0.4.0 | flannel | 999 | loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or"
                        + " directory"
            })
    void errors_have_the_codes_of_the_specification(String version, String type, int code, String message) {
        NetworkList network = NetworkList.parse(
                "10.conf", "{\"cniVersion\":\"" + version + "\",\"name\":\"n\",\"type\":\"" + type + "\"}");
        CniResult.Failure failure = (CniResult.Failure) tested.chain().add(network, container("one"));
        assertThat(failure.cniVersion()).isEqualTo(version);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.text()).isEqualTo("plugin type=\"" + type + "\" failed (add): " + message);
        assertThat(failure.tree().keySet()).startsWith("cniVersion", "code", "msg");
    }

    /** SPEC.md v1.0.0, section 5: codes up to 99 have a meaning, those from 100 on are the plug-in's own. */
    @ParameterizedTest
    @CsvSource({
        "2, unsupported field",
        "3, container unknown",
        "5, i/o failure",
        "6, failed to decode content",
        "11, try again later",
        "100, out of order"
    })
    void the_code_of_a_plug_in_reaches_whoever_called_it(int code, String message) {
        Map<String, CniPlugin> own = new LinkedHashMap<>(StandardPlugins.all());
        own.put("own", (request, on) -> CniError.of(request, code, message));
        PluginChain chain = new PluginChain(own, node);
        NetworkList network =
                NetworkList.parse("10.conf", "{\"cniVersion\":\"1.0.0\",\"name\":\"n\",\"type\":\"own\"}");
        for (CniResult result : List.of(
                chain.add(network, container("one")),
                chain.check(network, container("one")),
                chain.delete(network, container("one")))) {
            assertThat(((CniResult.Failure) result).code()).isEqualTo(code);
            assertThat(((CniResult.Failure) result).msg())
                    .startsWith("plugin type=\"own\" failed (")
                    .endsWith(message);
            assertThat(((CniResult.Failure) result).tree()).containsEntry("code", (long) code);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"cniVersion\":1 | 6 | decoding version from network config: json: cannot unmarshal number into Go struct"
                        + " field NetConf.cniVersion of type string",
                "\"name\":[] | 6 | error unmarshall network config: json: cannot unmarshal array into Go struct field"
                        + " NetConf.name of type string",
                "\"bridge\":\"a-name-of-16-long\" | 999 | failed to create bridge \"a-name-of-16-long\": could not add"
                        + " \"a-name-of-16-long\": numerical result out of range",
                "\"vlan\":7 | 2 | vlan: 7 is not simulated",
                "\"mtu\":\"big\" | 999 | failed to load netconf: json: cannot unmarshal string into Go struct field"
                        + " NetConf.mtu of type int"
            })
    void what_cannot_be_decoded_or_is_not_supported_has_its_own_code(String field, int code, String message) {
        PluginConfig broken = documented().plugins().get(0);
        for (Map.Entry<?, ?> each : ((Map<?, ?>) json("{" + field + "}")).entrySet()) {
            broken = broken.with(String.valueOf(each.getKey()), each.getValue());
        }
        CniResult result = tested.chain().add(new NetworkList("n", "0.3.1", List.of(broken)), container("one"));
        assertThat(((CniResult.Failure) result).code()).isEqualTo(code);
        assertThat(((CniResult.Failure) result).text()).isEqualTo("plugin type=\"bridge\" failed (add): " + message);
    }

    @Test
    void a_container_without_a_name_is_an_error_of_the_environment() {
        CniResult result = tested.chain().add(documented(), new Container("", "/netns", "", Collections.emptyMap()));
        assertThat(((CniResult.Failure) result).code()).isEqualTo(CniError.INVALID_ENVIRONMENT);
    }

    @Test
    void flannel_s_plug_in_calls_the_bridge_with_what_the_agent_found_out() {
        disk.setSubnetEnv(Map.of(
                "FLANNEL_NETWORK", "10.0.0.0/8",
                "FLANNEL_SUBNET", "10.0.7.1/24",
                "FLANNEL_MTU", "1450",
                "FLANNEL_IPMASQ", "true"));
        NetworkList network = NetworkList.parse(
                "10-flannel.conflist",
                "{\"name\":\"cbr0\",\"cniVersion\":\"0.3.1\",\"plugins\":[{\"type\":\"flannel\",\"delegate\":"
                        + "{\"hairpinMode\":true,\"isDefaultGateway\":true}}]}");
        CniResult.Success result = (CniResult.Success) tested.chain().add(network, container("one"));
        assertThat(result.podIp()).isEqualTo("10.0.7.2");
        assertThat(result.routes())
                .containsExactly(new CniResult.Route("10.0.0.0/8", ""), new CniResult.Route("0.0.0.0/0", "10.0.7.1"));
        assertThat(node.attachment("one", "eth0"))
                .returns(1450L, NodeNetwork.Attachment::mtu)
                .returns(null, NodeNetwork.Attachment::masquerade)
                .returns(true, NodeNetwork.Attachment::hairpin);
        disk.setSubnetEnv(Collections.emptyMap());
        assertThat(tested.chain().delete(network, container("one"))).isInstanceOf(CniResult.Done.class);
        assertThat(disk.addresses().size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | one | eth0 | 7 | missing network name",
                "a b | one | eth0 | 7 | invalid characters found in network name",
                "net | a/b | eth0 | 4 | invalid characters in containerID",
                "net | one | averyveryverylongname | 4 | interface name is too long",
                "net | one | .. | 4 | interface name is . or ..",
                "net | one | eth:0 | 4 | interface name contains / or : or whitespace characters",
                "net | one | eth0 | 0 | ''"
            })
    void names_are_checked_before_a_plug_in_runs(String network, String id, String device, int code, String text) {
        PluginConfig config = documented().plugins().get(0).with("name", network);
        CniResult result = CniError.check(new CniRequest(Command.ADD, id, "/netns/one", device, "", config, null));
        if (code == 0) {
            assertThat(result).isInstanceOf(CniResult.Done.class);
        } else {
            assertThat(result).isEqualTo(new CniResult.Failure("0.3.1", code, text));
        }
    }

    @Test
    void calico_s_plug_in_makes_a_route_to_each_container_and_no_bridge() {
        NetworkList network = NetworkList.parse(
                CalicoPlugin.FILE, CalicoPlugin.CONFIGURATION.replace("${POD_CIDR}", "10.244.5.0/24"));
        PluginChain chain = tested.chain();
        CniResult.Success added = (CniResult.Success) chain.add(network, container("one"));

        assertThat(added.ips()).containsExactly(new CniResult.IpConfig("10.244.5.2/32", "", 1));
        assertThat(added.routes())
                .containsExactly(
                        new CniResult.Route("169.254.1.1/32", ""), new CniResult.Route("0.0.0.0/0", "169.254.1.1"));
        assertThat(added.interfaces().get(0).name()).matches("cali[0-9a-f]{8}");
        assertThat(added.interfaces().get(0).mac()).isEqualTo("ee:ee:ee:ee:ee:ee");
        assertThat(node.bridges()).isEmpty();
        assertThat(node.attachment("one", "eth0").isRouted()).isTrue();
        assertThat(chain.check(network, container("one")))
                .isInstanceOf(CniResult.Failure.class)
                .asString()
                .contains("config version does not allow CHECK");
        assertThat(chain.delete(network, container("one"))).isInstanceOf(CniResult.Done.class);
        assertThat(chain.delete(network, container("one"))).isInstanceOf(CniResult.Done.class);
        assertThat(node.attachment("one", "eth0")).isNull();
        assertThat(disk.addresses().size()).isZero();
    }

    @Test
    void a_second_range_set_gives_a_second_address_and_ranges_are_used_one_after_the_other() {
        NetworkList network = NetworkList.parse(
                "10.conf",
                ("{'cniVersion':'1.0.0','name':'n','type':'bridge','isGateway':true,'ipam':{'type':'host-local',"
                                + "'ranges':[[{'subnet':'10.1.0.0/24','rangeStart':'10.1.0.9','rangeEnd':'10.1.0.10'},"
                                + "{'subnet':'10.2.0.0/24','rangeStart':'10.2.0.5','rangeEnd':'10.2.0.5'}],"
                                + "[{'subnet':'10.3.0.0/24','gateway':'10.3.0.2'}]]}}")
                        .replace('\'', '"'));
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        // A bridge keeps the gateway of the first address: the third container is on another subnet.
        NetworkList forced = new NetworkList(
                network.name(),
                network.version(),
                List.of(network.plugins().get(0).with("forceAddress", true)));
        for (String id : List.of("a", "b", "c")) {
            CniResult.Success result = (CniResult.Success) tested.chain().add(forced, container(id));
            first.add(result.ips().get(0).address());
            second.add(result.ips().get(1).address());
        }
        assertThat(first).containsExactly("10.1.0.9/24", "10.1.0.10/24", "10.2.0.5/24");
        assertThat(second).containsExactly("10.3.0.1/24", "10.3.0.3/24", "10.3.0.4/24");
        assertThat(((CniResult.Failure) tested.chain().add(forced, container("d"))).msg())
                .endsWith("no IP addresses available in range set: 10.1.0.9-10.1.0.10,10.2.0.5-10.2.0.5");
        tested.chain().delete(forced, container("b"));
        CniResult.Success again = (CniResult.Success) tested.chain().add(forced, container("e"));
        assertThat(again.podIp()).isEqualTo("10.1.0.10");
    }

    @Test
    void hairpin_and_promiscuous_mode_exclude_each_other() {
        PluginConfig both =
                documented().plugins().get(0).with("hairpinMode", true).with("promiscMode", true);
        CniRequest request = new CniRequest(Command.ADD, "one", "/netns", "eth0", "", both, null);
        assertThat(((CniResult.Failure) new BridgePlugin(StandardPlugins.all()).execute(request, node)).msg())
                .isEqualTo("cannot set hairpin mode and promiscuous mode at the same time");
    }
}

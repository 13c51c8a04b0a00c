package dev.wavetank.model.kubelet.cni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Against the {@code iptables-save} of a recorded v1.20 node with the plug-ins 1.1.1. */
class NatRulesTest {

    private static final String ID = "e967451716b5f9e9e5b2bde1d851ff701500da22da68d4e9d0ab7cfdd8e88c72";

    private final NodeNetwork node = new NodeNetwork(new NetworkDisk());

    private void add(String id, Map<String, Object> capabilities) {
        node.disk().setStandard(NetworkList::bridge);
        node.disk().assign(Ipv4Range.parse("10.244.0.0/24").orElseThrow());
        new PluginChain(StandardPlugins.all(), node)
                .add(node.disk().network(), new PluginChain.Container(id, "/netns/" + id, "", capabilities));
    }

    @Test
    void chains_have_the_names_that_the_plug_ins_give_them() {
        assertThat(NatRules.chain("CNI-", "podnet", "d385648223db76c46e6d4cbef9b11669845e25372fe0e5d79f4becdeb7f9ac4c"))
                .isEqualTo("CNI-e484c7c32a0076f70dfb77b0");
        assertThat(NatRules.chain("CNI-DN-", "podnet", ID)).isEqualTo("CNI-DN-96f4942c49381ac9400a2");
    }

    @Test
    void masquerade_and_ports_are_the_recorded_rules() {
        Map<String, Object> port = new LinkedHashMap<>();
        port.put("hostPort", 9099L);
        port.put("containerPort", 80L);
        port.put("protocol", "tcp");
        add(ID, Collections.singletonMap("portMappings", List.of(port)));
        String comment = "-m comment --comment \"name: \\\"podnet\\\" id: \\\"" + ID + "\\\"\"";
        assertThat(NatRules.lines(node))
                .containsSubsequence(
                        ":CNI-96f4942c49381ac9400a2172 - [0:0]",
                        ":CNI-DN-96f4942c49381ac9400a2 - [0:0]",
                        "-A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT",
                        "-A POSTROUTING -s 10.244.0.2/32 " + comment + " -j CNI-96f4942c49381ac9400a2172",
                        "-A CNI-96f4942c49381ac9400a2172 -d 10.244.0.0/24 " + comment + " -j ACCEPT",
                        "-A CNI-96f4942c49381ac9400a2172 ! -d 224.0.0.0/4 " + comment + " -j MASQUERADE",
                        "-A CNI-DN-96f4942c49381ac9400a2 -s 10.244.0.0/24 -p tcp -m tcp --dport 9099 -j"
                                + " CNI-HOSTPORT-SETMARK",
                        "-A CNI-DN-96f4942c49381ac9400a2 -s 127.0.0.1/32 -p tcp -m tcp --dport 9099 -j"
                                + " CNI-HOSTPORT-SETMARK",
                        "-A CNI-DN-96f4942c49381ac9400a2 -p tcp -m tcp --dport 9099 -j DNAT --to-destination"
                                + " 10.244.0.2:80",
                        "-A CNI-HOSTPORT-DNAT -p tcp -m comment --comment \"dnat name: \\\"podnet\\\" id: \\\"" + ID
                                + "\\\"\" -m multiport --dports 9099 -j CNI-DN-96f4942c49381ac9400a2",
                        "-A CNI-HOSTPORT-MASQ -m mark --mark 0x2000/0x2000 -j MASQUERADE");
    }

    @Test
    void without_ports_there_are_no_rules_for_them() {
        add("one", Collections.emptyMap());
        assertThat(NatRules.lines(node)).noneMatch(line -> line.contains("HOSTPORT"));
    }
}

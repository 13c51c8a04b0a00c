package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node's network as the tools of the node would show it. */
class NetworkInspectionTest {

    @TempDir
    private Path directory;

    private String scenario(String cluster, String more) {
        return PodNetworkScenario.write(directory, cluster, more);
    }

    @Test
    void inspect_shows_the_network_to_programs() throws IOException {
        Invocation shown = Invocation.of("inspect", "node/node-2", scenario("", ""), "--network", "-o", "json");
        assertThat(shown.exitCode()).as(shown.err()).isZero();
        JsonNode tree = JsonMapper.shared().readTree(shown.out());
        assertThat(tree.get("podRange").asString()).isEqualTo("10.0.2.0/24");
        assertThat(tree.get("reservations")).hasSize(1);
        assertThat(tree.get("attachments").get(0).get("result").get("ips")).hasSize(1);
        assertThat(tree.get("iptables")).isNotEmpty();
    }

    @Test
    void inspect_shows_the_network_as_the_tools_of_a_node_do() throws IOException {
        Invocation shown = Invocation.of("inspect", "node/node-2", scenario("", ""), "--network");
        assertThat(shown.exitCode()).as(shown.err()).isZero();
        assertThat(shown.out())
                .contains(
                        "inet 10.0.2.1/24 brd 10.0.2.255 scope global cni0",
                        "10.0.2.0/24 dev cni0 proto kernel scope link src 10.0.2.1",
                        "master cni0 state forwarding priority 32 cost 2 hairpin on",
                        "-p tcp -m tcp --dport 8080 -j DNAT --to-destination 10.0.2.2:80",
                        "search default.svc.cluster.local svc.cluster.local cluster.local")
                .containsPattern("-A POSTROUTING -s 10.0.2.2/32 .* -j CNI-[0-9a-f]{24}")
                .containsPattern("10\\.0\\.2\\.2 [0-9a-f]{64} eth0");
    }

    /** Whatever iptables-restore reads: heads before rules, every chain declared, each table ended. */
    @ParameterizedTest
    @ValueSource(strings = {"", "  addOns: [{kind: kube-proxy}]\n"})
    void rules_can_be_restored(String cluster) throws IOException {
        String expose = "- {at: 10s, kubectl: create service nodeport web --tcp=80}\n";
        String text = Invocation.of("inspect", "node/node-2", scenario(cluster, expose), "--network")
                .out();
        List<String> lines = text.substring(text.indexOf("\niptables-save\n"), text.indexOf("\nfiles in "))
                .lines()
                .skip(2)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        Set<String> chains = new TreeSet<>();
        String table = "";
        boolean inRules = false;
        for (String line : lines) {
            if (line.startsWith("*")) {
                assertThat(table).isEmpty();
                table = line;
                chains.clear();
                inRules = false;
            } else if (line.startsWith(":")) {
                assertThat(inRules).as(line).isFalse();
                assertThat(line).matches(":\\S+ (ACCEPT|-) \\[0:0\\]");
                assertThat(chains.add(line.substring(1, line.indexOf(' ')))).isTrue();
            } else if (line.startsWith("-A ")) {
                inRules = true;
                assertThat(chains).contains(line.split(" ")[1]);
                int jump = line.lastIndexOf(" -j ");
                String target = line.substring(jump + 4).split(" ")[0];
                assertThat(chains.contains(target) || target.matches("[A-Z]+"))
                        .as(line)
                        .isTrue();
            } else {
                assertThat(line).isEqualTo("COMMIT");
                table = "";
            }
        }
        assertThat(table).isEmpty();
        assertThat(lines).contains("*nat", ":POSTROUTING ACCEPT [0:0]");
        if (!cluster.isEmpty()) {
            assertThat(lines)
                    .contains(
                            "*filter",
                            ":KUBE-SERVICES - [0:0]",
                            "-A PREROUTING -m comment --comment \"kubernetes service portals\" -j KUBE-SERVICES",
                            "-A OUTPUT -m comment --comment \"kubernetes service portals\" -j KUBE-SERVICES",
                            "-A POSTROUTING -m comment --comment \"kubernetes postrouting rules\" -j KUBE-POSTROUTING")
                    .anyMatch(line -> line.startsWith("-A KUBE-SERVICES ") && line.contains("default/web"));
        }
    }

    @Test
    void a_node_under_vxlan_shows_its_device_with_neighbours_and_forwarding() throws IOException {
        String file = scenario("  addOns: [{kind: flannel, backend: vxlan}]\n", "");
        String text = Invocation.of("inspect", "node/node-3", file, "--network").out();
        assertThat(text)
                .contains(
                        "3: flannel.1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1450",
                        "inet 10.0.3.0/32 scope global flannel.1",
                        "10.0.1.0/24 via 10.0.1.0 dev flannel.1 onlink")
                .containsPattern(
                        "10\\.0\\.1\\.0 dev flannel\\.1 lladdr ([0-9a-f:]{17}) PERMANENT(?s:.*)\\1 dst 172\\.16"
                                + "\\.0\\.11 self permanent");
    }

    @Test
    void under_calico_a_node_has_a_route_to_each_pod_and_no_bridge() throws IOException {
        String file = scenario("  addOns: [{kind: calico}]\n", "");
        assertThat(Invocation.of("trace-packet", file, "a", "b").out())
                .containsSubsequence(
                        "default/a: eth0 10.0.1.2: via 169.254.1.1",
                        "answers for 169.254.1.1 (proxy ARP)",
                        "10.0.2.0/24 via 172.16.0.12 dev eth0",
                        "node-2: 10.0.2.2 dev cali",
                        "the answer");
        assertThat(Invocation.of("ping", file, "a", "10.0.2.77").out())
                .contains("node-2: no pod has 10.0.2.77: blackhole 10.0.2.0/24");
        assertThat(Invocation.of("inspect", "node/node-1", file, "--network").out())
                .contains("blackhole 10.0.1.0/24 proto bird", "10.0.2.0/24 via 172.16.0.12 dev eth0 proto bird")
                .containsPattern("10\\.0\\.1\\.2 dev cali[0-9a-f]{8} scope link")
                .doesNotContain("cni0", "master");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10M | qdisc tbf 1: dev veth[0-9a-f]{8} root refcnt 2 rate 10Mbit lat 25ms",
                "7 | reading pod bandwidth annotations: resource is unreasonably small \\(< 1kbit\\)",
                "2P | reading pod bandwidth annotations: resource is unreasonably large \\(> 1Pbit\\)"
            })
    void an_annotation_limits_what_a_pod_receives(String limit, String pattern) throws IOException {
        String file = scenario(
                "  profile: v1.36\n  settings: {container-runtime.cni-conf-dir: net.d}\n",
                "- {at: 20s, kubectl: get events}\n");
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file))
                                .replace(
                                        "metadata: {name: a}",
                                        "metadata: {name: a, annotations: {kubernetes.io/ingress-bandwidth: '" + limit
                                                + "'}}")
                        + "  net.d/10.conflist: '{\"cniVersion\":\"0.4.0\",\"name\":\"n\",\"plugins\":[{\"type\":\"bridge\","
                        + "\"isGateway\":true,\"ipam\":{\"type\":\"host-local\",\"ranges\":[[{\"subnet\":\"${POD_CIDR}\"}]]}},"
                        + "{\"type\":\"bandwidth\",\"capabilities\":{\"bandwidth\":true}}]}'\n");
        String shown = Invocation.of("inspect", "node/node-1", file, "--network", "--until", "30s")
                        .out()
                + Invocation.of("run", file, "--until", "30s").out();
        assertThat(shown).containsPattern(pattern);
    }

    @Test
    void ipvs_has_virtual_servers_and_no_chains() throws IOException {
        String file = scenario("  addOns: [{kind: kube-proxy}]\n  settings: {kube-proxy.proxy-mode: ipvs}\n", "");
        assertThat(Invocation.of("inspect", "node/node-1", file, "--network").out())
                .contains("ipvsadm -Ln", "TCP  10.96.0.1:443 rr", "inet 10.96.0.1/32 scope global kube-ipvs0")
                .doesNotContain("KUBE-SVC");
        assertThat(Invocation.of("curl", "kubernetes", file).out())
                .contains("IPVS virtual server 10.96.0.1:443, each in turn");
    }

    @Test
    void the_resolver_of_a_pod_has_what_its_dns_config_says() throws IOException {
        String file = scenario("", "");
        Files.writeString(Path.of(file), Files.readString(Path.of(file)).replace("""
                      hostNetwork: true
                """, """
                      dnsPolicy: None
                      dnsConfig: {nameservers: [9.9.9.9], searches: [corp.example], options: [{name: ndots, value: '2'}]}
                """));
        assertThat(Invocation.of("inspect", "node/node-2", file, "--network").out())
                .contains(
                        "resolv.conf of pod default/h\n  search corp.example\n  nameserver 9.9.9.9\n  options ndots:2");
    }
}

package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PodNetworkCommandsTest {

    @TempDir
    private Path directory;

    private String scenario(String cluster, String more) {
        return PodNetworkScenario.write(directory, cluster, more);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  addOns: [{kind: flannel, backend: vxlan}]\n",
                "  addOns: [{kind: flannel, backend: udp}]\n",
                "  addOns: [{kind: flannel, backend: host-gw}]\n",
                "  addOns: [{kind: flannel, backend: vxlan, leases: etcd}]\n",
                "  addOns: [{kind: calico}]\n"
            })
    void every_pod_reaches_every_other_at_rest(String cluster) throws IOException {
        String file = scenario(cluster, "");
        for (String from : new String[] {"a", "b", "h"}) {
            for (String to : new String[] {"a", "b", "h"}) {
                Invocation ping = Invocation.of("ping", file, from, to);
                assertThat(ping.exitCode()).as(ping.out() + ping.err()).isZero();
                assertThat(ping.out()).contains("64 bytes from ");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vxlan | 1422 | 0 | bytes from",
                "vxlan | 1423 | 1 | message too long, mtu=1450",
                "udp | 1445 | 1 | message too long, mtu=1472",
                "host-gw | 1472 | 0 | bytes from"
            })
    void back_ends_leave_less_room_for_a_packet(String backend, String size, int code, String text) throws IOException {
        Invocation ping = Invocation.of(
                "ping", scenario("  addOns: [{kind: flannel, backend: " + backend + "}]\n", ""), "a", "b", "-s", size);
        assertThat(ping.exitCode()).isEqualTo(code);
        assertThat(ping.out()).contains(text);
    }

    @Test
    void a_trace_shows_each_hop_and_the_end() throws IOException {
        String file = scenario("  addOns: [{kind: flannel, backend: vxlan}]\n", "");
        assertThat(Invocation.of("trace-packet", file, "a", "b").out())
                .containsSubsequence(
                        "default/a to b (10.0.2.2), 84 bytes",
                        "default/a: eth0 10.0.1.2: via 10.0.1.1",
                        "to cni0 10.0.1.1/24",
                        "10.0.2.0/24 via 172.16.0.12 dev flannel.1",
                        "wire: 172.16.0.11 to 172.16.0.12, 134 bytes",
                        "unwrapped from vxlan",
                        "10.0.2.0/24 dev cni0",
                        "the answer",
                        "10.0.1.0/24 via 172.16.0.11 dev flannel.1");
        Invocation lost = Invocation.of("trace-packet", file, "a", "10.0.2.99");
        assertThat(lost.exitCode()).isEqualTo(1);
        assertThat(lost.out()).contains("DROPPED at node-2: nobody on cni0 has 10.0.2.99");
    }

    @Test
    void a_node_that_is_down_swallows_packets_and_only_bgp_takes_its_route_back() throws IOException {
        String crash = "faults:\n- {kind: nodeCrash, node: node-2, at: 10s, for: 1h}\n";
        Invocation flannel = Invocation.of(
                "trace-packet",
                scenario("  addOns: [{kind: flannel, backend: host-gw}]\n", crash),
                "a",
                "10.0.2.2",
                "--at",
                "70s",
                "--until",
                "80s");
        assertThat(flannel.out())
                .as(flannel.err())
                .contains("10.0.2.0/24 via 172.16.0.12 dev eth0", "DROPPED at node-2: the machine is down");
        Invocation bgp = Invocation.of(
                "trace-packet",
                scenario("  addOns: [{kind: calico}]\n", crash),
                "a",
                "10.0.2.2",
                "--at",
                "70s",
                "--until",
                "80s");
        assertThat(bgp.out()).contains("DROPPED at node-1: no route to 10.0.2.2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vxlan | a | 172.16.0.12 | 172.16.0.12: time=",
                "vxlan | a | node/node-2 | 172.16.0.12: time=",
                "vxlan | a | 10.0.2.1 | 10.0.2.1: time=",
                "vxlan | a | 10.0.2.0 | 10.0.2.0: time=",
                "vxlan | a | 10.0.1.0 | 10.0.1.0: time=",
                "vxlan | a | 10.0.1.1 | 10.0.1.1: time=",
                "vxlan | a | 172.16.0.11 | 172.16.0.11: time=",
                "udp | a | 10.0.2.0 | 10.0.2.0: time=",
                "host-gw | a | 10.0.2.1 | 10.0.2.1: time=",
            })
    void addresses_of_nodes_answer(String backend, String from, String to, String text) throws IOException {
        Invocation ping = Invocation.of(
                "ping", scenario("  addOns: [{kind: flannel, backend: " + backend + "}]\n", ""), from, to);
        assertThat(ping.exitCode()).as(ping.out() + ping.err()).isZero();
        assertThat(ping.out()).contains("64 bytes from " + text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: flannel, backend: vxlan} | h | a | 10.0.2.0",
                "{kind: flannel, backend: udp} | h | a | 10.0.2.0",
                "{kind: flannel, backend: host-gw} | h | a | 172.16.0.12",
                "{kind: flannel, backend: vxlan} | h | b | 10.0.2.1",
                "{kind: flannel, backend: vxlan} | h | 172.16.0.11 | 172.16.0.12",
                "{kind: flannel, backend: vxlan} | a | b | 10.0.1.2",
                "{kind: kube-proxy} | a | b | 172.16.0.11",
                "{kind: kube-proxy} | a | 10.0.1.1 | 10.0.1.2",
                "{kind: kube-proxy} | a | 172.16.0.11 | 10.0.1.2"
            })
    void a_node_sends_with_the_address_of_the_device_by_which_a_packet_leaves(
            String addOn, String from, String to, String source) throws IOException {
        Invocation trace =
                Invocation.of("trace-packet", scenario("  addOns: [" + addOn + "]\n", ""), from, to, "-o", "json");
        assertThat(trace.exitCode()).as(trace.out() + trace.err()).isZero();
        JsonNode tree = JsonMapper.shared().readTree(trace.out());
        assertThat(tree.get("source").asString()).isEqualTo(source);
        assertThat(tree.get("answered").asBoolean()).isTrue();
        assertThat(tree.get("there").get("hops")).isNotEmpty();
        assertThat(tree.get("back").get("lost").isNull()).isTrue();
    }

    @Test
    void nobody_sends_from_a_machine_that_is_down() throws IOException {
        String file = scenario("", "faults:\n- {kind: nodeCrash, node: node-1, at: 20s, for: 1h}\n");
        for (String command : new String[] {"ping", "trace-packet"}) {
            Invocation run = Invocation.of(command, file, "a", "b", "--at", "30s", "--until", "40s");
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("pod default/a is on node-1, whose machine is down");
        }
        Invocation unknown = Invocation.of("ping", file, "a", "node/node-9");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("node-9");
    }

    private static String lostAt(String file, String from, String to, String time) {
        return Invocation.of("trace-packet", file, from, to, "--at", time, "--until", "17m")
                .out();
    }

    @Test
    void a_lease_in_etcd_that_is_not_renewed_ends_and_takes_the_routes_with_it_unless_nobody_hears_of_it()
            throws IOException {
        String file = scenario(
                "  profile: v1.36\n  addOns: [{kind: flannel, backend: host-gw, leases: etcd, ttl: 5m}]\n",
                "- {at: 0s, kubectl: apply -f c.yaml}\n"
                        + "faults:\n- {kind: componentCrash, component: flannel/node-2, at: 1m, for: 13m}\n"
                        + "- {kind: networkPartition, between: flannel/node-3, and: etcd, at: 1m, for: 13m}\n");
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file))
                        + "  c.yaml: '{apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {nodeName: node-3,"
                        + " containers: [{name: c, image: nginx}]}}'\n");
        String address = Pattern.compile("\\((10[0-9.]+)\\)")
                .matcher(lostAt(file, "a", "b", "30s"))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertThat(lostAt(file, "a", address, "4m")).contains("the answer");
        assertThat(lostAt(file, "a", address, "9m")).contains("DROPPED at node-1: no route to " + address);
        // Its own lease has ended as well, and so do routes to it; its copy is old.
        assertThat(lostAt(file, "c", address, "9m")).doesNotContain("DROPPED at node-3");
        assertThat(lostAt(file, "a", address, "16m")).contains("the answer");
        assertThat(lostAt(file, "c", address, "16m")).contains("the answer");
    }

    @Test
    void leases_in_etcd_are_renewed_and_the_ranges_are_drawn_by_the_seed() throws IOException {
        String file = scenario(
                "  profile: v1.36\n  addOns: [{kind: flannel, backend: vxlan, leases: etcd, ttl: 2m}]\n",
                "- {at: 20m, kubectl: get pods}\n");
        Invocation late = Invocation.of("ping", file, "a", "b", "--at", "21m", "--until", "22m");
        assertThat(late.exitCode()).as(late.out() + late.err()).isZero();
        assertThat(Invocation.of("ping", file, "a", "b", "--seed", "2").out())
                .isNotEqualTo(
                        Invocation.of("ping", file, "a", "b", "--seed", "1").out());
    }

    @Test
    void a_cut_link_between_two_machines_loses_packets_and_a_slow_one_delays_them() throws IOException {
        String cut =
                "faults:\n- {kind: networkPartition, between: runtime/node-1, and: 'runtime/*', at: 10s, for: 1h}\n";
        Invocation lost = Invocation.of("trace-packet", scenario("", cut), "a", "b", "--at", "30s", "--until", "40s");
        assertThat(lost.exitCode()).as(lost.err()).isEqualTo(1);
        assertThat(lost.out())
                .contains("DROPPED at node-1: eth0 to 172.16.0.12: the link from node-1 to node-2 is cut");
        String slow = cut.replace("networkPartition", "networkDelay").replace("1h", "1h, delay: 7ms");
        assertThat(Invocation.of("trace-packet", scenario("", slow), "a", "b", "--at", "30s", "--until", "40s")
                        .out())
                .contains("172.16.0.11 to 172.16.0.12, 84 bytes (delayed by 7ms)");
    }

    @Test
    void a_packet_that_arrives_leaves_the_exit_code_to_the_run() throws IOException {
        String scenario = Files.readString(
                Path.of(scenario("", "- {at: 20s, kubectl: create deployment web --image=nginx --replicas=5}\n")));
        String file = InputFile.write(directory, "failure.yaml", """
                invariant: SlowStart
                object: replicaset/default/web
                message: asked for 5 pods
                at: 21s
                fingerprint: 1a00bd7f41972482f42bb572953e6aaa
                seed: 1
                order: fifo
                bugs: [no-slow-start]
                scenario:
                """ + scenario.indent(2));
        for (String command : new String[] {"ping", "trace-packet"}) {
            Invocation run = Invocation.of(command, file, "a", "b");
            assertThat(run.out()).as(run.err()).contains("10.0.2.2");
            assertThat(run.err()).contains("an invariant broke in the run, as wavetank run shows: SlowStart");
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void files_of_the_scenario_are_the_network_of_its_nodes() throws IOException {
        String file = scenario("  settings: {container-runtime.cni-conf-dir: net.d}\n", "");
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file))
                        + "  net.d/10-own.conf: |\n    {\"cniVersion\": \"0.3.1\", \"name\": \"own\", \"type\": \"bridge\","
                        + " \"bridge\": \"cnio0\", \"isGateway\": true, \"ipam\": {\"type\": \"host-local\","
                        + " \"ranges\": [[{\"subnet\": \"${POD_CIDR}\"}]], \"routes\": [{\"dst\": \"0.0.0.0/0\"}]}}\n");
        assertThat(Invocation.of("inspect", "node/node-1", file, "--network").out())
                .contains("inet 10.0.1.1/24 brd 10.0.1.255 scope global cnio0", "10-own.conf");
    }

    @Test
    void a_node_without_a_configuration_is_not_ready_and_only_pods_of_its_own_network_start() throws IOException {
        String file = scenario(
                "  profile: v1.20\n  settings: {container-runtime.cni-conf-dir: nothing, kubelet.hollow: \"false\"}\n",
                "- {at: 20s, kubectl: get nodes}\n- {at: 20s, kubectl: get pods}\n- {at: 20s, kubectl: get events}\n"
                        + "- {at: 21s, kubectl: describe node node-1}\n");
        Invocation run = Invocation.of("run", file, "--until", "25s");
        assertThat(run.out())
                .as(run.err())
                .containsPattern("node-1 +NotReady")
                .containsPattern("a +0/1 +ContainerCreating")
                .containsPattern("h +1/1 +Running")
                .contains("network is not ready: runtime network not ready: NetworkReady=false"
                        + " reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not"
                        + " initialized");
    }

    @Test
    void an_address_leaks_when_the_plug_ins_are_not_called_for_a_sandbox_that_ends() throws IOException {
        String deletion = "- {at: 10s, kubectl: delete pod a --now}\n";
        String fault = "faults:\n- {kind: teardownLoss, node: node-1, at: 5s, for: 90s}\n";
        String leak = Invocation.of(
                        "inspect", "node/node-1", scenario("", deletion + fault), "--network", "--at", "95s")
                .out();
        assertThat(leak).containsPattern("10\\.0\\.1\\.2 [0-9a-f]{64} eth0  leaked: there is no such sandbox");
        String clean = Invocation.of("inspect", "node/node-1", scenario("", deletion), "--network", "--at", "95s")
                .out();
        assertThat(clean).contains("reservations in /var/lib/cni/networks\n  none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pluginKill | netplugin failed with no error message: signal: killed",
                "addressExhaustion | failed to allocate for range 0: no IP addresses available in range set:"
                        + " 10.0.1.1-10.0.1.254"
            })
    void a_plug_in_that_fails_is_told_by_an_event_and_nothing_is_left_of_it(String fault, String text)
            throws IOException {
        String file = scenario(
                "  profile: v1.20\n  settings: {kubelet.hollow: \"false\"}\n",
                "- {at: 20s, kubectl: get events}\n- {at: 80s, kubectl: get pods}\n" + "faults:\n- {kind: " + fault
                        + ", node: node-1, at: 0s, for: 30s}\n");
        Invocation run = Invocation.of("run", file, "--until", "90s");
        assertThat(run.out())
                .as(run.err())
                .contains("plugin type=\"bridge\" failed (add): " + text)
                .containsPattern("a +1/1 +Running");
        assertThat(Invocation.of("inspect", "node/node-1", file, "--network").out())
                .containsPattern("reservations in /var/lib/cni/networks\n  10\\.0\\.1\\.[0-9]+ [0-9a-f]{64} eth0\n\n");
    }

    @Test
    void slow_plug_ins_make_pods_wait() throws IOException {
        String slow = "faults:\n- {kind: pluginDelay, node: node-1, delay: 20s, at: 0s, for: 30s}\n";
        String timeline = "- {at: 15s, kubectl: get pods}\n- {at: 40s, kubectl: get pods}\n";
        Invocation run = Invocation.of("run", scenario("  profile: v1.36\n", timeline + slow), "--until", "50s");
        String[] lists = run.out().split("kubectl get pods");
        assertThat(lists).as(run.out() + run.err()).hasSize(3);
        assertThat(lists[1]).containsPattern("a +0/1 +ContainerCreating").containsPattern("b +1/1 +Running");
        assertThat(lists[2]).containsPattern("a +1/1 +Running");
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void a_pod_that_is_deleted_while_plug_ins_are_slow_leaves_no_address() throws IOException {
        String slow = "faults:\n- {kind: pluginDelay, node: node-1, delay: 50s, at: 0s, for: 80s}\n";
        String file = scenario("  profile: v1.36\n", "- {at: 5s, kubectl: delete pod a --now --wait=false}\n" + slow);
        assertThat(Invocation.of("inspect", "node/node-1", file, "--network", "--at", "150s", "--until", "160s")
                        .out())
                .contains("reservations in /var/lib/cni/networks\n  none");
    }

    @Test
    void a_missing_plug_in_is_told_by_an_event_and_the_pod_starts_when_it_is_back() throws IOException {
        String file = scenario(
                "  profile: v1.20\n  settings: {kubelet.hollow: \"false\"}\n",
                "- {at: 20s, kubectl: get events}\n- {at: 80s, kubectl: get pods}\n"
                        + "faults:\n- {kind: pluginLoss, node: node-1, at: 0s, for: 30s}\n");
        Invocation run = Invocation.of("run", file, "--until", "90s");
        assertThat(run.out())
                .as(run.err())
                .contains("plugin type=\"bridge\" failed (add): failed to find plugin \"bridge\" in path"
                        + " [/opt/cni/bin]")
                .containsPattern("a +1/1 +Running");
    }

    @Test
    void a_pod_without_an_address_does_not_start_and_its_events_say_so() throws IOException {
        String file = scenario(
                "  profile: v1.36\n  settings: {container-runtime.cni-conf-dir: net.d}\n",
                "- {at: 20s, kubectl: get pods}\n- {at: 20s, kubectl: get events}\n");
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file))
                        + "  net.d/10-flat.conf: '{\"cniVersion\": \"0.3.1\", \"name\": \"flat\", \"type\": \"bridge\"}'\n");
        Invocation run = Invocation.of("run", file, "--until", "25s");
        assertThat(run.out())
                .as(run.err())
                .containsPattern("a +0/1 +ContainerCreating")
                .containsPattern("h +1/1 +Running")
                .containsPattern(
                        "failed to setup network for sandbox \"([0-9a-f]{64})\": failed to find network info for"
                                + " sandbox \"\\1\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: flannel, leases: zookeeper} | expected api or etcd",
                "{kind: flannel, leases: etcd, ttl: 1s} | expected at least 1m",
                "{kind: flannel, backend: ipsec} | expected one of udp, vxlan, host-gw",
                "{kind: calico}, {kind: flannel} | a cluster has one pod network"
            })
    void mistakes_in_the_add_on_are_told(String addOns, String text) throws IOException {
        Invocation run = Invocation.of("run", scenario("  addOns: [" + addOns + "]\n", ""));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(text);
    }

    @Test
    void leases_in_etcd_and_the_controller_do_not_both_give_ranges() throws IOException {
        Invocation run = Invocation.of(
                "run",
                scenario(
                        "  settings: {kube-controller-manager.allocate-node-cidrs: \"true\"}\n"
                                + "  addOns: [{kind: flannel, leases: etcd}]\n",
                        ""));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("flannel with its leases in etcd gives the ranges itself");
    }
}

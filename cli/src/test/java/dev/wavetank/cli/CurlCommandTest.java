package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CurlCommandTest {

    private static final String SCENARIO = """
            cluster:
              nodes: 3
              addOns: [%s]
            timeline:
            - {at: 0s, kubectl: apply -f web.yaml}
            %sfiles:
              web.yaml: |
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: web, image: nginx}]}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: web}
                spec: {type: %s, selector: {app: web}, ports: [{port: 80}]%s}
            """;

    @TempDir
    private Path directory;

    private String scenario(String addOns, String more, String type, String fields) {
        return InputFile.write(directory, "web.yaml", SCENARIO.formatted(addOns, more, type, fields));
    }

    @Test
    void every_pod_that_the_rules_name_is_shown_with_its_answer() {
        Invocation run = Invocation.of("curl", "web", scenario("", "", "ClusterIP", ""), "--from", "node-2");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .containsPattern("default/web at 10\\.[0-9.]+:80, from node-2")
                .contains("KUBE-SERVICES to KUBE-SVC-LOLE4ISW44XBNF3G")
                .containsPattern("1 of 2: KUBE-SEP-[A-Z2-7]{16} to 10\\.0\\.[123]\\.2:80: answered by default/web-");
    }

    @Test
    void api_servers_are_outside_the_pod_network_and_nothing_is_said_to_fail() {
        Invocation run = Invocation.of("curl", "kubernetes", scenario("", "", "ClusterIP", ""));
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("to 10.255.255.1:6443: an API server, which is outside the pod network");
    }

    @Test
    void programs_get_the_same_and_a_machine_that_is_down_asks_nobody() {
        String file = scenario("", "", "ClusterIP", "");
        Invocation run = Invocation.of("curl", "web", file, "-o", "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode tree = JsonMapper.shared().readTree(run.out());
        assertThat(tree.get("service").asString()).isEqualTo("default/web");
        assertThat(tree.get("backends")).hasSize(2);
        assertThat(tree.get("backends").get(0).get("outcome").asString()).startsWith("answered by default/web-");
        assertThat(tree.get("fails").asBoolean()).isFalse();
        assertThat(tree.get("mode").asString()).isEqualTo("iptables");
        assertThat(tree.get("chain").asString()).isEqualTo("KUBE-SVC-LOLE4ISW44XBNF3G");

        String crash = "faults:\n- {kind: nodeCrash, node: node-2, at: 20s, for: 1h}\n";
        Invocation down = Invocation.of(
                "curl",
                "web",
                scenario("{kind: kube-proxy}", crash, "ClusterIP", ""),
                "--from=node-2",
                "--at=30s",
                "--until=40s");
        assertThat(down.exitCode()).isEqualTo(2);
        assertThat(down.err()).contains("the machine of node-2 is down at that time");
    }

    @Test
    void ipvs_has_no_chains() {
        String file = scenario("{kind: kube-proxy}", "", "ClusterIP", "");
        Invocation run = Invocation.of("curl", "web", file, "--set", "kube-proxy.proxy-mode=ipvs", "-o", "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(JsonMapper.shared().readTree(run.out()).get("mode").asString())
                .isEqualTo("ipvs");
        assertThat(run.out()).doesNotContain("chain").doesNotContain("KUBE-");
    }

    @Test
    void old_rules_lead_to_pods_that_are_gone() {
        String roll = "- {at: 20s, kubectl: delete pod -l app=web --wait=false}\n"
                + "faults:\n- {kind: componentCrash, component: kube-proxy/node-1, at: 10s, for: 60s}\n";
        Invocation run = Invocation.of(
                "curl",
                "web",
                scenario("{kind: kube-proxy}", roll, "ClusterIP", ""),
                "--from=node-1",
                "--at=40s",
                "--until=50s");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.out()).contains(": lost at node-1: nobody on cni0 has 10.0.1.2: Destination Host Unreachable");
    }

    @ParameterizedTest
    @CsvSource({"'', 2", "', externalTrafficPolicy: Local', 1"})
    void a_port_of_the_node_leads_to_all_pods_or_to_its_own(String policy, int backends) {
        String file = scenario("{kind: kube-proxy}", "", "NodePort", policy);
        boolean found = false;
        for (String node : new String[] {"node-1", "node-2", "node-3"}) {
            Invocation run = Invocation.of("curl", "web", file, "--node-port", "--from", node);
            found |= run.out().contains("KUBE-NODEPORTS") && run.out().contains("1 of " + backends + ": ");
            assertThat(run.out()).doesNotContain("1 of " + (3 - backends) + ": ");
        }
        assertThat(found).isTrue();
    }

    @Test
    void a_service_without_pods_is_rejected() {
        String none = "- {at: 20s, kubectl: scale deployment web --replicas=0}\n";
        Invocation run = Invocation.of("curl", "web", scenario("", none, "ClusterIP", ""));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("  rejected: no endpoints");
    }

    @Test
    void a_cloud_gives_a_service_an_address_and_takes_it_back() {
        String commands = "- {at: 3s, kubectl: get svc web}\n- {at: 12s, kubectl: get svc web}\n"
                + "- {at: 12s, kubectl: get events}\n- {at: 20s, kubectl: delete svc web --wait=false}\n"
                + "- {at: 22s, kubectl: get svc}\n- {at: 30s, kubectl: get svc}\n- {at: 30s, kubectl: get events}\n";
        Invocation run = Invocation.of("run", scenario("{kind: loadBalancer}", commands, "LoadBalancer", ""));
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .containsSubsequence(
                        "<pending>",
                        "192.0.2.1",
                        "Ensuring load balancer",
                        "Ensured load balancer",
                        "192.0.2.1",
                        "Deleting load balancer",
                        "Deleted load balancer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "web --from node-9 | there is no node 'node-9': the nodes are node-1, node-2, node-3",
                "shop | there are rules for default/kubernetes:443, default/web:80",
                "web:81 | no rule for web:81"
            })
    void mistakes_are_told(String words, String text) {
        String[] first = words.split(" ");
        String file = scenario("", "", "ClusterIP", "");
        Invocation run = first.length > 1
                ? Invocation.of("curl", first[0], file, first[1], first[2])
                : Invocation.of("curl", first[0], file);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ClusterIP | ', clusterIP: None' | Its name leads to 10\\.0\\.[123]\\.2, 10\\.0\\.[123]\\.2 without any rule",
                "ExternalName | ', externalName: db.example.com' | Its name stands for db\\.example\\.com, which is outside"
            })
    void a_service_without_rules_says_where_its_name_leads(String type, String fields, String text) {
        String file = scenario("{kind: coredns}", "", type, fields);
        Invocation run = Invocation.of("curl", "web", file);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("the node has no rule for web: ").containsPattern(text);
    }
}

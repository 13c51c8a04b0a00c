package dev.wavetank.model.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.ServiceRequestTrace;
import dev.wavetank.model.trace.ServiceRequestTrace.Outcome;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The DNS of a whole cluster: its records, and clients that need it. */
class DnsClusterTest {

    private static final String FILES = """
            files:
              web.yaml: |
                apiVersion: %s
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 2
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: web, image: nginx, readinessProbe: {httpGet: {port: 80}, periodSeconds: 1}}]}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: web}
                spec: {selector: {app: web}, ports: [{port: 80, name: http}]}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: each}
                spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80, name: http}]}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: far}
                spec: {type: ExternalName, externalName: example.com}
            """;

    private final List<ServiceRequestTrace> requests = new ArrayList<>();

    private Cluster run(String profile, String addOns, String rest) {
        String scenario = "cluster: {profile: " + profile + ", nodes: 3, addOns: [" + addOns + "]}\ntimeline:\n"
                + "- {at: 0s, kubectl: apply -f web.yaml}\n" + rest
                + FILES.formatted(profile.equals("v1.8") ? "apps/v1beta2" : "apps/v1");
        Cluster cluster = Cluster.of(ScenarioCodec.read("dns.yaml", scenario), 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof ServiceRequestTrace request) {
                requests.add(request);
            }
        });
        cluster.run(RunLimits.until(90 * VirtualTime.SECOND));
        return cluster;
    }

    private Map<Outcome, Integer> outcomes() {
        Map<Outcome, Integer> outcomes = new TreeMap<>();
        requests.forEach(request -> outcomes.merge(request.outcome(), 1, Integer::sum));
        return outcomes;
    }

    private static String load(String service) {
        return "{kind: coredns}, {kind: load, service: " + service + ", rate: 20, start: 20s, for: 40s}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.18", "v1.20", "v1.32"})
    void records_follow_from_services_and_their_ready_endpoints(String profile) {
        Cluster cluster = run(profile, "{kind: coredns}", "");
        assertThat(of(cluster, "kube-dns.kube-system").addresses()).containsExactly("10.96.0.10");
        assertThat(of(cluster, "web.default").addresses())
                .hasSize(1)
                .allMatch(one -> one.matches("10\\.(9[6-9]|10[0-9]|11[01])\\..*"));
        List<String> pods = of(cluster, "each.default").addresses();
        assertThat(pods).hasSize(2).allMatch(one -> one.matches("10\\.0\\.[123]\\.[0-9]+"));
        assertThat(of(cluster, pods.get(0).replace('.', '-') + ".each.default").addresses())
                .containsExactly(pods.get(0));
        assertThat(of(cluster, "_http._tcp.web.default").ports()).containsExactly("80 web.default.svc.cluster.local");
        assertThat(of(cluster, "_http._tcp.each.default").ports())
                .hasSize(2)
                .contains("80 " + pods.get(0).replace('.', '-') + ".each.default.svc.cluster.local");
        assertThat(of(cluster, "far.default").target()).isEqualTo("example.com");
        for (String none : List.of("web.shop", "_https._tcp.web.default", "a.web.default", "1-2-3-4.each.default")) {
            assertThat(of(cluster, none).exists()).as(none).isFalse();
        }
    }

    private static DnsServer.Answer of(Cluster cluster, String name) {
        return cluster.podNetworkView().lookUp(name + ".svc.cluster.local").orElseThrow();
    }

    @Test
    void clients_find_a_service_and_the_pods_of_a_headless_one() {
        run("v1.32", load("web"), "");
        assertThat(outcomes()).containsOnlyKeys(Outcome.ANSWERED);
        requests.clear();
        run("v1.32", load("each"), "");
        assertThat(outcomes()).containsOnlyKeys(Outcome.ANSWERED);
        assertThat(requests.stream().map(ServiceRequestTrace::pod).distinct()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"flannel", "calico"})
    void agents_and_servers_have_accounts_with_the_rights_of_their_manifests(String network) {
        String scenario = "cluster: {nodes: 3, settings: {kube-apiserver.authorization-mode: 'Node,RBAC',"
                + " kube-controller-manager.allocate-node-cidrs: 'true'}, addOns: [{kind: " + network + "}, "
                + load("web") + "]}\ntimeline:\n- {at: 0s, kubectl: apply -f web.yaml}\n" + FILES.formatted("apps/v1");
        Cluster cluster = Cluster.of(ScenarioCodec.read("rbac.yaml", scenario), 1, ClusterParts.DEFAULT);
        List<String> refused = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof ServiceRequestTrace request) {
                requests.add(request);
            } else if (entry.record() instanceof RequestTrace request && request.code() == 403) {
                refused.add(request.call().userAgent() + " " + request.verb() + " " + request.subject());
            }
        });
        cluster.run(RunLimits.until(70 * VirtualTime.SECOND));
        assertThat(refused).isEmpty();
        assertThat(outcomes()).containsOnlyKeys(Outcome.ANSWERED);
    }

    @Test
    void a_name_of_another_place_is_not_followed_and_one_that_does_not_exist_is_asked_for_in_vain() {
        run("v1.32", load("far"), "");
        assertThat(outcomes()).containsOnlyKeys(Outcome.UNRESOLVED);
        assertThat(requests.get(0).reason()).contains("stands for example.com, which is outside the cluster");
        requests.clear();
        run("v1.32", load("shop/web"), "");
        assertThat(outcomes()).containsOnlyKeys(Outcome.UNRESOLVED);
        assertThat(requests.get(0).reason()).isEqualTo("the DNS knows no such name");
    }

    @Test
    void without_pods_of_the_dns_no_name_is_found_until_they_are_back() {
        run(
                "v1.32",
                load("web"),
                "- {at: 30s, kubectl: scale deployment coredns -n kube-system --replicas=0}\n"
                        + "- {at: 40s, kubectl: scale deployment coredns -n kube-system --replicas=2}\n");
        assertThat(outcomes()).containsKeys(Outcome.ANSWERED, Outcome.UNRESOLVED);
        assertThat(requests.stream().map(ServiceRequestTrace::reason))
                .anyMatch(reason -> reason.contains("the Service of DNS has no endpoints"));
        assertThat(requests.get(requests.size() - 1).outcome()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void an_answer_that_is_kept_leads_to_pods_that_are_gone() {
        String roll = "- {at: 30s, kubectl: set image deploy/web web=nginx:2}\n";
        run("v1.32", load("each"), roll);
        Map<Outcome, Integer> kept = outcomes();
        requests.clear();
        run("v1.32", load("each").replace("{kind: coredns}", "{kind: coredns, ttl: 0s}"), roll);
        long keptFailures = kept.values().stream().mapToInt(one -> one).sum() - kept.get(Outcome.ANSWERED);
        long failures = requests.stream().filter(one -> !one.isAnswered()).count();
        assertThat(keptFailures).isGreaterThan(5 * failures + 50);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "web | web.default.svc.cluster.local web.svc.cluster.local web.cluster.local web",
                "a.b.c.d.e.f | a.b.c.d.e.f a.b.c.d.e.f.default.svc.cluster.local a.b.c.d.e.f.svc.cluster.local"
                        + " a.b.c.d.e.f.cluster.local"
            })
    void names_with_less_than_five_dots_are_searched_for(String name, String asked) {
        assertThat(DnsClient.names(name)).containsExactly(asked.split(" "));
    }
}

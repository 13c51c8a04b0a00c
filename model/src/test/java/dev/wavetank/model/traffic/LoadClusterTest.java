package dev.wavetank.model.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.ServiceRequestTrace;
import dev.wavetank.model.trace.ServiceRequestTrace.Outcome;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Requests to Services in a whole cluster. */
class LoadClusterTest {

    private static final String LOAD = "{kind: load, service: web, rate: 50, start: 10s, for: 20s, timeout: 1s}";
    private static final String APPLY = "- {at: 0s, kubectl: apply -f web.yaml}\n";
    private static final String ROLL = APPLY + "- {at: 15s, kubectl: set image deploy/web web=nginx:2}\n";
    private static final String SLEEP = "lifecycle: {preStop: {exec: {command: [sleep, '4']}}}, ";
    private static final String PROBE = "readinessProbe: {httpGet: {port: 80}, periodSeconds: 1}";

    private final List<ServiceRequestTrace> requests = new ArrayList<>();

    private Map<Outcome, Integer> run(String profile, String load, String timeline, String container, String others) {
        String scenario = """
                cluster: {profile: %s, nodes: 3, addOns: [%s]}
                timeline:
                %sfiles:
                  web.yaml: |
                    apiVersion: %s
                    kind: Deployment
                    metadata: {name: web}
                    spec:
                      replicas: 3
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}%s}
                        spec: {containers: [{name: web, image: nginx, %s}]}
                    ---
                    apiVersion: v1
                    kind: Service
                    metadata: {name: web}
                    spec: {selector: {app: web}, ports: [{port: 80}]}
                """.formatted(
                profile, load, timeline, profile.equals("v1.8") ? "apps/v1beta2" : "apps/v1", others, container);
        Cluster cluster = Cluster.of(ScenarioCodec.read("load.yaml", scenario), 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof ServiceRequestTrace request) {
                requests.add(request);
            }
        });
        cluster.run(RunLimits.until(VirtualTime.MINUTE));
        Map<Outcome, Integer> outcomes = new TreeMap<>();
        requests.forEach(request -> outcomes.merge(request.outcome(), 1, Integer::sum));
        return outcomes;
    }

    @Test
    void a_service_at_rest_answers_every_request_from_every_node_by_every_pod() {
        for (String profile : List.of("v1.8", "v1.18", "v1.20", "v1.32")) {
            requests.clear();
            assertThat(run(profile, LOAD, APPLY, PROBE, "")).containsOnlyKeys(Outcome.ANSWERED);
            assertThat(requests).hasSizeBetween(900, 1_100);
            assertThat(requests.stream().map(ServiceRequestTrace::node).distinct())
                    .hasSize(3);
            assertThat(requests.stream().map(ServiceRequestTrace::pod).distinct())
                    .hasSize(3);
        }
    }

    @Test
    void a_rolling_update_drops_requests_that_a_pre_stop_sleep_saves() {
        assertThat(run("v1.32", LOAD, ROLL, PROBE, "")).containsKey(Outcome.REFUSED);
        assertThat(requests.stream()
                        .filter(request -> request.outcome() == Outcome.REFUSED)
                        .map(ServiceRequestTrace::reason))
                .anyMatch(reason -> reason.contains("SIGTERM") && reason.contains("the rules of node-"));
        requests.clear();
        assertThat(run("v1.32", LOAD, ROLL, SLEEP + PROBE, "")).containsOnlyKeys(Outcome.ANSWERED);
    }

    /** The rows of docs/traffic.md without a preStop hook. */
    @Test
    void a_rolling_update_of_slow_starters_drops_many_more_without_a_probe() {
        String slow = ", annotations: {behavior.wavetank.dev/web: readiness fails from 0s to 3s}";
        int probed = failures(run("v1.36", LOAD, ROLL, PROBE, slow));
        requests.clear();
        int blind = failures(run("v1.36", LOAD, ROLL, "", slow));
        assertThat(blind).isGreaterThan(3 * probed);
        assertThat(requests).anyMatch(one -> one.reason().startsWith("nobody listens on its port 80"));
    }

    private static int failures(Map<Outcome, Integer> outcomes) {
        return outcomes.entrySet().stream()
                .filter(one -> one.getKey() != Outcome.ANSWERED)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    @Test
    void pods_in_the_network_of_their_nodes_answer_at_the_addresses_of_these() {
        assertThat(run("v1.32", LOAD, APPLY, PROBE + "}], hostNetwork: true, tolerations: [{operator: Exists", ""))
                .containsOnlyKeys(Outcome.ANSWERED);
        assertThat(requests.stream().map(ServiceRequestTrace::pod).distinct()).hasSize(3);
    }

    @Test
    void a_service_without_endpoints_rejects() {
        assertThat(run("v1.32", LOAD, APPLY, "readinessProbe: {exec: {command: [cat, /none]}}", ""))
                .containsOnlyKeys(Outcome.REJECTED);
        assertThat(requests.get(0).nanos()).isZero();
    }

    @Test
    void a_name_that_does_not_exist_is_not_resolved() {
        assertThat(run("v1.32", LOAD.replace("service: web", "service: shop/web"), APPLY, PROBE, ""))
                .containsOnlyKeys(Outcome.UNRESOLVED);
    }

    @Test
    void a_port_that_the_service_does_not_have_leads_nowhere() {
        assertThat(run("v1.32", LOAD.replace("service: web", "service: 'web:81'"), APPLY, PROBE, ""))
                .containsOnlyKeys(Outcome.TIMED_OUT);
        assertThat(requests.get(0).nanos()).isEqualTo(VirtualTime.SECOND);
        assertThat(requests.get(0).reason()).contains("no rule for 10.");
    }

    @Test
    void a_process_that_listens_nowhere_refuses() {
        assertThat(run(
                        "v1.32",
                        LOAD,
                        APPLY,
                        "imagePullPolicy: IfNotPresent",
                        ", annotations: {behavior.wavetank.dev/web: listens nowhere}"))
                .containsOnlyKeys(Outcome.REFUSED);
        assertThat(requests.get(0).reason()).startsWith("nobody listens on its port 80");
    }

    @Test
    void clients_stay_with_a_pod_when_the_service_says_so() {
        run(
                "v1.32",
                LOAD.replace("rate", "from: node-2, rate"),
                APPLY
                        + "- {at: 2s, kubectl: [patch, service, web, -p, '{\"spec\": {\"sessionAffinity\": \"ClientIP\"}}']}\n",
                PROBE,
                "");
        assertThat(requests.stream().map(ServiceRequestTrace::pod).distinct()).hasSize(1);
        assertThat(requests.stream().map(ServiceRequestTrace::node).distinct()).containsExactly("node-2");
    }

    @Test
    void without_its_proxy_a_node_keeps_old_rules() {
        String faults = "faults:\n- {kind: componentCrash, component: kube-proxy/node-1, at: 14s, for: 30s}\n";
        run("v1.32", LOAD, ROLL + faults, SLEEP + PROBE, "");
        assertThat(requests.stream().filter(request -> !request.isAnswered()).map(ServiceRequestTrace::node))
                .isNotEmpty()
                .containsOnly("node-1");
    }

    @Test
    void a_machine_that_is_down_answers_nobody() {
        String faults = "faults:\n- {kind: nodeCrash, node: node-1, at: 15s, for: 10s}\n";
        assertThat(run("v1.32", LOAD, APPLY + faults, PROBE, "")).containsKey(Outcome.TIMED_OUT);
    }

    @Test
    void a_cut_between_two_nodes_loses_the_packets_of_their_pods_until_it_heals() {
        String cut = "faults:\n- {kind: networkPartition, between: runtime/node-1, and: runtime/node-2, at: 15s, for: ";
        String load = LOAD.replace("timeout: 1s", "from: node-1, timeout: 3s");
        assertThat(run("v1.32", load, APPLY + cut + "10s}\n", PROBE, "")).containsKey(Outcome.TIMED_OUT);
        assertThat(requests.stream().filter(request -> !request.isAnswered()))
                .allMatch(request -> request.reason().contains("from node-1 to node-2 are lost")
                        || request.reason().contains("from node-2 to node-1 are lost"));
        requests.clear();
        // A packet that is sent again after a second gets through.
        assertThat(run("v1.32", load, APPLY + cut + "500ms}\n", PROBE, "")).containsOnlyKeys(Outcome.ANSWERED);
        assertThat(requests.stream().filter(request -> request.nanos() > VirtualTime.SECOND))
                .isNotEmpty();
    }

    @Test
    void delays_and_losses_of_the_wire_make_requests_slower() {
        String fault = "faults:\n- {kind: %s, between: runtime/node-1, and: 'runtime/*', at: 5s, for: 40s, %s}\n";
        String load = LOAD.replace("timeout: 1s", "from: node-1, timeout: 60s");
        run("v1.32", load, APPLY + fault.formatted("networkDelay", "delay: 300ms"), PROBE, "");
        assertThat(requests.stream().filter(request -> request.nanos() > 600 * VirtualTime.MILLISECOND))
                .hasSizeGreaterThan(300);
        assertThat(requests.stream().filter(request -> request.nanos() < 300 * VirtualTime.MILLISECOND))
                .hasSizeGreaterThan(100);
        requests.clear();
        assertThat(run("v1.32", load, APPLY + fault.formatted("networkLoss", "ratio: 1/4"), PROBE, ""))
                .containsOnlyKeys(Outcome.ANSWERED);
        assertThat(requests.stream().filter(request -> request.nanos() > VirtualTime.SECOND))
                .hasSizeGreaterThan(50);
    }

    @Test
    void requests_go_by_the_routes_of_the_pod_network() {
        String flannel = "{kind: flannel, backend: host-gw}, " + LOAD;
        assertThat(run("v1.32", flannel, APPLY, PROBE, "")).containsOnlyKeys(Outcome.ANSWERED);
    }
}

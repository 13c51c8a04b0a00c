package dev.wavetank.model.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.ServiceRequestTrace;
import dev.wavetank.model.trace.ServiceRequestTrace.Outcome;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests from outside the cluster, by the ports of its nodes and by load balancers. */
class OutsideLoadTest {

    private static final String BALANCER = "{kind: loadBalancer}";

    private static String load(String more) {
        return "{kind: load, service: web, rate: 50, start: 10s, for: 20s, timeout: 1s" + more + "}";
    }

    private static Scenario scenario(String addOns, String service, int replicas, String more) {
        return ScenarioCodec.read("outside.yaml", """
                cluster: {profile: v1.36, nodes: 3, addOns: [%s]}
                timeline:
                - {at: 0s, kubectl: apply -f web.yaml}
                %sfiles:
                  web.yaml: |
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: web}
                    spec:
                      replicas: %d
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}}
                        spec: {containers: [{name: web, image: nginx}]}
                    ---
                    apiVersion: v1
                    kind: Service
                    metadata: {name: web}
                    spec: {%s, selector: {app: web}, ports: [{port: 80}]}
                """.formatted(addOns, more, replicas, service));
    }

    private static List<ServiceRequestTrace> run(Scenario scenario) {
        List<ServiceRequestTrace> requests = new ArrayList<>();
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof ServiceRequestTrace request) {
                requests.add(request);
            }
        });
        cluster.run(RunLimits.until(2 * VirtualTime.MINUTE));
        return requests;
    }

    private static Set<String> nodes(List<ServiceRequestTrace> requests) {
        Set<String> nodes = new TreeSet<>();
        requests.forEach(request -> nodes.add(request.node()));
        return nodes;
    }

    private static double mean(List<ServiceRequestTrace> requests) {
        return requests.stream().mapToLong(ServiceRequestTrace::nanos).average().orElseThrow();
    }

    @Test
    void clients_outside_come_in_by_all_nodes_and_have_a_longer_way() {
        List<ServiceRequestTrace> inside = run(scenario(load(""), "type: NodePort", 3, ""));
        List<ServiceRequestTrace> ports = run(scenario(load(", outside: nodePort"), "type: NodePort", 3, ""));
        List<ServiceRequestTrace> balanced =
                run(scenario(BALANCER + ", " + load(", outside: loadBalancer"), "type: LoadBalancer", 3, ""));
        for (List<ServiceRequestTrace> requests : List.of(inside, ports, balanced)) {
            assertThat(requests).hasSizeBetween(900, 1_100).allMatch(one -> one.outcome() == Outcome.ANSWERED);
            assertThat(nodes(requests)).containsExactly("node-1", "node-2", "node-3");
        }
        assertThat(mean(ports)).isGreaterThan(mean(inside));
    }

    @Test
    void clients_can_keep_to_one_node() {
        assertThat(nodes(run(scenario(load(", outside: nodePort, from: node-2"), "type: NodePort", 2, ""))))
                .containsExactly("node-2");
    }

    @Test
    void with_a_local_policy_other_nodes_drop_what_a_balancer_does_not_send_there() {
        String local = ", externalTrafficPolicy: Local";
        List<ServiceRequestTrace> ports = run(scenario(load(", outside: nodePort"), "type: NodePort" + local, 1, ""));
        assertThat(ports).anyMatch(one -> one.outcome() == Outcome.ANSWERED);
        assertThat(ports.stream().filter(one -> one.outcome() == Outcome.TIMED_OUT))
                .isNotEmpty()
                .allMatch(one -> one.reason().contains("the Service has no endpoints on that node"));
        List<ServiceRequestTrace> balanced =
                run(scenario(BALANCER + ", " + load(", outside: loadBalancer"), "type: LoadBalancer" + local, 1, ""));
        assertThat(balanced).allMatch(one -> one.outcome() == Outcome.ANSWERED);
        assertThat(nodes(balanced)).hasSize(1);
    }

    @Test
    void a_balancer_leaves_out_a_node_when_it_hears_that_it_is_not_ready() {
        String crash = "faults:\n- {kind: nodeCrash, node: node-2, at: 15s, for: 90s}\n";
        String late = "{kind: load, service: web, rate: 50, start: 70s, for: 20s, timeout: 1s, outside: ";
        List<ServiceRequestTrace> early =
                run(scenario(BALANCER + ", " + load(", outside: loadBalancer"), "type: LoadBalancer", 3, crash));
        assertThat(early)
                .anyMatch(one ->
                        one.outcome() == Outcome.TIMED_OUT && one.reason().equals("the machine of node-2 is down"));
        assertThat(nodes(run(scenario(BALANCER + ", " + late + "loadBalancer}", "type: LoadBalancer", 3, crash))))
                .containsExactly("node-1", "node-3");
        assertThat(nodes(run(scenario(late + "nodePort}", "type: NodePort", 3, crash))))
                .contains("node-2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: load, service: web, rate: 5, start: 10s, for: 2s, outside: nodePort} | type: ClusterIP"
                        + " | the Service has no port on the nodes",
                "{kind: load, service: no, rate: 5, start: 10s, for: 2s, outside: nodePort} | type: ClusterIP"
                        + " | there is no Service of that name",
                "{kind: load, service: web, rate: 5, for: 2s, outside: loadBalancer}, {kind: loadBalancer, latency: 1m}"
                        + " | type: LoadBalancer | the load balancer of the Service has no address"
            })
    void who_cannot_come_in_hears_why(String addOns, String service, String reason) {
        assertThat(run(scenario(addOns, service, 1, "")))
                .isNotEmpty()
                .anyMatch(one ->
                        one.outcome() == Outcome.UNRESOLVED && one.reason().equals(reason));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ", outside: ingress | expected nodePort or loadBalancer, found 'ingress'",
                ", outside: loadBalancer | no load balancer gets an address without an add-on of kind loadBalancer",
                ", outside: loadBalancer, from: node-1 | a load balancer chooses the node itself"
            })
    void mistakes_are_told(String more, String text) {
        assertThatThrownBy(() -> Cluster.of(scenario(load(more), "type: NodePort", 1, ""), 1, ClusterParts.DEFAULT))
                .hasMessageContaining(text);
    }

    /** A pod behind a balancer is ready when that sends to it, and counts as an endpoint no sooner. */
    @Test
    void a_readiness_gate_opens_when_the_balancer_sends_to_the_pod() throws IOException {
        String example = Files.readString(Path.of("..", "examples", "slow-start.yaml"));
        List<ServiceRequestTrace> gated = run(ScenarioCodec.read("slow.yaml", example));
        assertThat(gated).hasSizeGreaterThan(5_000).allMatch(one -> one.outcome() == Outcome.ANSWERED);

        List<ServiceRequestTrace> open = run(
                ScenarioCodec.read("slow.yaml", example.replaceAll("(?m)^ *(readinessGates|readinessProbe):.*\n", "")));
        assertThat(open.stream().filter(one -> one.outcome() == Outcome.REFUSED))
                .hasSizeGreaterThan(100);

        List<ServiceRequestTrace> closed = run(ScenarioCodec.read(
                "slow.yaml",
                example.replace("readinessGate: example.com/registered", "latency: 2s")
                        .replace("latency: 3s, ", "")));
        assertThat(closed).allMatch(one -> one.outcome() == Outcome.REJECTED);
    }

    @Test
    void reading_what_was_written_gives_an_equal_scenario() {
        Scenario scenario = scenario(load(", outside: nodePort, from: node-2"), "type: NodePort", 1, "");
        assertThat(ScenarioCodec.read("again.yaml", ScenarioCodec.write(scenario)))
                .isEqualTo(scenario);
    }
}

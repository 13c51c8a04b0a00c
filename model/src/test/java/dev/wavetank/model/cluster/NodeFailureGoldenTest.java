package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Profile;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * Compares the model with a recorded real control plane (v1.20.2): five pods run on one node, its kubelet is killed,
 * and comes back after 385 s. Two pods tolerate that for 15 s, the others for the default of 300 s.
 *
 * <p>In the recording the pods preferred their node; here the others are cordoned while pods are placed. What happens
 * falls into five stages: the node is found silent, tainted, the impatient pods are deleted, the others, and the
 * node is back. Within a stage the order is a matter of races; which requests belong to it is not.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeFailureGoldenTest {

    private static final String FOLDER = "06-node-failure";
    private static final String CONTROLLER = "node-controller";
    private static final double KILLED = 30;

    private final Run recorded = new Run("hollow-10", 13.358);
    private final Run simulated = new Run("node-1", KILLED);

    /** One of the two runs. */
    private static final class Run {
        private final String node;
        private final double killed;
        private List<RecordedRequest> requests = new ArrayList<>();

        Run(String node, double killed) {
            this.node = node;
            this.killed = killed;
        }

        List<RecordedRequest> after(String by, Predicate<RecordedRequest> which) {
            return requests.stream()
                    .filter(request -> request.at() > killed && request.by().equals(by))
                    .filter(which)
                    .toList();
        }

        /** When the controller sent such a request for the n-th time since the node was killed. */
        double at(String line, int n) {
            return after(CONTROLLER, request -> request.line().equals(line))
                    .get(n)
                    .at();
        }

        double lastRenewal() {
            return requests.stream()
                    .filter(request -> request.resource().equals("leases")
                            && request.name().equals(node)
                            && request.at() < killed)
                    .mapToDouble(RecordedRequest::at)
                    .max()
                    .orElseThrow();
        }

        double found() {
            return at("update nodes/status 200", 0);
        }

        double tainted() {
            return at("patch nodes 200", 1);
        }

        double back() {
            return after("kubelet:" + node, request -> request.resource().equals("nodes"))
                    .get(0)
                    .at();
        }

        /** The beginnings of the five stages. */
        List<Double> stages() {
            return List.of(
                    found() - 0.1,
                    tainted() - 0.1,
                    at("delete pods 200", 0) - 0.1,
                    at("delete pods 200", 2) - 0.1,
                    back() - 1);
        }

        /** What a component sent in each stage, sorted. */
        List<List<String>> byStage(String by, Predicate<RecordedRequest> which) {
            List<Double> stages = stages();
            List<List<String>> lines = new ArrayList<>();
            for (int i = 0; i < stages.size(); i++) {
                double from = stages.get(i);
                double to = i + 1 < stages.size() ? stages.get(i + 1) : from + 20;
                lines.add(after(by, which).stream()
                        .filter(request -> request.at() >= from && request.at() < to)
                        .map(RecordedRequest::line)
                        .sorted()
                        .toList());
            }
            return lines;
        }
    }

    @BeforeAll
    void run() {
        recorded.requests = RecordedRequest.recordingOf(FOLDER);
        ClusterSpec spec = new ClusterSpec(
                3, new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")), Profile.V1_20, Map.of());
        Map<String, String> files = new LinkedHashMap<>();
        files.put("cordon.yaml", others("{unschedulable: true}"));
        files.put("uncordon.yaml", others("{}"));
        files.put("pods.yaml", deployment("fast", 15) + deployment("dflt", 0) + bare());
        List<Command> timeline = new ArrayList<>();
        for (String file : List.of("cordon", "pods", "uncordon")) {
            timeline.add(new Command(
                    (5 + 5 * timeline.size()) * VirtualTime.SECOND, List.of("apply", "-f", file + ".yaml")));
        }
        String crash = "faults:\n- {kind: nodeCrash, node: node-1, at: " + (int) KILLED + "s, for: 385s}\n";
        Scenario scenario = new Scenario(
                FOLDER, spec, timeline, files, ScenarioCodec.readPlan("plan.yaml", crash, spec), VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(this::observe);
        cluster.run(RunLimits.until(460 * VirtualTime.SECOND));
    }

    private void observe(TraceEntry entry) {
        if (entry.record() instanceof RequestTrace request
                && request.call().request().verb().isMutating()) {
            simulated.requests.add(RecordedRequest.of(request));
        }
    }

    private static String others(String spec) {
        StringBuilder text = new StringBuilder();
        for (String node : List.of("node-2", "node-3")) {
            text.append("---\n{apiVersion: v1, kind: Node, metadata: {name: ")
                    .append(node)
                    .append("}, spec: ")
                    .append(spec)
                    .append("}\n");
        }
        return text.toString();
    }

    private static String deployment(String name, int seconds) {
        String tolerations = "";
        if (seconds > 0) {
            String rest = ", operator: Exists, effect: NoExecute, tolerationSeconds: " + seconds + "}";
            tolerations = ", tolerations: [{key: node.kubernetes.io/not-ready" + rest
                    + ", {key: node.kubernetes.io/unreachable" + rest + "]";
        }
        return "---\n{apiVersion: apps/v1, kind: Deployment, metadata: {name: " + name + ", namespace: default},"
                + " spec: {replicas: 2, selector: {matchLabels: {app: " + name + "}}, template: {metadata: {labels:"
                + " {app: " + name + "}}, spec: {containers: [{name: nginx, image: nginx}]" + tolerations
                + "}}}}\n";
    }

    private static String bare() {
        return "---\n{apiVersion: v1, kind: Pod, metadata: {name: bare, namespace: default}, spec: {nodeName: node-1,"
                + " containers: [{name: c, image: nginx}]}}\n";
    }

    private static boolean isNoEvent(RecordedRequest request) {
        return !request.isEvent() && !request.resource().equals("leases");
    }

    @Test
    void the_node_controller_sends_the_same_requests_in_every_stage() {
        assertThat(simulated.byStage(CONTROLLER, NodeFailureGoldenTest::isNoEvent))
                .isEqualTo(recorded.byStage(CONTROLLER, NodeFailureGoldenTest::isNoEvent));
    }

    @Test
    void pods_are_replaced_and_bound_in_the_same_stages() {
        for (String by : List.of("replicaset-controller", "scheduler")) {
            Predicate<RecordedRequest> creation = request -> request.verb().equals("create") && !request.isEvent();
            assertThat(simulated.byStage(by, creation)).as(by).isEqualTo(recorded.byStage(by, creation));
        }
    }

    @Test
    void the_kubelet_that_is_back_sends_the_same_requests() {
        assertThat(simulated.byStage("kubelet:node-1", NodeFailureGoldenTest::isNoEvent))
                .isEqualTo(recorded.byStage("kubelet:hollow-10", NodeFailureGoldenTest::isNoEvent));
    }

    @Test
    void events_have_the_same_types_reasons_and_messages() {
        List<String> expected = new ArrayList<>();
        for (JsonNode event : RecordedRequest.entries(FOLDER, "events.jsonl")) {
            if (event.get("t_s").asDouble() > recorded.killed) {
                expected.add(normalised(
                        event.get("type").asString() + " " + event.get("reason").asString() + " "
                                + event.get("note").asString()));
            }
        }
        List<String> found = new ArrayList<>();
        for (RecordedRequest request : simulated.requests) {
            if (request.at() > simulated.killed && request.simulated() instanceof ApiEvent event) {
                found.add(normalised(event.type() + " " + event.reason() + " " + event.message()));
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static String normalised(String text) {
        return text.replaceAll("(fast|dflt)-[0-9a-z]+-[0-9a-z]+", "$1-POD")
                .replaceAll("(hollow|node)-[0-9]+", "NODE")
                .replaceAll("\\b(s6|default)/", "NAMESPACE/");
    }

    private List<RecordedRequest> nodePatches(Run run) {
        return run.after(CONTROLLER, request -> request.line().equals("patch nodes 200"));
    }

    @Test
    void conditions_and_taints_are_the_same_when_the_node_is_silent_and_when_it_is_back() {
        List<RecordedRequest> expected = nodePatches(recorded);
        List<RecordedRequest> found = nodePatches(simulated);
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.size(); i++) {
            assertThat(conditions((Node) found.get(i).simulated()))
                    .as("patch %d", i)
                    .containsExactlyInAnyOrderElementsOf(
                            conditions(expected.get(i).recorded()));
        }
        assertThat(taints(1)).containsExactly("node.kubernetes.io/unreachable NoSchedule");
        assertThat(taints(2))
                .containsExactlyInAnyOrder(
                        "node.kubernetes.io/unreachable NoSchedule", "node.kubernetes.io/unreachable NoExecute");
        assertThat(taints(3)).containsExactly("node.kubernetes.io/unreachable NoExecute");
        assertThat(taints(4)).isEmpty();
    }

    private static List<String> conditions(Node node) {
        return node.status().conditions().stream()
                .map(one -> one.type() + " " + one.status() + " " + one.reason() + " " + one.message())
                .toList();
    }

    private static List<String> conditions(JsonNode node) {
        List<String> conditions = new ArrayList<>();
        for (JsonNode one : node.get("conditions")) {
            conditions.add(one.get("type").asString() + " " + one.get("status").asString() + " "
                    + one.get("reason").asString() + " " + one.get("message").asString());
        }
        return conditions;
    }

    /** After the n-th patch; the notes of the recording tell the same. */
    private List<String> taints(int n) {
        Node node = (Node) nodePatches(simulated).get(n - 1).simulated();
        return node.spec().taints().stream()
                .map(taint -> taint.key() + " " + taint.effect())
                .toList();
    }

    @Test
    void a_silent_node_is_found_at_the_first_look_after_forty_seconds() {
        for (Run run : List.of(recorded, simulated)) {
            assertThat(run.found() - run.lastRenewal()).as(run.node).isBetween(40.0, 45.1);
        }
    }

    @Test
    void the_taint_follows_with_the_next_look_and_pods_go_when_their_time_is_over() {
        for (Run run : List.of(recorded, simulated)) {
            assertThat(run.tainted() - run.found()).as(run.node).isBetween(5.0, 5.2);
            assertThat(run.at("delete pods 200", 0) - run.tainted())
                    .as(run.node)
                    .isBetween(14.99, 15.05);
            assertThat(run.at("delete pods 200", 2) - run.tainted())
                    .as(run.node)
                    .isBetween(299.99, 300.05);
        }
    }

    @Test
    void leases_are_renewed_every_ten_seconds_and_an_unchanged_status_every_five_minutes() {
        assertThat(pauses(recorded, "kubelet:hollow-8", "leases"))
                .hasSizeGreaterThan(30)
                .allSatisfy(pause -> assertThat(pause).isBetween(9.99, 10.03));
        assertThat(pauses(simulated, "kubelet:node-2", "leases"))
                .hasSizeGreaterThan(30)
                .allSatisfy(pause -> assertThat(pause).isBetween(9.99, 10.03));
        assertThat(pauses(recorded, "kubelet:hollow-4", "nodes/status"))
                .hasSize(1)
                .allSatisfy(pause -> assertThat(pause).isBetween(300.0, 300.2));
        assertThat(pauses(simulated, "kubelet:node-2", "nodes/status"))
                .hasSize(1)
                .allSatisfy(pause -> assertThat(pause).isBetween(300.0, 300.2));
    }

    private static List<Double> pauses(Run run, String by, String resource) {
        List<Double> times = run.requests.stream()
                .filter(request -> request.by().equals(by)
                        && request.resource().equals(resource)
                        && !request.verb().equals("create"))
                .map(RecordedRequest::at)
                .toList();
        List<Double> pauses = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            pauses.add(times.get(i) - times.get(i - 1));
        }
        return pauses;
    }
}

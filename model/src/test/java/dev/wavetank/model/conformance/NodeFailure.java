package dev.wavetank.model.conformance;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Compares the model with a recorded real control plane (v1.20.2): five pods run on one node, its kubelet is killed,
 * and comes back after 385 s. Two pods tolerate that for 15 s, the others for the default of 300 s.
 *
 * <p>In the recording the pods preferred their node; here the others are cordoned while pods are placed. What happens
 * falls into five stages: the node is found silent, tainted, the impatient pods are deleted, the others, and the
 * node is back. Within a stage the order is a matter of races; which requests belong to it is not.
 */
final class NodeFailure {

    private static final int SEEDS = 5;
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

    private final Row row = Row.exact(FOLDER);

    private NodeFailure() {}

    /** Plays and compares. */
    static Row row() {
        return Row.best(SEEDS, NodeFailure::row);
    }

    private static Row row(int seed) {
        NodeFailure comparison = new NodeFailure();
        comparison.run(seed);
        comparison.compareRequests();
        comparison.compareEvents();
        comparison.compareConditions();
        comparison.compareTimes();
        return comparison.row;
    }

    private void run(int seed) {
        recorded.requests = RecordedRequest.recordingOf(FOLDER);
        ClusterSpec spec = new ClusterSpec(
                3,
                new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")),
                KubernetesVersion.V1_20,
                Map.of());
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
        Cluster cluster = Cluster.of(scenario, seed, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(this::observe);
        cluster.run(RunLimits.until(460 * VirtualTime.SECOND));
    }

    private void observe(TraceEntry entry) {
        if (entry.record() instanceof RequestTrace request
                && request.call().request().verb().isMutating()) {
            simulated.requests.add(RecordedRequest.of(request, entry.time()));
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

    private void compareRequests() {
        byStage(CONTROLLER, CONTROLLER, NodeFailure::isNoEvent);
        for (String by : List.of("replicaset-controller", "scheduler")) {
            byStage(by, by, request -> request.verb().equals("create") && !request.isEvent());
        }
        byStage("kubelet:hollow-10", "kubelet:node-1", NodeFailure::isNoEvent);
    }

    private void byStage(String real, String modelled, Predicate<RecordedRequest> which) {
        List<List<String>> expected = recorded.byStage(real, which);
        List<List<String>> found = simulated.byStage(modelled, which);
        for (int i = 0; i < expected.size(); i++) {
            row.requests().unordered(real + " in stage " + i, expected.get(i), found.get(i));
        }
    }

    private void compareEvents() {
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
        row.texts().unordered("event", expected, found);
    }

    private static String normalised(String text) {
        return text.replaceAll("(fast|dflt)-[0-9a-z]+-[0-9a-z]+", "$1-POD")
                .replaceAll("(hollow|node)-[0-9]+", "NODE")
                .replaceAll("\\b(s6|default)/", "NAMESPACE/");
    }

    private List<RecordedRequest> nodePatches(Run run) {
        return run.after(CONTROLLER, request -> request.line().equals("patch nodes 200"));
    }

    /** The taints after each patch are those that the notes of the recording tell. */
    private void compareConditions() {
        List<RecordedRequest> expected = nodePatches(recorded);
        List<RecordedRequest> found = nodePatches(simulated);
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            row.texts()
                    .unordered(
                            "conditions of patch " + i,
                            conditions(expected.get(i).recorded()),
                            conditions((Node) found.get(i).simulated()));
        }
        String unreachable = "node.kubernetes.io/unreachable ";
        List<List<String>> taints = List.of(
                List.of(unreachable + "NoSchedule"),
                List.of(unreachable + "NoSchedule", unreachable + "NoExecute"),
                List.of(unreachable + "NoExecute"),
                List.of());
        for (int i = 0; i < taints.size(); i++) {
            row.texts().unordered("taints of patch " + i, taints.get(i), taints(i + 1));
        }
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

    private void compareTimes() {
        Row.Times times = row.times();
        times.between(
                "silent node found",
                40,
                45.1,
                recorded.found() - recorded.lastRenewal(),
                simulated.found() - simulated.lastRenewal());
        times.between("taint", 5, 5.2, recorded.tainted() - recorded.found(), simulated.tainted() - simulated.found());
        for (int i = 0; i <= 2; i += 2) {
            int wait = i == 0 ? 15 : 300;
            times.between(
                    "deletion after " + wait + " s",
                    wait - 0.01,
                    wait + 0.05,
                    recorded.at("delete pods 200", i) - recorded.tainted(),
                    simulated.at("delete pods 200", i) - simulated.tainted());
        }
        comparePauses("leases", "kubelet:hollow-8", 9.99, 10.06);
        comparePauses("nodes/status", "kubelet:hollow-4", 300, 300.2);
    }

    private void comparePauses(String resource, String real, double least, double most) {
        List<Double> expected = pauses(recorded, real, resource);
        List<Double> found = pauses(simulated, "kubelet:node-2", resource);
        row.times().add("any pause between " + resource, !expected.isEmpty() && !found.isEmpty());
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            row.times().between("pause " + i + " between " + resource, least, most, expected.get(i), found.get(i));
        }
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

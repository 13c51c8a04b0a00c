package dev.wavetank.model.conformance;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.core.ApiEvent;
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
 * Compares the model with a recorded real control plane (v1.20.2): one of ten nodes, whose kubelet has just been
 * killed, is deleted with one of ten pods on it. Nobody tells the pod's node that it is gone; the pod garbage collector
 * finds out. The node's lease, which the node owns, is collected at once.
 *
 * <p>Times count from the deletion.
 */
final class NodeDeletion {

    private static final String FOLDER = "11c-node-object-deleted";
    private static final String COLLECTOR = "generic-garbage-collector";
    private static final double RECORDED_DELETION = 5.037;
    private static final double DELETION = 21;
    private static final int SEEDS = 5;

    private final List<RecordedRequest> recorded = new ArrayList<>();
    private final List<RecordedRequest> simulated = new ArrayList<>();
    private final List<ApiRequest.Delete> forced = new ArrayList<>();

    private final Row row = Row.exact(FOLDER);

    private NodeDeletion() {}

    /** Plays and compares. */
    static Row row() {
        return Row.best(SEEDS, NodeDeletion::row);
    }

    private static Row row(int seed) {
        NodeDeletion comparison = new NodeDeletion();
        comparison.run(seed);
        comparison.compareRequests();
        comparison.compareEvents();
        comparison.compareTimes();
        return comparison.row;
    }

    private void run(int seed) {
        take(RecordedRequest.recordingOf(FOLDER), RECORDED_DELETION, recorded);
        ClusterSpec spec = new ClusterSpec(
                10,
                new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")),
                KubernetesVersion.V1_20,
                Map.of());
        List<Command> timeline = List.of(
                // The user of the recording had asked what the server serves long before.
                new Command(VirtualTime.SECOND, List.of("get", "nodes")),
                new Command(
                        5 * VirtualTime.SECOND,
                        List.of("create", "deployment", "web", "--image=nginx", "--replicas=10")),
                new Command((long) DELETION * VirtualTime.SECOND, List.of("delete", "node", "node-10")));
        String crash = "faults:\n- {kind: nodeCrash, node: node-10, at: 20s, for: 200s}\n";
        Scenario scenario = new Scenario(
                FOLDER,
                spec,
                timeline,
                new LinkedHashMap<>(),
                ScenarioCodec.readPlan("plan.yaml", crash, spec),
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, seed, ClusterParts.DEFAULT);
        List<RecordedRequest> all = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> observe(entry, all));
        cluster.run(RunLimits.until(100 * VirtualTime.SECOND));
        take(all, DELETION, simulated);
    }

    private void observe(TraceEntry entry, List<RecordedRequest> all) {
        if (entry.record() instanceof RequestTrace request
                && request.call().request().verb().isMutating()) {
            all.add(RecordedRequest.of(request, entry.time()));
            if (request.call().request() instanceof ApiRequest.Delete delete
                    && request.call().userAgent().equals("pod-garbage-collector")) {
                forced.add(delete);
            }
        }
    }

    private static void take(List<RecordedRequest> all, double deletion, List<RecordedRequest> to) {
        for (RecordedRequest request : all) {
            double since = request.at() - deletion;
            if (since > 0 && since < 75) {
                to.add(request.since(deletion));
            }
        }
    }

    private static List<String> lines(List<RecordedRequest> all, String by, Predicate<RecordedRequest> which) {
        return all.stream()
                .filter(request -> request.by().equals(by))
                .filter(which)
                .map(RecordedRequest::line)
                .toList();
    }

    private void compareRequests() {
        for (String by : List.of("node-controller", "pod-garbage-collector", COLLECTOR)) {
            row.requests().ordered(by, lines(recorded, by, request -> true), lines(simulated, by, request -> true));
        }
        for (String by : List.of("replicaset-controller", "scheduler")) {
            Predicate<RecordedRequest> creation = request -> request.verb().equals("create") && !request.isEvent();
            row.requests().ordered(by, lines(recorded, by, creation), lines(simulated, by, creation));
        }
        List<String> graces = forced.stream()
                .map(delete -> "grace " + delete.options().gracePeriodSeconds())
                .toList();
        row.texts().unordered("pod garbage", List.of("grace 0"), graces);
    }

    private void compareEvents() {
        List<String> told = new ArrayList<>();
        for (RecordedRequest request : simulated) {
            if (request.by().equals("node-controller") && request.simulated() instanceof ApiEvent event) {
                told.add(event.type() + " " + event.reason() + " " + event.message());
            }
        }
        List<String> expected = new ArrayList<>();
        for (JsonNode event : RecordedRequest.entries(FOLDER, "events.jsonl")) {
            if (event.get("reason").asString().equals("RemovingNode")) {
                expected.add(
                        event.get("type").asString() + " " + event.get("reason").asString() + " "
                                + event.get("note").asString().replace("hollow-9", "node-10"));
            }
        }
        row.texts().ordered("event", expected, told);
    }

    /** Up to 20 s until the node is missed, 40 s of quarantine, and up to 20 s until that is noticed. */
    private void compareTimes() {
        between("lease collected", 0, 0.03, COLLECTOR);
        between("removal told at the next look", 0, 5.1, "node-controller");
        between("pod collected after the quarantine", 40, 80, "pod-garbage-collector");
        row.times().between("pod replaced", 0, 0.1, replaced(recorded), replaced(simulated));
    }

    private void between(String what, double least, double most, String by) {
        row.times().between(what, least, most, first(recorded, by), first(simulated, by));
    }

    private static double replaced(List<RecordedRequest> run) {
        return run.stream()
                        .filter(request -> request.line().equals("create pods 201"))
                        .mapToDouble(RecordedRequest::at)
                        .findFirst()
                        .orElseThrow()
                - first(run, "pod-garbage-collector");
    }

    private static double first(List<RecordedRequest> run, String by) {
        return run.stream()
                .filter(request -> request.by().equals(by))
                .mapToDouble(RecordedRequest::at)
                .findFirst()
                .orElseThrow();
    }
}

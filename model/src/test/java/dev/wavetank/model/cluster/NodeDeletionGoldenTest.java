package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.core.ApiEvent;
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
 * Compares the model with a recorded real control plane (v1.20.2): one of ten nodes, whose kubelet has just been
 * killed, is deleted with one of ten pods on it. Nobody tells the pod's node that it is gone; the pod garbage collector
 * finds out.
 *
 * <p>Times count from the deletion. The name of the node's lease is told by the recording; whether it is collected is
 * the business of the garbage collector of all kinds.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeDeletionGoldenTest {

    private static final String FOLDER = "11c-node-object-deleted";
    private static final double RECORDED_DELETION = 5.037;
    private static final double DELETION = 21;

    private final List<RecordedRequest> recorded = new ArrayList<>();
    private final List<RecordedRequest> simulated = new ArrayList<>();
    private final List<ApiRequest.Delete> forced = new ArrayList<>();

    @BeforeAll
    void run() {
        take(RecordedRequest.recordingOf(FOLDER), RECORDED_DELETION, recorded);
        ClusterSpec spec = new ClusterSpec(
                10, new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")), Profile.V1_20, Map.of());
        List<Command> timeline = List.of(
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
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        List<RecordedRequest> all = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> observe(entry, all));
        cluster.run(RunLimits.until(100 * VirtualTime.SECOND));
        take(all, DELETION, simulated);
    }

    private void observe(TraceEntry entry, List<RecordedRequest> all) {
        if (entry.record() instanceof RequestTrace request
                && request.call().request().verb().isMutating()) {
            all.add(RecordedRequest.of(request));
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
                to.add(new RecordedRequest(
                        since,
                        request.by(),
                        request.verb(),
                        request.resource(),
                        request.name(),
                        request.code(),
                        request.recorded(),
                        request.simulated()));
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

    @Test
    void the_controllers_and_the_scheduler_send_the_same_requests() {
        for (String by : List.of("node-controller", "pod-garbage-collector")) {
            assertThat(lines(simulated, by, request -> true))
                    .as(by)
                    .isNotEmpty()
                    .isEqualTo(lines(recorded, by, request -> true));
        }
        for (String by : List.of("replicaset-controller", "scheduler")) {
            Predicate<RecordedRequest> creation = request -> request.verb().equals("create") && !request.isEvent();
            assertThat(lines(simulated, by, creation)).as(by).isNotEmpty().isEqualTo(lines(recorded, by, creation));
        }
    }

    @Test
    void the_pod_gets_no_grace() {
        assertThat(forced)
                .singleElement()
                .satisfies(delete ->
                        assertThat(delete.options().gracePeriodSeconds()).isZero());
    }

    @Test
    void the_removal_is_told_in_the_same_words_at_the_next_look() {
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
        assertThat(told).isEqualTo(expected);
        for (List<RecordedRequest> run : List.of(recorded, simulated)) {
            assertThat(first(run, "node-controller")).isBetween(0.0, 5.1);
        }
    }

    /** Up to 20 s until the node is missed, 40 s of quarantine, and up to 20 s until that is noticed. */
    @Test
    void the_pod_goes_at_the_first_collection_after_the_quarantine_and_is_replaced_at_once() {
        for (List<RecordedRequest> run : List.of(recorded, simulated)) {
            assertThat(first(run, "pod-garbage-collector")).isBetween(40.0, 80.0);
            double replaced = run.stream()
                    .filter(request -> request.line().equals("create pods 201"))
                    .mapToDouble(RecordedRequest::at)
                    .findFirst()
                    .orElseThrow();
            assertThat(replaced - first(run, "pod-garbage-collector")).isBetween(0.0, 0.1);
        }
    }

    private static double first(List<RecordedRequest> run, String by) {
        return run.stream()
                .filter(request -> request.by().equals(by))
                .mapToDouble(RecordedRequest::at)
                .findFirst()
                .orElseThrow();
    }
}

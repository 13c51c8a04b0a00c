package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.codec.StatusTree;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.MemorySink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A quota of ten pods and a Deployment of fifty, beside what a real v1.20 control plane answered and told: the bodies
 * of the denials, and the Events that they lead to.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QuotaDenialGoldenTest {

    private static final String FOLDER = "/golden/02-slowstart-r50-q10/";
    private static final String QUOTA = """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: q, namespace: default}
            spec: {hard: {pods: "10"}}
            """;

    private final List<RequestTrace> requests = new ArrayList<>();

    @BeforeAll
    void run() {
        ClusterSpec cluster = new ClusterSpec(
                10,
                new TreeMap<>(Map.of("cpu", "4", "memory", "16Gi", "pods", "110")),
                KubernetesVersion.V1_20,
                Map.of());
        List<Command> timeline = List.of(
                new Command(0, List.of("apply", "-f", "quota")),
                new Command(
                        VirtualTime.SECOND, List.of("create", "deployment", "web", "--image=nginx", "--replicas=50")));
        Scenario scenario = new Scenario(
                "quota", cluster, timeline, new TreeMap<>(Map.of("quota", QUOTA)), FaultPlan.NONE, VirtualTime.MINUTE);
        Cluster simulation = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        simulation.simulation().trace().addSink(sink);
        simulation.run(RunLimits.until(VirtualTime.MINUTE));
        sink.entries().forEach(entry -> {
            if (entry.record() instanceof RequestTrace request) {
                requests.add(request);
            }
        });
    }

    @Test
    void the_first_sync_makes_the_recorded_attempts_and_gets_the_recorded_bodies() {
        List<Object> recorded = new ArrayList<>();
        for (String line : lines("attempts.jsonl")) {
            Map<?, ?> attempt = (Map<?, ?>) GoJsonReader.parse(line);
            recorded.add(attempt(((Number) attempt.get("code")).intValue(), attempt.get("body")));
        }

        List<Object> simulated = requests.stream()
                .filter(request -> request.call().request() instanceof ApiRequest.Create create
                        && create.resource().equals(Resources.PODS)
                        && create.subresource().isEmpty())
                .limit(recorded.size())
                .map(request -> attempt(
                        request.response().code(),
                        request.response() instanceof ApiResponse.Failed failed
                                ? StatusTree.of(failed.status())
                                : null))
                .toList();

        // The last batch is of eight: which three of them find room is a matter of who comes first.
        assertThat(simulated.subList(0, 7)).isEqualTo(recorded.subList(0, 7));
        assertThat(simulated).containsExactlyInAnyOrderElementsOf(recorded);
    }

    @Test
    void what_happens_is_told_in_the_recorded_events() {
        Map<String, Integer> recorded = new TreeMap<>();
        for (String line : lines("events.jsonl")) {
            Map<?, ?> event = (Map<?, ?>) GoJsonReader.parse(line);
            if (((Number) event.get("t_s")).doubleValue() < 60
                    && !event.get("reason").equals("Scheduled")) {
                recorded.merge(told(event.get("type"), event.get("reason"), event.get("note")), 1, Integer::sum);
            }
        }

        Map<String, Integer> simulated = new TreeMap<>();
        for (RequestTrace request : requests) {
            if (request.call().request() instanceof ApiRequest.Create
                    && request.response() instanceof ApiResponse.One one
                    && one.object() instanceof ApiEvent event
                    && !event.reason().equals("Scheduled")
                    && !event.involvedObject().kind().equals("Node")
                    && !event.reason().equals("LeaderElection")) {
                simulated.merge(told(event.type(), event.reason(), event.message()), 1, Integer::sum);
            }
        }

        assertThat(simulated).isEqualTo(recorded);
    }

    private static Object attempt(int code, Object body) {
        Map<String, Object> attempt = new LinkedHashMap<>();
        attempt.put("code", code);
        attempt.put("body", body == null ? "" : normalised(body.toString()));
        return attempt;
    }

    private static String told(Object type, Object reason, Object note) {
        return type + " " + reason + " " + normalised(note.toString());
    }

    /** Names that the server makes differ from run to run; the recorder numbered the pods that were created. */
    private static String normalised(String text) {
        return text.replaceAll("web-[0-9a-z]+-[0-9a-z]+", "POD").replaceAll("web-[0-9a-z]{6,}", "REPLICASET");
    }

    private static List<String> lines(String name) {
        try (var stream =
                Objects.requireNonNull(QuotaDenialGoldenTest.class.getResourceAsStream(FOLDER + name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

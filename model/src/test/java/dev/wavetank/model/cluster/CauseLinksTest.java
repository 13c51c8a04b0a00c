package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.causality.Slice;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Pods wait for each other in queues of the scheduler and the kubelets; that makes none the cause of another. */
class CauseLinksTest {

    private static final Pattern POD = Pattern.compile("pods?/default/(web-\\w+-\\w+)");

    @Test
    void nothing_that_happens_to_one_pod_follows_from_another_pod() {
        List<TraceEntry> trace = trace();
        List<String> wrong = new ArrayList<>();
        int links = 0;
        for (TraceEntry effect : trace) {
            if (effect.cause() != 0) {
                TraceEntry cause = trace.get((int) effect.cause() - 1);
                if (!pod(effect).isEmpty() && !pod(cause).isEmpty()) {
                    links++;
                    if (!pod(effect).equals(pod(cause))) {
                        wrong.add(cause + " -> " + effect);
                    }
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(links).isGreaterThan(300);
    }

    @Test
    void what_a_controller_does_about_a_listed_object_follows_from_who_wrote_it() {
        List<TraceEntry> trace = trace();
        TraceEntry created = trace.stream()
                .filter(entry -> entry.record().subject().startsWith("replicasets/default/web-"))
                .findFirst()
                .orElseThrow();

        assertThat(Slice.of(created.number(), trace).entries())
                .as("the Deployment was there before the deployment controller became leader and listed")
                .extracting(
                        entry -> entry.record().type() + " " + entry.record().subject())
                .startsWith("milestone deployment/default/web", "store.added deployments/default/web");
    }

    private static List<TraceEntry> trace() {
        Scenario scenario = Scenario.ofCommand(
                ClusterSpec.ofNodes(3), List.of("create", "deployment", "web", "--image=nginx", "--replicas=30"));
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        MemorySink trace = new MemorySink();
        cluster.simulation().trace().addSink(trace);
        cluster.run(RunLimits.UNTIL_QUIESCENT);
        // So that a record is found at its number.
        assertThat(trace.entries().get(0).number()).isEqualTo(1);
        return trace.entries();
    }

    private static String pod(TraceEntry entry) {
        Matcher matcher = POD.matcher(entry.record().subject());
        return matcher.lookingAt() ? matcher.group(1) : "";
    }
}

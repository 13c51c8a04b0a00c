package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Faults that aim at single requests of a whole simulated cluster, or follow them. */
class TriggeredFaultTest {

    private final MemorySink sink = new MemorySink();

    @Test
    void the_controller_manager_is_killed_by_the_third_creation_of_a_pod() {
        Cluster cluster = run("{kind: componentCrash, component: kube-controller-manager, for: 5s, after: {component:"
                + " replicaset-controller, verb: create, object: pods/default/*, nth: 3}}");

        assertThat(cluster.anchors()).hasToString("1 of 1 anchor matched");
        TraceEntry third = creations().get(2);
        TraceEntry opened = first(entry -> entry.record() instanceof FaultTrace.Opened);
        assertThat(opened.cause()).isEqualTo(third.number());
        assertThat(opened.time()).isEqualTo(third.time());
        assertThat(entries(entry -> entry.component().equals("kube-controller-manager")
                        && entry.record() instanceof ComponentTrace.Crashed))
                .hasSize(1);
    }

    @Test
    void what_never_happens_is_told_and_does_not_keep_the_run_from_its_end() {
        Cluster cluster = run("{kind: streamBreak, after: {component: replicaset-controller, verb: create, object:"
                + " pods/default/*, nth: 7, until: 20s}}");

        assertThat(cluster.anchors()).hasToString("0 of 1 anchor matched");
        assertThat(cluster.simulation().now()).isEqualTo(20 * VirtualTime.SECOND);
        assertThat(entries(entry -> entry.record() instanceof FaultTrace.Missed))
                .hasSize(1);
    }

    @Test
    void a_creation_whose_answer_is_lost_has_made_its_pod() {
        run("{kind: answerLost, from: replicaset-controller, verb: create, object: pods/default/*, nth: 3, at: 0s,"
                + " for: 60s}");

        assertThat(entries(entry -> entry.record() instanceof FaultTrace.Missed))
                .isEmpty();
        List<TraceEntry> creations = creations();
        // The batch of the third creation waits for its answer until the deadline.
        assertThat(creations.get(2).time()).isLessThan(5 * VirtualTime.SECOND);
        assertThat(creations.get(3).time()).isGreaterThan(30 * VirtualTime.SECOND);
    }

    @Test
    void a_throttled_creation_is_made_again_soon() {
        run("{kind: requestThrottled, from: replicaset-controller, verb: create, object: pods/default/*, nth: 3, count:"
                + " 2, at: 0s, for: 60s}");

        assertThat(entries(entry -> entry.record() instanceof FaultTrace.Missed))
                .isEmpty();
        assertThat(creations())
                .hasSize(6)
                .last()
                .satisfies(entry -> assertThat(entry.time()).isLessThan(20 * VirtualTime.SECOND));
    }

    private Cluster run(String fault) {
        Scenario scenario = Scenario.ofCommand(
                        ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx", "--replicas=6"))
                .withFaults(ScenarioCodec.readPlan("plan.yaml", "faults:\n- " + fault + "\n", ClusterSpec.DEFAULT));
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.UNTIL_QUIESCENT);
        return cluster;
    }

    private List<TraceEntry> creations() {
        return entries(entry -> entry.record() instanceof RequestTrace request
                && request.isWrite()
                && request.verb().equals("create")
                && request.subject().startsWith("pods/default/")
                && entry.actor().equals("replicaset-controller"));
    }

    private TraceEntry first(Predicate<TraceEntry> wanted) {
        return entries(wanted).get(0);
    }

    private List<TraceEntry> entries(Predicate<TraceEntry> wanted) {
        return sink.entries().stream().filter(wanted).toList();
    }
}

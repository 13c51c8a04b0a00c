package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.KnownFinding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods that are evicted for a taint which was gone before they came: kubernetes#139992. */
class StaleTaintTest {

    private static final String TIMELINE = """
            cluster: {nodes: 1}
            timeline:
            - {at: 1s, kubectl: "taint node node-1 a=b:NoExecute"}
            - {at: 60s, kubectl: taint node node-1 a-}
            - {at: 62s, kubectl: create deployment web --image=nginx}
            """;
    private static final String STALL = """
            faults:
            - {kind: streamStall, from: kube-controller-manager, verb: watch, object: "nodes/*", at: 50s, for: 14s}
            """;

    private static RunResult run(String scenario, boolean strict) {
        Scenario read = ScenarioCodec.read("taint", scenario);
        return ScenarioRun.of(read, 1, ClusterParts.DEFAULT, Judges.DEFAULT.withStrict(strict), List.of());
    }

    @Test
    void a_run_lists_them_when_the_watch_of_nodes_is_behind() {
        RunResult run = run(TIMELINE + STALL, false);

        assertThat(run.violations()).isEmpty();
        assertThat(run.known()).extracting(KnownFinding::behaviour).containsExactly(KnownBehaviour.STALE_TAINT);
    }

    @Test
    void a_run_that_is_judged_strictly_breaks() {
        assertThat(run(TIMELINE + STALL, true).broke("TaintedBeforeEvicted")).isTrue();
    }

    @Test
    void without_the_fault_there_is_nothing_to_see() {
        RunResult run = run(TIMELINE, true);

        assertThat(run.violations()).isEmpty();
        assertThat(run.podsByPhase()).containsEntry("Running", 1);
    }
}

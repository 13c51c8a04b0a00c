package dev.wavetank.properties.contrast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

class BranchesTest {

    private static final Scenario LATE = ScenarioCodec.read("late", """
            cluster: {nodes: 1, profile: v1.32}
            timeline:
            - {at: 1s, kubectl: create deployment web --image=nginx --replicas=3}
            faults:
            - {kind: streamLag, at: 500ms, for: 40s, from: kube-controller-manager, object: "pods/*", delay: 2s}
            """);

    @Test
    void a_failure_that_takes_a_fault_is_inevitable_when_the_fault_begins() {
        ClusterParts parts = new PartsSpec("fifo", List.of("forgotten-expectations")).parts();

        Contrast contrast = Branches.of(LATE, 1, parts, Judges.DEFAULT, 100_000);

        assertThat(contrast.turn()).extracting(TraceEntry::record).hasAtLeastOneElementOfType(FaultTrace.Opened.class);
        TraceEntry turn = contrast.turn().get(0);
        List<TraceEntry> passing = contrast.passing().orElseThrow();
        int before = contrast.failing().indexOf(turn);
        assertThat(passing.subList(0, before)).isEqualTo(contrast.failing().subList(0, before));
        assertThat(passing).doesNotContain(turn);
    }

    @Test
    void a_failure_that_takes_nothing_is_inevitable_from_the_beginning_on() {
        ClusterParts parts = new PartsSpec("fifo", List.of("no-slow-start")).parts();

        Contrast contrast = Branches.of(LATE, 1, parts, Judges.DEFAULT, 100_000);

        assertThat(contrast.turn()).isEmpty();
        assertThat(contrast.passing()).isEmpty();
        assertThat(contrast.failing()).isNotEmpty();
    }
}

package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.MemorySink;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComponentNamesTest {

    @Test
    void faults_may_name_every_component_that_a_cluster_starts_but_the_administrator() {
        ClusterSpec spec = ClusterSpec.ofNodes(2);
        Cluster cluster =
                Cluster.of(Scenario.ofCommand(spec, List.of("delete", "pod", "none")), 1, ClusterParts.DEFAULT);
        MemorySink trace = new MemorySink();
        cluster.simulation().trace().addSink(trace);
        cluster.run(RunLimits.until(0));

        List<String> started = trace.entries().stream()
                .filter(entry -> entry.record() instanceof ComponentTrace.Started)
                .map(entry -> entry.component())
                .filter(name -> !name.equals(Administrator.NAME))
                .toList();
        assertThat(started).containsExactlyInAnyOrderElementsOf(ComponentNames.of(spec));
    }
}

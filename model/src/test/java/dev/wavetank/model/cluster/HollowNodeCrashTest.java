package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A hollow node starts again: its runtime has lost all containers (kubernetes pull request 102821). */
class HollowNodeCrashTest {

    private static final String SCENARIO = """
            name: lost
            cluster: {nodes: 1, profile: %s, settings: {kubelet.hollow: "true"}}
            timeline:
            - {at: 0s, kubectl: run web --image=nginx}
            horizon: 60s
            faults: [{kind: nodeCrash, node: node-1, at: 20s, for: 3s}]
            """;

    @ParameterizedTest
    @CsvSource({
        "v1.20, Pending Running Pending Running",
        "v1.21, Pending Running Pending Running",
        "v1.22, Pending Running",
        "v1.36, Pending Running"
    })
    void a_pod_whose_containers_are_lost_is_pending_again_before_kubelets_infer_that_they_ran(
            String profile, String expected) {
        Cluster cluster =
                Cluster.of(ScenarioCodec.read("lost.yaml", SCENARIO.formatted(profile)), 1, ClusterParts.DEFAULT);
        List<String> phases = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && (phases.isEmpty() || !phases.get(phases.size() - 1).equals(pod.phase()))) {
                phases.add(pod.phase());
            }
        });

        cluster.run(RunLimits.until(60 * VirtualTime.SECOND));

        assertThat(String.join(" ", phases)).isEqualTo(expected);
    }
}

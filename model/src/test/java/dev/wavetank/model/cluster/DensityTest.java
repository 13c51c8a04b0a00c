package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.PublishedFigures;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How long a pod takes to start, with its image on the node, on 100 nodes of 30 pods that are filled to a part.
 * Kubernetes 1.0 was measured so (W. Tyczynski, Kubernetes Performance Measurements and Roadmap, kubernetes.io blog,
 * 10 September 2015); the oldest profile is that of v1.8, whose scheduler and kubelet are faster.
 */
@Tag("slow")
class DensityTest {

    private static final int NODES = 100;
    private static final int PODS_PER_NODE = 30;
    private static final int MEASURED = 100;
    private static final long FILLED = 5 * VirtualTime.MINUTE;
    private static final long APART = 200 * VirtualTime.MILLISECOND;

    @ParameterizedTest
    @CsvSource({"10, 0.90, 1.29, 1.59", "25, 1.08, 1.49, 1.86", "50, 1.33, 1.72, 2.56", "100, 1.94, 2.50, 4.32"})
    void pods_start_within_seconds_however_full_the_nodes_are(int full, String p50, String p90, String p99) {
        List<Long> times = startTimes(NODES * PODS_PER_NODE * full / 100);

        PublishedFigures.documented(List.of(
                row(full, "p50", p50, times.get(MEASURED / 2 - 1)),
                row(full, "p90", p90, times.get(MEASURED * 9 / 10 - 1)),
                row(full, "p99", p99, times.get(MEASURED * 99 / 100 - 1))));
        assertThat(times)
                .hasSize(MEASURED)
                .allSatisfy(time -> assertThat(time).isBetween(VirtualTime.SECOND / 2, 5 * VirtualTime.SECOND));
    }

    private static String row(int full, String percentile, String published, long predicted) {
        return String.format(
                Locale.ROOT,
                "| a pod on 100 nodes, %d %% full | %s | %s s | %.2f s |",
                full,
                percentile,
                published,
                predicted / 1e9);
    }

    private static List<Long> startTimes(int filling) {
        List<Command> timeline = new ArrayList<>();
        timeline.add(new Command(0, List.of("create", "-f", "filling")));
        Map<String, String> files = new TreeMap<>(Map.of("filling", controller("filling", filling)));
        for (int i = 0; i < MEASURED; i++) {
            files.put("measured-" + i, controller("measured-" + i, 1));
            timeline.add(new Command(FILLED + i * APART, List.of("create", "-f", "measured-" + i)));
        }
        ClusterSpec cluster = new ClusterSpec(
                NODES,
                new TreeMap<>(Map.of("cpu", "4", "memory", "8Gi", "pods", "110")),
                KubernetesVersion.V1_8,
                Map.of("registry.pull-time", "1s"));
        Scenario scenario = new Scenario("density", cluster, timeline, files, FaultPlan.NONE, 2 * FILLED);
        Map<String, Long> created = new TreeMap<>();
        List<Long> times = new ArrayList<>();
        Cluster simulated = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        simulated.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof Milestone milestone
                    && milestone.object().startsWith("pod/default/measured")) {
                if (milestone.point() == Point.POD_CREATED) {
                    created.put(milestone.object(), entry.time() - milestone.ago());
                } else if (milestone.point() == Point.SEEN_READY) {
                    times.add(entry.time() - created.get(milestone.object()));
                }
            }
        });
        simulated.run(RunLimits.until(2 * FILLED));
        return times.stream().sorted().toList();
    }

    private static String controller(String name, int replicas) {
        return """
                apiVersion: v1
                kind: ReplicationController
                metadata: {name: %s}
                spec:
                  replicas: %d
                  selector: {app: %s}
                  template:
                    metadata: {labels: {app: %s}}
                    spec: {containers: [{name: pause, image: "pause:3.0"}]}
                """.formatted(name, replicas, name, name);
    }
}

package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.ReadTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a kubelet reads a ConfigMap that three of its pods need, one every twenty seconds. */
class ChangeDetectionTest {

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: NAME}
            spec:
              containers: [{name: c, image: nginx, volumeMounts: [{name: v, mountPath: /v}]}]
              volumes: [{name: v, configMap: {name: shared}}]
            """;

    private static long reads(String version, String strategy) {
        List<Command> timeline = new ArrayList<>();
        timeline.add(command(0, "create configmap shared --from-literal=a=b"));
        Map<String, String> files = new TreeMap<>();
        for (int i = 1; i <= 3; i++) {
            files.put("p" + i, POD.replace("NAME", "p" + i));
            timeline.add(command(20 * i, "apply -f p" + i));
        }
        Map<String, String> settings = new TreeMap<>(Map.of("kubelet.hollow", "false"));
        if (!strategy.isEmpty()) {
            settings.put("kubelet.config-map-and-secret-change-detection-strategy", strategy);
        }
        ClusterSpec spec =
                new ClusterSpec(1, ClusterSpec.ofNodes(1).nodeCapacity(), KubernetesVersion.parse(version), settings);
        Cluster cluster = Cluster.of(
                new Scenario("objects", spec, timeline, files, FaultPlan.NONE, VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        List<String> reads = new ArrayList<>();
        cluster.simulation().trace().addSink(new TraceSink() {
            @Override
            public boolean wantsDetails() {
                return true;
            }

            @Override
            public void accept(TraceEntry entry) {
                if (entry.record() instanceof ReadTrace read
                        && read.call().userAgent().startsWith("kubelet/")
                        && read.call().request() instanceof ApiRequest.Get get
                        && get.name().equals("shared")) {
                    reads.add(get.name());
                }
            }
        });
        cluster.run(RunLimits.until(75 * VirtualTime.SECOND));
        return reads.size();
    }

    private static Command command(long second, String line) {
        return new Command(second * VirtualTime.SECOND, Arrays.asList(line.split(" ")));
    }

    @ParameterizedTest
    @CsvSource({"v1.32, '', 1", "v1.32, Watch, 1", "v1.32, Cache, 3", "v1.32, Get, 3", "v1.11, '', 3"})
    void a_small_cluster_has_a_time_of_zero(String version, String strategy, long expected) {
        assertThat(reads(version, strategy)).isEqualTo(expected);
    }

    @Test
    void a_wrong_strategy_is_refused() {
        assertThatThrownBy(() -> reads("v1.32", "watch"))
                .hasMessageContaining("must be Watch, Cache or Get, was 'watch'");
    }
}

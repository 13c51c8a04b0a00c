package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A kubelet of v1.20 hears with its next regular sync only that a startup probe has failed. */
class SyncFrequencyTest {

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              containers:
              - name: app
                image: nginx
                startupProbe: {exec: {command: ["false"]}, periodSeconds: 1, failureThreshold: 1}
            """;

    private final Map<String, String> settings = new TreeMap<>(Map.of("kubelet.hollow", "false"));

    private String podAfter(int seconds) {
        Map<String, String> capacity = Map.of("cpu", "4", "memory", "8Gi", "pods", "110");
        ClusterSpec spec = new ClusterSpec(1, capacity, KubernetesVersion.parse("v1.20"), settings);
        List<Command> timeline = List.of(
                new Command(VirtualTime.SECOND, List.of("apply", "-f", "pod.yaml")),
                new Command(seconds * VirtualTime.SECOND, List.of("get", "pod", "p")));
        Cluster cluster = Cluster.of(
                new Scenario("syncs", spec, timeline, Map.of("pod.yaml", POD), FaultPlan.NONE, VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until((seconds + 1) * VirtualTime.SECOND));
        return cluster.commandResults().get(1).stdout();
    }

    @Test
    void the_next_one_comes_after_a_minute_by_default() {
        assertThat(podAfter(55)).containsPattern("p +0/1 +Running +0 ");
        assertThat(podAfter(150)).containsPattern("p +0/1 +Running +1 ");
    }

    @Test
    void a_sync_frequency_brings_it_nearer() {
        settings.put("kubelet.sync-frequency", "10s");

        assertThat(podAfter(55)).containsPattern("p +0/1 +Running +[123] ");
    }
}

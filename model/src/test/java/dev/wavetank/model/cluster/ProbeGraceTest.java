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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A probe that has failed can have a grace period of its own. */
class ProbeGraceTest {

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              terminationGracePeriodSeconds: 600
              containers:
              - name: app
                image: nginx
                lifecycle: {preStop: {exec: {command: [sleep, "1000"]}}}
                PROBE: {exec: {command: ["false"]}, periodSeconds: 1, failureThreshold: 1, GRACE}
            """;

    private static String podAfter(String version, String probe, String grace, int seconds) {
        Map<String, String> capacity = Map.of("cpu", "4", "memory", "8Gi", "pods", "110");
        ClusterSpec spec =
                new ClusterSpec(1, capacity, KubernetesVersion.parse(version), Map.of("kubelet.hollow", "false"));
        String pod = POD.replace("PROBE", probe).replace("GRACE", grace);
        List<Command> timeline = List.of(
                new Command(VirtualTime.SECOND, List.of("apply", "-f", "pod.yaml")),
                new Command(seconds * VirtualTime.SECOND, List.of("get", "pod", "p")));
        Cluster cluster = Cluster.of(
                new Scenario("grace", spec, timeline, Map.of("pod.yaml", pod), FaultPlan.NONE, VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until((seconds + 1) * VirtualTime.SECOND));
        return cluster.commandResults().get(1).stdout();
    }

    @ParameterizedTest
    @ValueSource(strings = {"livenessProbe", "startupProbe"})
    void that_of_the_probe_goes_before_that_of_the_pod(String probe) {
        assertThat(podAfter("v1.32", probe, "terminationGracePeriodSeconds: 10", 80))
                .containsPattern("p +[01]/1 +\\S+ +[1-9]");
        assertThat(podAfter("v1.32", probe, "timeoutSeconds: 1", 80)).containsPattern("p +[01]/1 +Running +0 ");
    }

    @Test
    void older_versions_take_no_notice_of_it() {
        assertThat(podAfter("v1.24", "livenessProbe", "terminationGracePeriodSeconds: 10", 80))
                .containsPattern("p +1/1 +Running +0 ");
    }
}

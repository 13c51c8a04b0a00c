package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The subresource by which containers are added to a pod that runs changes nothing else. */
class EphemeralContainersTest {

    private static final String POD =
            "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: a, image: nginx}]}}";

    private static final String DEBUGGER =
            "{\"name\":\"debugger\",\"image\":\"busybox\",\"targetContainerName\":\"a\"}";

    /** What is printed after some patches of the subresource, one after the other. */
    private static List<String> patched(String... specs) {
        List<Command> timeline = new ArrayList<>();
        timeline.add(new Command(0, List.of("apply", "-f", "pod.yaml")));
        long second = 10;
        for (String spec : specs) {
            timeline.add(new Command(
                    second++ * VirtualTime.SECOND,
                    List.of(
                            "patch",
                            "pod",
                            "p",
                            "--subresource",
                            "ephemeralcontainers",
                            "-p",
                            "{\"spec\":" + spec + "}")));
        }
        timeline.add(
                new Command(
                        second * VirtualTime.SECOND,
                        List.of(
                                "get",
                                "pod",
                                "p",
                                "-o",
                                "jsonpath={.spec.ephemeralContainers[*].name} {.spec.containers[0].image} {.metadata.labels}")));
        Map<String, String> capacity = Map.of("cpu", "4", "memory", "8Gi", "pods", "110");
        Cluster cluster = Cluster.of(
                new Scenario(
                        "pod",
                        new ClusterSpec(1, capacity, KubernetesVersion.parse("v1.36"), Map.of()),
                        timeline,
                        Map.of("pod.yaml", POD),
                        FaultPlan.NONE,
                        VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until((second + 5) * VirtualTime.SECOND));
        return cluster.commandResults().stream()
                .skip(1)
                .map(result -> result.stdout() + result.stderr())
                .toList();
    }

    @Test
    void only_ephemeral_containers_change() {
        assertThat(patched("{\"ephemeralContainers\":[" + DEBUGGER
                        + "],\"containers\":[{\"name\":\"a\",\"image\":\"httpd\"}]}"))
                .containsExactly("pod/p patched\n", "debugger nginx ");
    }

    @Test
    void they_stay_as_they_are() {
        assertThat(patched(
                        "{\"ephemeralContainers\":[" + DEBUGGER + "]}",
                        "{\"ephemeralContainers\":[{\"name\":\"debugger\",\"image\":\"nginx\"}]}",
                        "{\"ephemeralContainers\":[{\"name\":\"debugger\",\"$patch\":\"delete\"}]}"))
                .hasSize(4)
                .element(1)
                .asString()
                .contains("existing ephemeral containers \"debugger\" may not be changed");
        assertThat(patched(
                                "{\"ephemeralContainers\":[" + DEBUGGER + "]}",
                                "{\"ephemeralContainers\":[{\"name\":\"debugger\",\"$patch\":\"delete\"}]}")
                        .get(1))
                .contains("existing ephemeral containers \"debugger\" may not be removed");
    }

    @Test
    void their_target_is_a_container_of_the_pod() {
        assertThat(patched("{\"ephemeralContainers\":[" + DEBUGGER.replace("\"a\"", "\"b\"") + "]}")
                        .get(0))
                .contains("spec.ephemeralContainers[0].targetContainerName: Not found: \"b\"");
    }
}

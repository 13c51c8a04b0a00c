package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;

/** What a kubelet does with pods that the scheduler has not placed. */
class KubeletAdmissionTest {

    private static final String POD = """
              %1$s.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s}
                spec: {nodeName: node-1, terminationGracePeriodSeconds: 2, %2$s}
            """;

    private static String resources(String cpu, String memory) {
        return "containers: [{name: c, image: i, resources: {requests: {cpu: " + cpu + ", memory: " + memory + "}}}]";
    }

    /** What kubectl prints in the end. */
    private static String run(String version, String staticPods, String files, String... commands) {
        StringBuilder timeline = new StringBuilder();
        for (int i = 0; i < commands.length; i++) {
            timeline.append("- {at: ")
                    .append(1 + i * 20)
                    .append("s, kubectl: \"")
                    .append(commands[i])
                    .append("\"}\n");
        }
        Cluster cluster = Cluster.of(
                ScenarioCodec.read(
                        "pods.yaml",
                        "cluster: {nodes: 1, profile: " + version
                                + ", nodeCapacity: {cpu: \"4\", memory: 8Gi, pods: \"50\"}, " + "staticPods: ["
                                + staticPods + "]}\ntimeline:\n" + timeline + "files:\n" + files),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until((commands.length * 20L + 20) * VirtualTime.SECOND));
        CommandResult last = cluster.commandResults().get(commands.length - 1);
        return last.stdout() + last.stderr();
    }

    @Test
    void the_same_port_of_two_addresses_is_no_conflict() {
        String port = "containers: [{name: c, image: i, ports: [{containerPort: 80, hostPort: 8080, hostIP: %s}]}]";
        String files = POD.formatted("a", port.formatted("127.0.0.1"))
                + POD.formatted("b", port.formatted("127.0.0.2"))
                + POD.formatted("c", port.formatted("0.0.0.0"));

        assertThat(run("v1.32", "", files, "apply -f a.yaml", "apply -f b.yaml", "apply -f c.yaml", "get pods"))
                .containsPattern("a +1/1 +Running")
                .containsPattern("b +1/1 +Running")
                .containsPattern("c +0/1 +NodePorts");
    }

    @Test
    void a_static_pod_takes_the_place_of_the_least_important_pods() {
        String files = POD.formatted("large", resources("2", "1Gi"))
                + POD.formatted("small", resources("1500m", "1Gi"))
                + POD.formatted("proxy", resources("1", "64Mi"));
        String[] commands = {"apply -f large.yaml", "apply -f small.yaml", "get events", "get pods"};

        assertThat(run("v1.32", "{manifest: proxy.yaml, at: 45s}", files, commands))
                .containsPattern("proxy-node-1 +1/1 +Running")
                .containsPattern("large +1/1 +Running")
                .containsPattern("small +0/1 ");
        commands[3] = "get pod small -o jsonpath={.status.phase}/{.status.reason}/{.status.message}";
        assertThat(run("v1.32", "{manifest: proxy.yaml, at: 45s}", files, commands))
                .isEqualTo("Failed/Preempting/Preempted in order to admit critical pod");
        commands[3] = "get events --field-selector reason=Preempting";
        assertThat(run("v1.32", "{manifest: proxy.yaml, at: 45s}", files, commands))
                .contains("pod/small   Preempted in order to admit critical pod");
    }

    @Test
    void before_v1_16_a_static_pod_without_a_priority_is_rejected() {
        String files =
                POD.formatted("large", resources("3500m", "1Gi")) + POD.formatted("proxy", resources("1", "64Mi"));

        assertThat(run(
                        "v1.15",
                        "{manifest: proxy.yaml, at: 10s}",
                        files,
                        "apply -f large.yaml",
                        "get pods",
                        "get events"))
                .contains("Node didn't have enough resource: cpu, requested: 1000, used: 3500, capacity: 4000")
                .doesNotContain("Preempting");
    }

    @Test
    void a_critical_pod_that_no_others_can_make_room_for_is_rejected() {
        String files = POD.formatted("proxy", resources("5", "64Mi"));

        assertThat(run("v1.32", "{manifest: proxy.yaml}", files, "get pods", "get events"))
                .contains("UnexpectedAdmissionError")
                .contains("preemption: error finding a set of pods to preempt: no set of running pods found to reclaim"
                        + " resources: [(res: cpu, q: 1000), ]");
    }
}

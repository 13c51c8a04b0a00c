package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubelet.cgroup.Cgroup;
import dev.wavetank.model.kubelet.cgroup.CgroupVersion;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a pod asks for as a whole reaches its class, its control groups, quota, and what users see. */
class WholePodResourcesTest {

    /** Two containers, of which one says what it needs, on a node of 4 cores and 8 GiB. */
    private static final String SHARING = pod(
            "shared",
            "resources: {limits: {cpu: '2', memory: 1Gi}}, containers: [{name: a, image: i, resources: {requests: {cpu:"
                    + " 500m, memory: 512Mi}, limits: {memory: 768Mi}}}, {name: b, image: i}]");

    private static final String FIXED = pod(
            "fixed",
            "resources: {requests: {cpu: '1', memory: 1Gi}, limits: {cpu: '1', memory: 1Gi}}, containers: [{name: a,"
                    + " image: i}, {name: b, image: i}]");

    private static String pod(String name, String spec) {
        return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + "}\nspec: {" + spec + "}\n";
    }

    private static Cluster run(String version, Map<String, String> files, String... commands) {
        List<Command> timeline = new ArrayList<>();
        for (int i = 0; i < commands.length; i++) {
            timeline.add(new Command(20L * i * VirtualTime.SECOND, List.of(commands[i].split(" "))));
        }
        ClusterSpec spec = new ClusterSpec(
                1, Map.of("cpu", "4", "memory", "8Gi", "pods", "110"), KubernetesVersion.parse(version), Map.of());
        Cluster cluster = Cluster.of(
                new Scenario("whole", spec, timeline, files, FaultPlan.NONE, VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(20L * (commands.length + 1) * VirtualTime.SECOND));
        return cluster;
    }

    @Test
    void requests_follow_from_containers_and_limits() {
        Cluster cluster = run(
                "v1.36",
                Map.of("p.yaml", SHARING),
                "apply -f p.yaml",
                "get pod shared -o jsonpath={.spec.resources.requests}",
                "describe pod shared",
                "describe node node-1");

        assertThat(cluster.commandResults().get(1).stdout()).isEqualTo("{\"cpu\":\"500m\",\"memory\":\"512Mi\"}");
        assertThat(cluster.commandResults().get(2).stdout())
                .contains("Resources:\n  Limits:\n    cpu:     2\n    memory:  1Gi\n  Requests:\n")
                .containsPattern("QoS Class: +Burstable");
        assertThat(cluster.commandResults().get(3).stdout())
                .containsPattern("shared +500m \\(12%\\) +2 \\(50%\\) +512Mi \\(6%\\) +1Gi \\(12%\\)");
    }

    @Test
    void equal_requests_and_limits_of_the_pod_make_it_guaranteed() {
        Cluster cluster = run("v1.36", Map.of("p.yaml", FIXED), "apply -f p.yaml", "describe pod fixed");

        assertThat(cluster.commandResults().get(1).stdout()).containsPattern("QoS Class: +Guaranteed");
    }

    @Test
    void control_groups_have_the_limits_of_the_pod_and_containers_without_limits_too() {
        Cluster cluster = run("v1.36", Map.of("p.yaml", SHARING), "apply -f p.yaml", "get pods");

        assertThat(files(cluster, "pod default/shared"))
                .containsEntry("cpu.max", "200000 100000")
                .containsEntry("memory.max", "1073741824");
        assertThat(files(cluster, "container a"))
                .containsEntry("cpu.max", "200000 100000")
                .containsEntry("memory.max", "805306368");
        assertThat(files(cluster, "container b"))
                .containsEntry("cpu.max", "200000 100000")
                .containsEntry("memory.max", "1073741824");
    }

    @Test
    void memory_that_no_container_requests_counts_for_each_when_the_kernel_chooses() {
        String pod = pod(
                "shared",
                "resources: {requests: {memory: 2Gi}}, containers: [{name: a, image: i, resources: {requests: {memory:"
                        + " 1Gi}}}, {name: b, image: i}]");
        Cluster cluster = run("v1.36", Map.of("p.yaml", pod), "apply -f p.yaml", "get pods");

        // Half of the GiB that is left belongs to each.
        assertThat(group(cluster, "container a").oomScoreAdj()).isEqualTo(1000 - 1000 * 3 / 2 / 8);
        assertThat(group(cluster, "container b").oomScoreAdj()).isEqualTo(1000 - 1000 / 2 / 8);
    }

    @Test
    void a_container_that_leaks_ends_at_the_limit_of_its_pod() {
        String leaking = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, annotations: {behavior.wavetank.dev/c:"
                + " leaks 100Mi of memory every 1s}}\nspec: {restartPolicy: Never, resources: {limits: {memory: 1Gi}},"
                + " containers: [{name: c, image: i}]}\n";
        Cluster cluster = run("v1.36", Map.of("p.yaml", leaking), "apply -f p.yaml", "get pods");

        assertThat(cluster.commandResults().get(1).stdout()).contains("OOMKilled");
    }

    @Test
    void a_quota_counts_what_the_pod_says_and_asks_its_containers_for_nothing() {
        String quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {requests.cpu: '1',"
                + " limits.memory: 1Gi}}\n";
        Cluster cluster = run(
                "v1.36",
                Map.of("q.yaml", quota, "p.yaml", FIXED),
                "apply -f q.yaml",
                "apply -f p.yaml",
                "get quota q -o jsonpath={.status.used}");

        assertThat(cluster.commandResults().get(2).stdout())
                .isEqualTo("{\"limits.memory\":\"1Gi\",\"requests.cpu\":\"1\"}");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{limits: {disk: 1}} | spec.resources.limits[disk]: Unsupported value: \"disk\": supported values: \"cpu\","
                        + " \"hugepages-\", \"memory\"",
                "{requests: {cpu: 2}, limits: {cpu: 1}} | spec.resources.requests: Invalid value: \"2\": must be less than"
                        + " or equal to cpu limit",
                "{requests: {cpu: 100m}} | spec.resources.requests[cpu]: Invalid value: \"100m\": must be greater than or"
                        + " equal to aggregate container requests of 500m",
                "{limits: {memory: 1Gi}} | spec.resources.containers[0][memory].limits: Invalid value: \"2Gi\": must be less"
                        + " than or equal to pod limits of 1Gi"
            })
    void amounts_of_a_pod_agree_with_those_of_its_containers(String resources, String message) {
        String pod = pod(
                "p",
                "resources: " + resources
                        + ", containers: [{name: a, image: i, resources: {requests: {cpu: 500m}, limits:"
                        + " {memory: 2Gi}}}]");
        Cluster cluster = run("v1.36", Map.of("p.yaml", pod), "apply -f p.yaml");

        assertThat(cluster.commandResults().get(0).stderr()).contains(message);
    }

    @Test
    void a_version_without_them_drops_them() {
        Cluster cluster = run("v1.32", Map.of("p.yaml", FIXED), "apply -f p.yaml", "describe pod fixed");

        assertThat(cluster.commandResults().get(1).stdout())
                .containsPattern("QoS Class: +BestEffort")
                .doesNotContain("Resources:");
    }

    private static Map<String, String> files(Cluster cluster, String owner) {
        return group(cluster, owner).config().files(CgroupVersion.V2);
    }

    private static Cgroup group(Cluster cluster, String owner) {
        return cluster.inspect("node-1").cgroups().stream()
                .filter(one -> one.owner().equals(owner))
                .findFirst()
                .orElseThrow();
    }
}

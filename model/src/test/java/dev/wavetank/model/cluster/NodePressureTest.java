package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Pods on a node of 16 GiB that runs short of memory or disk, as a user sees them. */
class NodePressureTest {

    private final Map<String, String> settings = new TreeMap<>(Map.of("kubelet.hollow", "false"));
    private KubernetesVersion version = KubernetesVersion.parse("v1.20");

    private static String pod(String name, String behavior, String more) {
        return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name
                + ", annotations: {behavior.wavetank.dev/app: '" + behavior + "'}}\n"
                + "spec: {terminationGracePeriodSeconds: 100, containers: [{name: app, image: i" + more + "}]}\n";
    }

    private static String requests(String memory) {
        return ", resources: {requests: {memory: " + memory + "}}";
    }

    /** What the commands print, which are given {@code seconds} after these pods are created. */
    private List<String> after(long seconds, List<String> pods, String... commands) {
        List<Command> timeline = new ArrayList<>();
        timeline.add(new Command(0, List.of("apply", "-f", "pods.yaml")));
        for (String command : commands) {
            long at = (seconds + timeline.size()) * VirtualTime.SECOND;
            timeline.add(new Command(at, Arrays.asList(command.split(" "))));
        }
        ClusterSpec spec = new ClusterSpec(1, ClusterSpec.ofNodes(1).nodeCapacity(), version, settings);
        Scenario scenario = new Scenario(
                "pressure",
                spec,
                timeline,
                Map.of("pods.yaml", String.join("---\n", pods)),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until((seconds + 10) * VirtualTime.SECOND));
        return cluster.commandResults().stream()
                .skip(1)
                .map(result -> result.stdout() + result.stderr())
                .map(text -> text.startsWith("apiVersion") ? text.replaceAll("\\s+", " ") : text)
                .toList();
    }

    @Test
    void the_pod_that_uses_more_than_it_requests_is_evicted_first() {
        List<String> pods = List.of(
                pod("modest", "uses 6Gi of memory", requests("8Gi")),
                pod("greedy", "uses 1Gi of memory; leaks 100Mi of memory every 1s", requests("2Gi")),
                pod("calm", "runs", ""));

        List<String> seen = after(120, pods, "get pods", "describe pod greedy", "describe node node-1");

        assertThat(seen.get(0))
                .containsPattern("greedy +0/1 +Evicted")
                .containsPattern("modest +1/1 +Running")
                .containsPattern("calm +1/1 +Running");
        assertThat(seen.get(1))
                .containsPattern("Status: +Failed")
                .containsPattern(
                        "Message: +The node was low on resource: memory\\. Container app was using [0-9]+Ki, which"
                                + " exceeds its request of 2Gi\\. ")
                .containsPattern("Warning +Evicted .* kubelet +The node was low on resource: memory\\.");
        assertThat(seen.get(2))
                .contains("Taints:             node.kubernetes.io/memory-pressure:NoSchedule")
                .containsPattern(
                        "MemoryPressure +True .* KubeletHasInsufficientMemory +kubelet has insufficient memory")
                .containsPattern("Warning +EvictionThresholdMet .* Attempting to reclaim memory")
                .containsPattern("NodeHasInsufficientMemory .* Node node-1 status is now: NodeHasInsufficientMemory");
    }

    @Test
    void later_versions_name_the_threshold_and_the_reason_of_the_disruption() {
        version = KubernetesVersion.parse("v1.32");

        String seen = after(220, List.of(pod("leaky", "leaks 100Mi of memory every 1s", "")), "get pod leaky -o yaml")
                .get(0);

        assertThat(seen)
                .contains("reason: Evicted", "phase: Failed", "type: DisruptionTarget", "reason: TerminationByKubelet")
                .containsPattern("Threshold quantity: 100Mi, available: ")
                .containsPattern("request is 0, has larger consumption of memory");
    }

    @Test
    void a_pod_that_writes_more_than_its_containers_may_is_evicted() {
        String limit = ", resources: {limits: {ephemeral-storage: 20Mi}}";
        List<String> pods = List.of(
                pod("greedy", "leaks 2Mi of disk every 1s", limit),
                pod("modest", "uses 10Mi of disk", limit),
                pod("free", "leaks 2Mi of disk every 1s", ""));

        List<String> seen = after(60, pods, "get pods", "describe pod greedy");

        assertThat(seen.get(0))
                .containsPattern("greedy +0/1 +Evicted")
                .containsPattern("modest +1/1 +Running")
                .containsPattern("free +1/1 +Running");
        assertThat(seen.get(1))
                .contains("Pod ephemeral local storage usage exceeds the total limit of containers 20Mi. ");
    }

    @Test
    void a_container_has_a_limit_of_its_own() {
        String pods = "apiVersion: v1\nkind: Pod\nmetadata: {name: two, annotations: {"
                + "behavior.wavetank.dev/app: uses 30Mi of disk}}\n"
                + "spec: {containers: [{name: app, image: i, resources: {limits: {ephemeral-storage: 20Mi}}},"
                + " {name: other, image: i, resources: {limits: {ephemeral-storage: 20Mi}}}]}\n";

        assertThat(after(40, List.of(pods), "describe pod two").get(0))
                .contains("Container app exceeded its local ephemeral storage limit \"20Mi\". ");
    }

    @Test
    void pressure_is_over_when_the_transition_period_is() {
        settings.put("kubelet.eviction-pressure-transition-period", "30s");
        List<String> pods = List.of(pod("leaky", "leaks 1Gi of memory every 1s", ""));

        assertThat(after(40, pods, "describe node node-1").get(0)).containsPattern("MemoryPressure +True");
        assertThat(after(80, pods, "describe node node-1").get(0))
                .containsPattern("MemoryPressure +False .* KubeletHasSufficientMemory")
                .contains("Taints:             <none>")
                .contains("Node node-1 status is now: NodeHasSufficientMemory");
    }

    @Test
    void under_pressure_best_effort_pods_are_refused_and_others_are_not() {
        String bound = "apiVersion: v1\nkind: Pod\nmetadata: {name: NAME}\n"
                + "spec: {nodeName: node-1, containers: [{name: app, image: iMORE}]}\n";
        List<String> pods = List.of(pod("leaky", "leaks 1Gi of memory every 1s", ""));
        Map<String, String> files = Map.of(
                "pods.yaml",
                String.join("---\n", pods),
                "late.yaml",
                bound.replace("NAME", "late-be").replace("MORE", "") + "---\n"
                        + bound.replace("NAME", "late-bu").replace("MORE", requests("1Mi")));
        List<Command> timeline = List.of(
                new Command(0, List.of("apply", "-f", "pods.yaml")),
                new Command(40 * VirtualTime.SECOND, List.of("apply", "-f", "late.yaml")),
                new Command(60 * VirtualTime.SECOND, List.of("get", "pods")),
                new Command(65 * VirtualTime.SECOND, List.of("get", "pod", "late-be", "-o", "yaml")));
        ClusterSpec spec = new ClusterSpec(1, ClusterSpec.ofNodes(1).nodeCapacity(), version, settings);
        Cluster cluster = Cluster.of(
                new Scenario("late", spec, timeline, files, FaultPlan.NONE, VirtualTime.HOUR), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(70 * VirtualTime.SECOND));

        assertThat(cluster.commandResults().get(2).stdout())
                .containsPattern("late-be +0/1 +Evicted")
                .containsPattern("late-bu +1/1 +Running");
        assertThat(cluster.commandResults().get(3).stdout().replaceAll("\\s+", " "))
                .contains("Pod The node had condition: [MemoryPressure]. ");
    }

    @Test
    void a_soft_threshold_waits_for_its_grace_period_and_gives_the_pod_time() {
        settings.put("kubelet.eviction-soft", "memory.available<2Gi");
        settings.put("kubelet.eviction-soft-grace-period", "memory.available=1m");
        settings.put("kubelet.eviction-max-pod-grace-period", "7");
        List<String> pods = List.of(pod("big", "uses 15Gi of memory; ignores TERM", ""));

        assertThat(after(60, pods, "get pods").get(0)).containsPattern("big +1/1 +Running");
        String seen = after(120, pods, "get pod big -o yaml").get(0);
        assertThat(seen).contains("reason: Evicted");
    }

    @Test
    void a_container_that_reaches_its_limit_is_killed_for_want_of_memory() {
        String limited = pod("capped", "leaks 10Mi of memory every 1s", ", resources: {limits: {memory: 100Mi}}");

        assertThat(after(20, List.of(limited), "get pod capped -o yaml").get(0)).contains("reason: OOMKilled");
    }

    @Test
    void a_full_disk_evicts_the_pod_that_fills_it() {
        List<String> pods =
                List.of(pod("logs", "leaks 1Gi of disk every 1s", ""), pod("calm", "runs", requests("64Mi")));

        List<String> seen = after(130, pods, "get pods", "describe node node-1", "get pod logs -o yaml");

        assertThat(seen.get(0)).containsPattern("logs +0/1 +Evicted").containsPattern("calm +1/1 +Running");
        assertThat(seen.get(1))
                .contains("node.kubernetes.io/disk-pressure:NoSchedule")
                .containsPattern("DiskPressure +True .* KubeletHasDiskPressure +kubelet has disk pressure")
                .contains("Attempting to reclaim ephemeral-storage");
        assertThat(seen.get(2)).contains("The node was low on resource: ephemeral-storage. Container app was using ");
    }

    @Test
    void wrong_thresholds_are_named() {
        settings.put("kubelet.eviction-hard", "memory.availble<100Mi");
        assertThatThrownBy(() -> after(1, List.of(pod("p", "runs", ""))))
                .hasMessageContaining("kubelet.eviction-hard")
                .hasMessageContaining("did you mean 'memory.available'?");
        settings.put("kubelet.eviction-hard", "memory.available<100Mi");
        settings.put("kubelet.eviction-soft", "memory.available<1Gi");
        assertThatThrownBy(() -> after(1, List.of(pod("p", "runs", "")))).hasMessageContaining("needs a grace period");
    }

    private static String withVolume(String name, String behavior, String emptyDir, String more) {
        return pod(name, behavior, more).stripTrailing().replaceAll("}$", "") + ", volumes: [{name: data, emptyDir: "
                + emptyDir + "}]}\n";
    }

    @Test
    void a_pod_that_writes_more_to_an_empty_dir_than_its_limit_is_evicted() {
        List<String> pods = List.of(
                withVolume("greedy", "leaks 1Mi of volume data every 1s", "{sizeLimit: 20Mi}", ""),
                withVolume("modest", "uses 19Mi of volume data", "{sizeLimit: 20Mi}", ""),
                withVolume("memory", "uses 21Mi of volume data", "{sizeLimit: 20Mi, medium: Memory}", ""),
                withVolume("done", "uses 21Mi of volume data; exit 1 after 3s", "{sizeLimit: 20Mi}", ""),
                withVolume("free", "leaks 1Mi of volume data every 1s", "{}", ""));

        List<String> seen = after(60, pods, "get pods", "describe pod greedy");

        assertThat(seen.get(0))
                .containsPattern("greedy +0/1 +Evicted")
                .containsPattern("memory +0/1 +Evicted")
                .containsPattern("done +0/1 +Evicted")
                .containsPattern("modest +1/1 +Running")
                .containsPattern("free +1/1 +Running");
        assertThat(seen.get(1))
                .contains("Message:      Usage of EmptyDir volume \"data\" exceeds the limit \"20Mi\". ")
                .containsPattern("Warning +Evicted .* kubelet +Usage of EmptyDir volume");
    }

    @Test
    void what_is_in_empty_dirs_counts_for_the_pod_but_not_for_its_containers() {
        String limit = ", resources: {limits: {ephemeral-storage: 20Mi}}";
        List<String> pods =
                List.of(withVolume("full", "uses 15Mi of disk; uses 10Mi of volume data", "{sizeLimit: 12Mi}", limit));

        assertThat(after(40, pods, "describe pod full").get(0))
                .contains("Pod ephemeral local storage usage exceeds the total limit of containers 20Mi. ");
    }

    @Test
    void an_empty_dir_in_memory_counts_as_memory() {
        String limit = ", resources: {limits: {memory: 50Mi}}";
        List<String> pods = List.of(withVolume(
                "capped", "uses 30Mi of memory; leaks 1Mi of volume data every 1s", "{medium: Memory}", limit));

        assertThat(after(40, pods, "get pod capped -o yaml").get(0)).contains("reason: OOMKilled");
    }

    @Test
    void a_node_short_of_process_ids_evicts_by_priority_and_number() {
        settings.put("kubelet.eviction-hard", "pid.available<10%");
        settings.put("kubelet.pid-max", "1000");
        List<String> pods = List.of(
                pod("forks", "uses 100 processes; leaks 10 processes every 1s", requests("1Gi")),
                pod("calm", "uses 50 processes", ""));

        List<String> seen = after(130, pods, "get pods", "describe pod forks", "describe node node-1");

        assertThat(seen.get(0)).containsPattern("forks +0/1 +Evicted").containsPattern("calm +1/1 +Running");
        assertThat(seen.get(1)).contains("Message:      The node was low on resource: pids. \n");
        assertThat(seen.get(2))
                .contains("Taints:             node.kubernetes.io/pid-pressure:NoSchedule")
                .containsPattern("PIDPressure +True .* KubeletHasInsufficientPID +kubelet has insufficient PID")
                .contains("Attempting to reclaim pids")
                .contains("Node node-1 status is now: NodeHasInsufficientPID");
    }

    @Test
    void a_node_short_of_inodes_is_under_pressure_on_the_disk() {
        version = KubernetesVersion.parse("v1.32");
        settings.put("kubelet.bytes-per-inode", "1048576");
        List<String> pods = List.of(
                pod("files", "leaks 5k inodes every 1s", ""), pod("calm", "uses 10 inodes; uses 1Mi of disk", ""));

        List<String> seen = after(130, pods, "get pods", "describe pod files", "describe node node-1");

        assertThat(seen.get(0)).containsPattern("files +0/1 +Completed").containsPattern("calm +1/1 +Running");
        assertThat(seen.get(1))
                .containsPattern(
                        "The node was low on resource: inodes\\. Threshold quantity: [0-9]+, available: [0-9]+");
        assertThat(seen.get(2))
                .contains("node.kubernetes.io/disk-pressure:NoSchedule")
                .contains("Attempting to reclaim inodes");
    }
}

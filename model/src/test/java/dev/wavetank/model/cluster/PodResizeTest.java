package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What becomes of a resize: done at once, by a restart, later, never, or refused. */
class PodResizeTest {

    private static final String STATUS = "jsonpath={.status.containerStatuses[0].resources.requests.cpu}"
            + " {.status.containerStatuses[0].allocatedResources.cpu} {.status.containerStatuses[0].restartCount}"
            + " {.metadata.generation}";
    private static final String CONDITION =
            "jsonpath={.status.conditions[?(@.type==\"PodResizePending\")]['reason','message']}";
    private static final String MESSAGES = "jsonpath={range .items[*]}[{.message}]{end}";

    private static String pod(String name, String cpu, String more) {
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name
                + "}, spec: {containers: [{name: app, image: nginx,"
                + " resources: {requests: {cpu: " + cpu + ", memory: 64Mi}, limits: {cpu: 4, memory: 128Mi}}" + more
                + "}]}}\n";
    }

    private static String[] patch(String pod, String resources) {
        return new String[] {
            "patch",
            "pod",
            pod,
            "--subresource=resize",
            "-p",
            "{\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":" + resources + "}]}}"
        };
    }

    private static String[] requests(String pod, String cpu) {
        return patch(pod, "{\"requests\":{\"cpu\":\"" + cpu + "\"}}");
    }

    private static String[] get(String pod, String what) {
        return new String[] {"get", "pod", pod, "-o", what};
    }

    private static String[] events(String reason) {
        return new String[] {"get", "events", "--field-selector", "reason=" + reason, "-o", MESSAGES};
    }

    private static final String[] WAIT = {"version", "--client"};

    /** What the commands print, of which the first comes after 20 s and each next one 20 s later. */
    private static List<CommandResult> printed(
            String version, Map<String, String> settings, String pods, String[]... commands) {
        return printed(version, settings, FaultPlan.NONE, pods, commands);
    }

    private static List<CommandResult> printed(
            String version, Map<String, String> settings, FaultPlan faults, String pods, String[]... commands) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("kubelet.hollow", "false");
        List<Command> timeline = new ArrayList<>();
        timeline.add(new Command(VirtualTime.SECOND, List.of("apply", "-f", "all.yaml")));
        long at = 20;
        for (String[] command : commands) {
            timeline.add(new Command(at * VirtualTime.SECOND, List.of(command)));
            at += 20;
        }
        Map<String, String> capacity = Map.of("cpu", "4", "memory", "8Gi", "pods", "110");
        Cluster cluster = Cluster.of(
                new Scenario(
                        "pod",
                        new ClusterSpec(1, capacity, KubernetesVersion.parse(version), all),
                        timeline,
                        Map.of("all.yaml", pods, "late.yaml", pod("late", "1", "")),
                        faults,
                        VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(at * VirtualTime.SECOND));
        return cluster.commandResults().subList(1, commands.length + 1);
    }

    private static List<CommandResult> printed(String version, String pods, String[]... commands) {
        return printed(version, Map.of(), pods, commands);
    }

    @Test
    void a_resize_that_fits_is_done_while_the_container_runs() {
        List<CommandResult> printed = printed(
                "v1.36",
                pod("web", "500m", ""),
                requests("web", "1"),
                get("web", STATUS),
                events("ResizeStarted"),
                events("ResizeCompleted"),
                get("web", "jsonpath={.status.conditions[*].type}"));

        assertThat(printed.get(0).stdout()).isEqualTo("pod/web patched\n");
        assertThat(printed.get(1).stdout()).isEqualTo("1 1 0 2");
        String summary =
                "{\"containers\":[{\"name\":\"app\",\"resources\":{\"limits\":{\"cpu\":\"4\",\"memory\":\"128Mi\"},"
                        + "\"requests\":{\"cpu\":\"1\",\"memory\":\"64Mi\"}}}],\"generation\":2}";
        assertThat(printed.get(2).stdout()).isEqualTo("[Pod resize started: " + summary + "]");
        assertThat(printed.get(3).stdout()).isEqualTo("[Pod resize completed: " + summary + "]");
        assertThat(printed.get(4).stdout()).doesNotContain("Resize");
    }

    @Test
    void a_policy_can_ask_for_a_restart() {
        List<CommandResult> printed = printed(
                "v1.36",
                pod("web", "500m", ", resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]"),
                requests("web", "1"),
                get("web", STATUS),
                events("Killing"));

        assertThat(printed.get(1).stdout()).isEqualTo("1 1 1 2");
        assertThat(printed.get(2).stdout()).isEqualTo("[Container app resize requires restart]");
    }

    @Test
    void a_resize_waits_until_another_pod_has_left() {
        List<CommandResult> printed = printed(
                "v1.36",
                pod("web", "1", "") + "---\n" + pod("other", "2", ""),
                requests("web", "3"),
                get("web", CONDITION),
                get("web", STATUS),
                events("ResizeDeferred"),
                new String[] {"delete", "pod", "other", "--wait=false"},
                WAIT,
                WAIT,
                get("web", STATUS),
                get("web", CONDITION));

        String why = "Node didn't have enough resource: cpu, requested: 3000, used: 2000, capacity: ";
        assertThat(printed.get(1).stdout()).startsWith("Deferred " + why);
        assertThat(printed.get(2).stdout()).isEqualTo("1 1 0 2");
        assertThat(printed.get(3).stdout())
                .startsWith("[Pod resize Deferred: {")
                .contains("\"error\":\"" + why);
        assertThat(printed.get(7).stdout()).isEqualTo("3 3 0 2");
        assertThat(printed.get(8).stdout().strip()).isEmpty();
    }

    @Test
    void a_resize_beyond_the_node_is_never_granted() {
        List<CommandResult> printed = printed(
                "v1.36",
                pod("web", "1", ""),
                patch("web", "{\"requests\":{\"cpu\":\"5\"},\"limits\":{\"cpu\":\"5\"}}"),
                get("web", CONDITION),
                get("web", STATUS));

        assertThat(printed.get(1).stdout())
                .startsWith("Infeasible Node didn't have enough capacity: cpu, requested: 5000, capacity: ");
        assertThat(printed.get(2).stdout()).isEqualTo("1 1 0 2");
    }

    @Test
    void the_class_of_a_pod_stays_and_nothing_but_processor_and_memory_changes() {
        List<CommandResult> printed = printed(
                "v1.36",
                pod("web", "1", ""),
                patch("web", "{\"requests\":{\"cpu\":\"4\",\"memory\":\"128Mi\"}}"),
                patch("web", "{\"requests\":{\"ephemeral-storage\":\"1Gi\"}}"),
                patch("web", "{\"limits\":{\"memory\":null}}"),
                new String[] {
                    "patch",
                    "pod",
                    "web",
                    "-p",
                    "{\"spec\":{\"containers\":[{\"name\":\"app\",\"resources\":" + "{\"requests\":{\"cpu\":\"2\"}}}]}}"
                },
                get("web", STATUS));

        assertThat(printed.get(0).stderr())
                .contains("The Pod \"web\" is invalid: spec: Invalid value: \"Burstable\":"
                        + " Pod QOS Class may not change as a result of resizing");
        assertThat(printed.get(1).stderr()).contains("spec: Forbidden: only cpu and memory resources are mutable");
        assertThat(printed.get(2).stderr())
                .contains("spec.containers[0].resources.limits: Forbidden: resource limits cannot be removed");
        assertThat(printed.get(3).stderr())
                .contains("spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
                        + "`spec.initContainers[*].image`,");
        assertThat(printed.get(4).stdout()).isEqualTo("1 1 0 1");
    }

    @Test
    void a_limit_of_memory_goes_down_since_v1_34() {
        String[] less = patch("web", "{\"limits\":{\"memory\":\"100Mi\"}}");
        String limit = "jsonpath={.status.containerStatuses[0].resources.limits.memory}";

        assertThat(printed("v1.33", pod("web", "1", ""), less).get(0).stderr())
                .contains("spec.containers[0].resources.limits[memory]: Forbidden: memory limits cannot be decreased"
                        + " unless resizePolicy is RestartContainer");
        assertThat(printed("v1.34", pod("web", "1", ""), less, get("web", limit))
                        .get(1)
                        .stdout())
                .isEqualTo("100Mi");
    }

    @Test
    void a_server_of_v1_32_has_no_such_subresource() {
        List<CommandResult> printed = printed("v1.32", pod("web", "1", ""), requests("web", "2"), get("web", STATUS));

        assertThat(printed.get(0).exitCode()).isNotZero();
        assertThat(printed.get(0).stderr()).doesNotContain("not simulated");
        assertThat(printed.get(1).stdout().strip()).endsWith("0");
    }

    @Test
    void a_pod_with_cores_of_its_own_keeps_them() {
        String guaranteed = pod("web", "2", "")
                .replace("{cpu: 2, memory: 64Mi}", "{cpu: 2, memory: 128Mi}")
                .replace("cpu: 4", "cpu: 2");
        List<CommandResult> printed = printed(
                "v1.36",
                Map.of("kubelet.cpu-manager-policy", "static", "kubelet.reserved-cpus", "0"),
                guaranteed,
                patch("web", "{\"requests\":{\"cpu\":\"1\"},\"limits\":{\"cpu\":\"1\"}}"),
                get("web", CONDITION));

        assertThat(printed.get(1).stdout())
                .isEqualTo(
                        "Infeasible Resize is infeasible for Guaranteed Pods alongside CPU Manager policy \"static\"");
    }

    @Test
    void a_quota_counts_a_resize() {
        String quota = "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {requests.cpu: 2}}}\n";
        List<CommandResult> printed = printed(
                "v1.36",
                quota + "---\n" + pod("web", "1", ""),
                requests("web", "4"),
                requests("web", "3"),
                new String[] {"get", "quota", "q", "-o", "jsonpath={.status.used}"});

        // The pod came before the controller had taken the quota over, and so is not charged yet.
        assertThat(printed.get(0).stderr())
                .contains("is forbidden: exceeded quota: q, requested: requests.cpu=3, used: requests.cpu=0,"
                        + " limited: requests.cpu=2");
        assertThat(printed.get(1).stdout()).isEqualTo("pod/web patched\n");
        assertThat(printed.get(2).stdout()).isEqualTo("{\"requests.cpu\":\"2\"}");
    }

    /** What was set aside before stands on the disk of the node; what is asked for meanwhile is looked at later. */
    @Test
    void a_kubelet_that_starts_again_goes_on_with_what_it_had_set_aside() {
        List<CommandResult> printed = printed(
                "v1.36",
                Map.of(),
                FaultPlan.of(FaultClause.at(
                        15 * VirtualTime.SECOND, 40 * VirtualTime.SECOND, new ComponentFault.Crash("kubelet/node-1"))),
                pod("web", "1", "") + "---\n" + pod("other", "2", ""),
                requests("web", "3"),
                requests("other", "2500m"),
                WAIT,
                get("web", STATUS),
                get("web", CONDITION),
                get("other", STATUS));

        assertThat(printed.get(3).stdout()).isEqualTo("1 1 0 2");
        assertThat(printed.get(4).stdout()).startsWith("Deferred ");
        assertThat(printed.get(5).stdout()).isEqualTo("2500m 2500m 0 2");
    }

    @Test
    void the_scheduler_counts_what_is_asked_for_unless_the_node_can_never_grant_it() {
        String phase = "jsonpath={.status.phase}";
        String[] late = {"apply", "-f", "late.yaml"};
        List<CommandResult> deferred = printed(
                "v1.36",
                pod("web", "1", "") + "---\n" + pod("other", "1", ""),
                requests("web", "3500m"),
                late,
                get("late", phase),
                requests("web", "500m"),
                get("late", phase));
        List<CommandResult> infeasible = printed(
                "v1.36",
                pod("web", "1", ""),
                patch("web", "{\"requests\":{\"cpu\":\"5\"},\"limits\":{\"cpu\":\"5\"}}"),
                late,
                get("late", phase));

        assertThat(deferred.get(2).stdout()).isEqualTo("Pending");
        assertThat(deferred.get(4).stdout()).isEqualTo("Running");
        assertThat(infeasible.get(2).stdout()).isEqualTo("Running");
    }

    @Test
    void a_kubelet_of_v1_33_tries_again_with_the_next_sync_of_the_pod() {
        List<CommandResult> printed = printed(
                "v1.33",
                pod("web", "1", "") + "---\n" + pod("other", "2", ""),
                requests("web", "3"),
                get("web", CONDITION),
                new String[] {"delete", "pod", "other", "--wait=false"},
                WAIT,
                WAIT,
                WAIT,
                WAIT,
                WAIT,
                WAIT,
                WAIT,
                get("web", STATUS));

        assertThat(printed.get(1).stdout()).startsWith("Deferred Node didn't have enough resource: cpu");
        assertThat(printed.get(10).stdout()).isEqualTo("3 3 0 2");
    }
}

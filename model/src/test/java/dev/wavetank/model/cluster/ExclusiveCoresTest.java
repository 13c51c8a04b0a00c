package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.kubelet.cgroup.Cgroup;
import dev.wavetank.model.kubelet.cgroup.CgroupVersion;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The static policy of the CPU manager, on a node of four cores of which one is reserved. */
class ExclusiveCoresTest {

    private final Map<String, String> settings =
            new TreeMap<>(Map.of("kubelet.cpu-manager-policy", "static", "kubelet.reserved-cpus", "0"));

    private static String pod(String name, String cpu) {
        return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name
                + "}\nspec: {nodeName: node-1, containers: [{name: app," + " image: i, resources: {limits: {cpu: " + cpu
                + ", memory: 64Mi}}}]}\n";
    }

    private FaultPlan faults = FaultPlan.NONE;

    private Cluster run(List<String> pods, String... commands) {
        List<Command> timeline = new ArrayList<>();
        timeline.add(new Command(0, List.of("apply", "-f", "pods.yaml")));
        for (String command : commands) {
            timeline.add(new Command((20L * timeline.size()) * VirtualTime.SECOND, Arrays.asList(command.split(" "))));
        }
        Scenario scenario = new Scenario(
                "cores",
                new ClusterSpec(
                        1, Map.of("cpu", "4", "memory", "16Gi", "pods", "110"), KubernetesVersion.DEFAULT, settings),
                timeline,
                Map.of("pods.yaml", String.join("---\n", pods), "late.yaml", pod("late", "'2'")),
                faults,
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until((20L * timeline.size() + 30) * VirtualTime.SECOND));
        return cluster;
    }

    private static List<String> cores(Cluster cluster) {
        return cluster.inspect("node-1").cgroups().stream()
                .filter(one -> one.owner().equals("container app"))
                .map(Cgroup::config)
                .map(one -> one.files(CgroupVersion.V2).get("cpuset.cpus"))
                .sorted()
                .toList();
    }

    @Test
    void whole_cores_of_guaranteed_pods_are_theirs_alone() {
        Cluster cluster = run(List.of(pod("two", "'2'"), pod("part", "500m")));

        assertThat(cores(cluster)).containsExactly("0,3", "1-2");
    }

    @Test
    void reserved_cores_are_not_allocatable_whatever_the_policy() {
        String allocatable = "get node node-1 -o jsonpath={.status.capacity.cpu}/{.status.allocatable.cpu}";

        assertThat(run(List.of(pod("two", "'2'")), allocatable)
                        .commandResults()
                        .get(1)
                        .stdout())
                .isEqualTo("4/3");
        settings.put("kubelet.cpu-manager-policy", "none");
        settings.put("kubelet.reserved-cpus", "0-1");
        assertThat(run(List.of(pod("two", "'2'")), allocatable)
                        .commandResults()
                        .get(1)
                        .stdout())
                .isEqualTo("4/2");
    }

    @Test
    void a_pod_for_which_there_are_not_enough_is_refused() {
        Cluster cluster = run(List.of(pod("two", "'2'")), "apply -f late.yaml", "get pod late -o yaml");

        assertThat(cluster.commandResults().get(2).stdout().replaceAll("\\s+", " "))
                .contains("reason: UnexpectedAdmissionError")
                .contains("Allocate failed due to not enough cpus available to satisfy request, which is unexpected");
    }

    @Test
    void the_cores_of_a_pod_that_is_gone_are_given_again() {
        Cluster cluster = run(List.of(pod("two", "'2'")), "delete pod two", "apply -f late.yaml", "get pods");

        assertThat(cluster.commandResults().get(3).stdout()).containsPattern("late +1/1 +Running");
        assertThat(cores(cluster)).containsExactly("1-2");
    }

    @Test
    void a_kubelet_that_starts_again_finds_the_cores_of_containers_on_its_disk() {
        faults = FaultPlan.of(FaultClause.at(
                45 * VirtualTime.SECOND, 2 * VirtualTime.SECOND, new ComponentFault.Crash("kubelet/node-1")));
        Cluster cluster = run(List.of(pod("one", "'1'"), pod("two", "'1'")), "delete pod one", "get pods", "get pods");
        faults = FaultPlan.NONE;
        Cluster without = run(List.of(pod("one", "'1'"), pod("two", "'1'")), "delete pod one", "get pods", "get pods");

        assertThat(cores(cluster)).isEqualTo(cores(without)).doesNotContain("1");
    }

    @Test
    void the_static_policy_needs_a_reserved_core() {
        settings.remove("kubelet.reserved-cpus");
        assertThatThrownBy(() -> run(List.of(pod("two", "'2'"))))
                .hasMessageContaining("set kubelet.reserved-cpus to 0");
        settings.put("kubelet.reserved-cpus", "a-b");
        assertThatThrownBy(() -> run(List.of(pod("two", "'2'")))).hasMessageContaining("no list of cores");
    }
}

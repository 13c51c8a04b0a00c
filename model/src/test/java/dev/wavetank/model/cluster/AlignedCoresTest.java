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
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The topology manager on a node of ten cores in two NUMA nodes, 0 to 4 and 5 to 9, of which core 0 is reserved. Pods
 * come one after the other, each with containers of the given numbers of cores.
 */
class AlignedCoresTest {

    private static final String REFUSED = "TopologyAffinityError";
    private static final String FULL = "UnexpectedAdmissionError";

    private final Map<String, String> settings = new TreeMap<>(
            Map.of("kubelet.cpu-manager-policy", "static", "kubelet.reserved-cpus", "0", "kubelet.numa-nodes", "2"));

    @ParameterizedTest(name = "{0}, {1}, {2}")
    @CsvSource({
        // Without the manager, cores of the NUMA node with the fewest free ones go first.
        "none,             container, 3 3 3,   1-3 4-6 7-9",
        "best-effort,      container, 3 3 3,   1-3 5-7 4;8-9",
        "restricted,       container, 3 3 3,   1-3 5-7 TopologyAffinityError",
        "single-numa-node, container, 3 3 3,   1-3 5-7 TopologyAffinityError",
        // More than one NUMA node has: whole ones first.
        "none,             container, 7,       1-2;5-9",
        "restricted,       container, 7,       1-2;5-9",
        "single-numa-node, container, 7,       TopologyAffinityError",
        // Containers of one pod, each for itself or all together.
        "single-numa-node, container, 3+3,     1-3+5-7",
        "single-numa-node, pod,       3+3,     TopologyAffinityError",
        "single-numa-node, pod,       3+2,     5-7+8-9",
        "restricted,       pod,       3+3,     1-3+4-6",
        "best-effort,      pod,       2+2 3+2, 1-2+3-4 5-7+8-9",
        // There are not enough cores at all.
        "none,             container, 10,      UnexpectedAdmissionError",
        "best-effort,      container, 10,      UnexpectedAdmissionError",
        "restricted,       container, 10,      TopologyAffinityError",
        // Parts of cores need no alignment.
        "single-numa-node, container, 1500m,   shared"
    })
    void cores_come_from_the_numa_nodes_that_the_policy_permits(
            String policy, String scope, String pods, String expected) {
        settings.put("kubelet.topology-manager-policy", policy);
        if (!policy.equals("none")) {
            settings.put("kubelet.topology-manager-scope", scope);
        }

        assertThat(run(pods.split(" "))).containsExactly(expected.split(" "));
    }

    private List<String> run(String... pods) {
        List<Command> timeline = new ArrayList<>();
        Map<String, String> files = new TreeMap<>();
        for (int i = 0; i < pods.length; i++) {
            files.put("p" + i + ".yaml", pod("p" + i, pods[i].split("\\+")));
            timeline.add(new Command(10L * i * VirtualTime.SECOND, List.of("apply", "-f", "p" + i + ".yaml")));
        }
        timeline.add(new Command(60 * VirtualTime.SECOND, List.of("get", "pods")));
        Cluster cluster = cluster(timeline, files);
        cluster.run(RunLimits.until(90 * VirtualTime.SECOND));
        String shown = cluster.commandResults().get(pods.length).stdout();
        List<String> found = new ArrayList<>();
        for (int i = 0; i < pods.length; i++) {
            String line = shown.split("\n")[i + 1];
            found.add(line.contains(REFUSED) ? REFUSED : line.contains(FULL) ? FULL : cores(cluster, "p" + i));
        }
        return found;
    }

    private Cluster cluster(List<Command> timeline, Map<String, String> files) {
        return Cluster.of(
                new Scenario(
                        "cores",
                        new ClusterSpec(
                                1,
                                Map.of("cpu", "10", "memory", "16Gi", "pods", "110"),
                                KubernetesVersion.DEFAULT,
                                settings),
                        timeline,
                        files,
                        FaultPlan.NONE,
                        VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
    }

    private static String pod(String name, String... cores) {
        List<String> containers = new ArrayList<>();
        for (String number : cores) {
            containers.add("{name: " + name + "-" + containers.size() + ", image: i, resources: {limits: {cpu: '"
                    + number + "', memory: 64Mi}}}");
        }
        return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + "}\nspec: {nodeName: node-1, containers: "
                + containers + "}\n";
    }

    private static String cores(Cluster cluster, String pod) {
        List<String> cores = cluster.inspect("node-1").cgroups().stream()
                .filter(one -> one.owner().startsWith("container " + pod + "-"))
                .sorted((a, b) -> a.owner().compareTo(b.owner()))
                .map(Cgroup::config)
                .map(one -> one.files(CgroupVersion.V2).get("cpuset.cpus").replace(',', ';'))
                .toList();
        return cores.equals(Arrays.asList("0-9")) ? "shared" : String.join("+", cores);
    }

    @Test
    void a_refused_pod_has_the_text_of_the_real_kubelet() {
        settings.put("kubelet.topology-manager-policy", "single-numa-node");
        Cluster cluster = cluster(
                List.of(
                        new Command(0, List.of("apply", "-f", "p.yaml")),
                        new Command(10 * VirtualTime.SECOND, List.of("describe", "pod", "p"))),
                Map.of("p.yaml", pod("p", "7")));
        cluster.run(RunLimits.until(30 * VirtualTime.SECOND));

        assertThat(cluster.commandResults().get(1).stdout())
                .containsPattern("Status: +Failed")
                .containsPattern("Reason: +TopologyAffinityError")
                .contains("Pod was rejected: Resources cannot be allocated with Topology locality")
                .containsPattern(
                        "Warning +TopologyAffinityError .* kubelet +Resources cannot be allocated with Topology");
    }

    @ParameterizedTest(name = "{1}={2} in {0}")
    @CsvSource({
        "v1.36, kubelet.numa-nodes,              9,           must be from 1 to 8",
        "v1.36, kubelet.topology-manager-policy, strict,      'must be one of none, best-effort, restricted,'",
        "v1.17, kubelet.topology-manager-policy, best-effort, have no topology manager",
        "v1.36, kubelet.topology-manager-scope,  node,        must be container or pod",
        "v1.36, kubelet.topology-manager-scope,  pod,         no effect without another",
        "v1.19, kubelet.topology-manager-scope,  pod,         know no scope but container",
        "v1.36, kubelet.cpu-manager-policy,      none,        no effect without kubelet.cpu-manager-policy=static"
    })
    void a_setting_that_cannot_take_effect_is_refused(String version, String name, String value, String message) {
        settings.put(name, value);
        ClusterSpec spec = new ClusterSpec(
                1, Map.of("cpu", "10", "memory", "16Gi", "pods", "110"), KubernetesVersion.parse(version), settings);
        Scenario scenario = new Scenario("refused", spec, List.of(), Map.of(), FaultPlan.NONE, VirtualTime.HOUR);

        assertThatThrownBy(() -> Cluster.of(scenario, 1, ClusterParts.DEFAULT))
                .hasMessageContaining("kubelet.")
                .hasMessageContaining(message);
    }
}

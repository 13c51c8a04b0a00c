package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whole clusters whose nodes fall silent. */
class NodeLifecycleTest {

    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, Pod> pods = new TreeMap<>();
    private final List<String> events = new ArrayList<>();
    private final Map<String, ApiEvent.Reference> references = new TreeMap<>();
    private final List<Double> evictions = new ArrayList<>();
    private final Set<String> evictors = new TreeSet<>();
    private final Map<String, Double> unknownSince = new TreeMap<>();

    private Cluster cluster(int count, KubernetesVersion profile, Map<String, String> settings, String faults) {
        ClusterSpec spec = new ClusterSpec(count, new TreeMap<>(ClusterSpec.DEFAULT.nodeCapacity()), profile, settings);
        boolean creates = profile.has(Feature.KUBECTL_CREATE_DEPLOYMENT_SIZE);
        Scenario scenario = new Scenario(
                "nodes",
                spec,
                List.of(new Command(
                        0,
                        creates
                                ? List.of("create", "deployment", "web", "--image=nginx", "--replicas=6")
                                : List.of("run", "web", "--image=nginx", "--replicas=6"))),
                new LinkedHashMap<>(),
                ScenarioCodec.readPlan("plan.yaml", faults, spec),
                VirtualTime.HOUR);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(this::observe);
        return cluster;
    }

    private void observe(TraceEntry entry) {
        double now = (double) entry.time() / VirtualTime.SECOND;
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Node node) {
                nodes.put(node.metadata().name(), node);
                if (readiness(node).equals("Unknown")) {
                    unknownSince.putIfAbsent(node.metadata().name(), now);
                }
            } else if (change.object() instanceof Pod pod) {
                if (change.change() == WatchEvent.Type.DELETED) {
                    pods.remove(pod.metadata().name());
                } else {
                    pods.put(pod.metadata().name(), pod);
                }
            } else if (change.object() instanceof ApiEvent event) {
                events.add(event.reason() + " " + event.message());
                references.put(event.reason(), event.involvedObject());
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.verb().equals("delete")
                && request.subject().startsWith("pods/")
                && !entry.actor().startsWith("kubelet")) {
            evictions.add(now);
            evictors.add(entry.actor());
        }
    }

    private static String readiness(Node node) {
        return node.status().conditions().stream()
                .filter(condition -> condition.type().equals("Ready"))
                .findFirst()
                .orElseThrow()
                .status();
    }

    private List<String> taints(String node) {
        return nodes.get(node).spec().taints().stream()
                .map(taint -> taint.key() + ":" + taint.effect())
                .toList();
    }

    private static String crash(String node, int at, int seconds) {
        return "- {kind: nodeCrash, node: " + node + ", at: " + at + "s, for: " + seconds + "s}\n";
    }

    @Test
    void heartbeats_do_not_keep_a_run_from_its_end() {
        Cluster cluster = cluster(3, KubernetesVersion.V1_32, Map.of(), "faults: []");

        assertThat(cluster.run(RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.QUIESCENT);
        assertThat(cluster.simulation().now()).isLessThan(VirtualTime.MINUTE);
        assertThat(pods.values()).hasSize(6).allMatch(Pod::isReady);
    }

    @Test
    void a_healthy_cluster_is_never_tainted_and_loses_no_pod() {
        cluster(3, KubernetesVersion.V1_32, Map.of(), "faults: []").run(RunLimits.until(VirtualTime.HOUR));

        assertThat(evictions).isEmpty();
        assertThat(unknownSince).isEmpty();
        assertThat(nodes.values()).allMatch(node -> node.spec().taints().isEmpty());
        assertThat(events).filteredOn(text -> text.startsWith("RegisteredNode")).hasSize(3);
    }

    @Test
    void pods_get_a_condition_that_tells_why_before_they_are_evicted_since_1_26() {
        cluster(3, KubernetesVersion.V1_32, Map.of(), "faults:\n" + crash("node-1", 30, 600))
                .run(RunLimits.until(500 * VirtualTime.SECOND));

        assertThat(unknownSince.get("node-1")).isBetween(70.0, 86.0);
        List<Pod> evicted = pods.values().stream()
                .filter(pod -> "node-1".equals(pod.nodeName()))
                .toList();
        assertThat(evicted).isNotEmpty().allSatisfy(pod -> {
            assertThat(pod.metadata().isDeleting()).isTrue();
            assertThat(pod.condition("DisruptionTarget").orElseThrow().reason()).isEqualTo("DeletionByTaintManager");
        });
        assertThat(pods.values().stream().filter(Pod::isReady)).hasSize(6);
    }

    @Test
    void a_node_that_is_back_in_time_keeps_its_pods() {
        cluster(
                        3,
                        KubernetesVersion.V1_20,
                        Map.of(),
                        "faults:\n- {kind: networkPartition, between: kubelet/node-1, and: kube-apiserver,"
                                + " at: 30s, for: 120s}\n")
                .run(RunLimits.until(400 * VirtualTime.SECOND));

        assertThat(unknownSince).containsKey("node-1");
        assertThat(evictions).isEmpty();
        assertThat(taints("node-1")).isEmpty();
        assertThat(readiness(nodes.get("node-1"))).isEqualTo("True");
        assertThat(pods.values()).hasSize(6).allMatch(Pod::isReady);
        assertThat(events)
                .anyMatch(text -> text.startsWith("TaintManagerEviction Cancelling deletion of Pod default/"));
    }

    @Test
    void events_name_nodes_without_a_state_and_evicted_pods_by_name_only() {
        cluster(3, KubernetesVersion.V1_20, Map.of(), "faults:\n" + crash("node-1", 30, 600))
                .run(RunLimits.until(500 * VirtualTime.SECOND));

        ApiEvent.Reference node = references.get("RegisteredNode");
        assertThat(node.uid()).isEqualTo(nodes.get(node.name()).uid());
        assertThat(node).isEqualTo(new ApiEvent.Reference("Node", null, node.name(), node.uid(), "v1", null));
        ApiEvent.Reference pod = references.get("TaintManagerEviction");
        assertThat(pod).isEqualTo(new ApiEvent.Reference("Pod", "default", pod.name(), null, null, null));
    }

    @Test
    void evictions_use_the_client_of_the_node_controller_in_all_releases() {
        cluster(3, KubernetesVersion.V1_32, Map.of(), "faults:\n" + crash("node-1", 30, 600))
                .run(RunLimits.until(500 * VirtualTime.SECOND));

        assertThat(evictors).containsOnly("node-controller");
    }

    @Test
    void nodes_are_looked_at_as_often_as_the_flag_says() {
        Map<String, String> settings = Map.of("kube-controller-manager.node-monitor-period", "60s");
        cluster(3, KubernetesVersion.V1_20, settings, "faults:\n" + crash("node-1", 30, 600))
                .run(RunLimits.until(200 * VirtualTime.SECOND));

        assertThat(unknownSince.get("node-1")).isBetween(115.0, 190.0);
    }

    @Test
    void pods_on_a_silent_node_waited_as_long_as_the_flag_says_in_1_8() {
        Map<String, String> settings = Map.of("kube-controller-manager.pod-eviction-timeout", "30s");
        cluster(3, KubernetesVersion.V1_8, settings, "faults:\n" + crash("node-1", 30, 900))
                .run(RunLimits.until(200 * VirtualTime.SECOND));

        assertThat(evictions).isNotEmpty().allSatisfy(at -> assertThat(at).isBetween(60.0, 90.0));
        assertThat(events).doesNotContain("NodeNotReady Node is not ready");
    }

    @Test
    void when_all_nodes_are_silent_none_is_given_up() {
        String faults = "faults:\n" + crash("node-1", 30, 900) + crash("node-2", 30, 900) + crash("node-3", 30, 900);
        // One look finds all of them silent: a node that an earlier look finds may be tainted before the next has
        // ended.
        Map<String, String> settings = Map.of("kube-controller-manager.node-monitor-period", "30s");
        cluster(3, KubernetesVersion.V1_20, settings, faults).run(RunLimits.until(800 * VirtualTime.SECOND));

        assertThat(unknownSince).hasSize(3);
        assertThat(taints("node-1")).containsExactly("node.kubernetes.io/unreachable:NoSchedule");
        assertThat(evictions).isEmpty();
    }

    @Test
    void when_most_of_a_small_zone_is_silent_none_is_given_up() {
        String faults = "faults:\n" + crash("node-1", 30, 900) + crash("node-2", 30, 900) + crash("node-3", 30, 900);
        // Leases end between two looks, so that one look notices all three: the first of several would be given up.
        Map<String, String> settings = Map.of("kubelet.node-lease-duration", "44s");
        cluster(4, KubernetesVersion.V1_20, settings, faults).run(RunLimits.until(800 * VirtualTime.SECOND));

        assertThat(taints("node-1")).containsExactly("node.kubernetes.io/unreachable:NoSchedule");
        assertThat(evictions).isEmpty();
    }

    @Test
    void nodes_are_given_up_one_in_ten_seconds() {
        String faults = "faults:\n" + crash("node-1", 30, 900) + crash("node-2", 30, 900) + crash("node-3", 30, 900);
        Map<String, String> settings = Map.of("kube-controller-manager.unhealthy-zone-threshold", "0.9");
        cluster(6, KubernetesVersion.V1_20, settings, faults).run(RunLimits.until(800 * VirtualTime.SECOND));

        assertThat(evictions).hasSizeGreaterThanOrEqualTo(3);
        assertThat(evictions.get(evictions.size() - 1) - evictions.get(0)).isBetween(19.9, 20.5);
    }

    @Test
    void pods_were_deleted_without_a_taint_after_five_minutes_in_1_8() {
        cluster(3, KubernetesVersion.V1_8, Map.of(), "faults:\n" + crash("node-1", 30, 900))
                .run(RunLimits.until(500 * VirtualTime.SECOND));

        assertThat(evictions).isNotEmpty().allSatisfy(at -> assertThat(at).isBetween(320.0, 350.0));
        assertThat(events)
                .contains("DeletingAllPods Node node-1 event: Deleting all Pods from Node node-1.")
                .anyMatch(text -> text.startsWith("NodeControllerEviction Marking for deletion Pod web-"));
        assertThat(pods.values().stream().filter(pod -> "node-1".equals(pod.nodeName())))
                .isNotEmpty()
                .allMatch(pod -> "NodeLost".equals(pod.status().reason()));
        assertThat(taints("node-1")).containsExactly("node.kubernetes.io/unreachable:NoSchedule");
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.FakeEnvironment;
import dev.wavetank.model.controller.Manifests;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The periodic check of all nodes ({@code monitorNodeHealth}, {@code doNoScheduleTaintingPass} and {@code processPod}
 * in {@code pkg/controller/nodelifecycle/node_lifecycle_controller.go}, v1.31: a grace period of 40 s).
 */
class NodeLifecycleControllerTest {

    private final FakeEnvironment world = new FakeEnvironment(KubernetesVersion.V1_31);

    /** A node whose kubelet reported at that second. */
    private static Node node(String name, String ready, int heartbeat) {
        return Manifests.node("metadata: {name: " + name + ", creationTimestamp: '2026-01-01T00:00:00Z'}, status:"
                + " {conditions: [{type: Ready, status: '" + ready + "', lastHeartbeatTime: '2026-01-01T00:00:"
                + (heartbeat < 10 ? "0" : "") + heartbeat + "Z'}]}");
    }

    private void start(Node... nodes) {
        List.of(nodes).forEach(node -> world.put(Resources.NODES, node));
        world.start(new NodeLifecycleController(world));
    }

    /** What was written, without the time. */
    private List<String> writes() {
        return world.writes().stream()
                .map(write -> write.replaceFirst("^[0-9]+ s: ", ""))
                .toList();
    }

    /** The taints that every patch leaves, without the time. */
    private List<String> patches() {
        return world.requests().stream()
                .filter(ApiRequest.Patch.class::isInstance)
                .map(request -> TaintPatches.text((ApiRequest.Patch) request)
                        .replaceAll(", timeAdded=[^}]*", "")
                        .replaceAll(".*taints=(.*)}}", "$1")
                        .replace("node.kubernetes.io/", ""))
                .toList();
    }

    @Test
    void a_silent_node_and_its_pods_are_marked_and_the_next_check_taints_it() {
        start(node("n1", "True", 0), node("n2", "True", 0));
        world.put(Resources.PODS, Manifests.pod("p", "n1"));
        world.runUntil(30);
        world.put(Resources.NODES, node("n2", "True", 30));
        world.runUntil(42);
        world.put(Resources.NODES, node("n1", "Unknown", 0));
        world.runUntil(50);

        assertThat(world.writes())
                .containsExactly(
                        "40 s: update nodes/n1/status",
                        "40 s: update pods/default/p/status",
                        "42 s: patch nodes/n1",
                        "45 s: patch nodes/n1");
        assertThat(patches())
                .containsExactly("[{key=unreachable, effect=NoSchedule}]", "[{key=unreachable, effect=NoExecute}]");
        assertThat(world.events())
                .containsExactly(
                        "Normal RegisteredNode n1: Node n1 event: Registered Node n1 in Controller",
                        "Normal RegisteredNode n2: Node n2 event: Registered Node n2 in Controller",
                        "Normal NodeNotReady n1: Node n1 status is now: NodeNotReady",
                        "Warning NodeNotReady p: Node is not ready");
    }

    @Test
    void a_node_that_reports_is_left_alone() {
        start(node("n1", "True", 0));
        for (int second = 20; second <= 50; second += 10) {
            world.runUntil(second);
            world.put(Resources.NODES, node("n1", "True", second));
        }
        world.runUntil(80);

        assertThat(world.writes()).isEmpty();
    }

    @Test
    void a_node_without_a_report_is_not_evicted_before_its_kubelet_had_time_to_start() {
        start(node("n1", "True", 0), Manifests.node("metadata: {name: n2, creationTimestamp: '2026-01-01T00:00:00Z'}"));
        for (int second = 10; second <= 50; second += 10) {
            world.runUntil(second);
            world.put(Resources.NODES, node("n1", "True", second));
        }
        world.runUntil(59);
        assertThat(world.writes()).isEmpty();

        world.runUntil(70);
        assertThat(writes()).contains("update nodes/n2/status");
    }

    @Test
    void nodes_without_a_report_count_as_not_ready_in_their_zone() {
        start(
                node("n1", "True", 0),
                Manifests.node("metadata: {name: n2, creationTimestamp: '2026-01-01T00:00:00Z'}"),
                Manifests.node("metadata: {name: n3, creationTimestamp: '2026-01-01T00:00:00Z'}"),
                node("n4", "True", 0));
        world.runUntil(2);
        world.put(Resources.NODES, node("n1", "False", 2));
        world.runUntil(12);

        // A small zone with a partial disruption evicts no node; only the taint without execution is written.
        assertThat(patches()).containsExactly("[{key=not-ready, effect=NoSchedule}]");
    }

    @Test
    void pods_whose_status_could_not_be_written_are_tried_again_at_the_next_check() {
        start(node("n1", "True", 0));
        world.put(Resources.PODS, Manifests.pod("p", "n1"));
        world.fail("update pods/default/p/status", new ApiResponse.Failed(Status.internal("no")));
        world.runUntil(44);
        world.put(Resources.NODES, node("n1", "Unknown", 0));
        world.runUntil(58);

        assertThat(world.writes())
                .contains("40 s: update pods/default/p/status", "45 s: update pods/default/p/status")
                .filteredOn(write -> write.endsWith("pods/default/p/status"))
                .hasSize(2);
    }

    @Test
    void a_new_pod_on_a_node_that_is_not_ready_becomes_not_ready() {
        start(node("n1", "False", 0), node("n2", "True", 0));
        world.put(Resources.PODS, Manifests.pod("p", "n1"));
        world.put(Resources.PODS, Manifests.pod("q", "n2"));
        world.put(Resources.PODS, Manifests.pod("r", "unknown"));
        world.runUntil(3);

        assertThat(writes()).contains("update pods/default/p/status");
        assertThat(writes()).doesNotContain("update pods/default/q/status", "update pods/default/r/status");
    }

    @Test
    void a_pod_that_is_bound_to_a_node_that_is_not_ready_becomes_not_ready_once() {
        start(node("n1", "False", 0));
        world.put(
                Resources.PODS,
                Manifests.pod("metadata: {namespace: default, name: p, uid: u}, spec: {}, status: {conditions:"
                        + " [{type: Ready, status: 'True'}]}"));
        world.runUntil(2);
        assertThat(writes()).doesNotContain("update pods/default/p/status");

        world.put(Resources.PODS, Manifests.pod("p", "n1"));
        world.put(Resources.PODS, Manifests.pod("p", "n1"));
        world.runUntil(3);
        assertThat(writes())
                .filteredOn(write -> write.contains("pods"))
                .containsExactly("update pods/default/p/status");
    }

    @Test
    void taints_follow_the_conditions_of_a_node_at_once() {
        start(node("n1", "True", 0));
        world.put(
                Resources.NODES,
                Manifests.node("metadata: {name: n1}, status: {conditions: [{type: Ready, status: 'True',"
                        + " lastHeartbeatTime: '2026-01-01T00:00:00Z'}, {type: DiskPressure, status: 'True'}]}"));
        world.runFor(20_000_000);

        assertThat(writes()).containsExactly("patch nodes/n1");
        assertThat(patches()).containsExactly("[{key=disk-pressure, effect=NoSchedule}]");
    }

    @Test
    void a_taint_without_its_condition_is_removed_and_others_stay() {
        start(Manifests.node("metadata: {name: n1}, spec: {taints: [{key: node.kubernetes.io/unschedulable, effect:"
                + " NoSchedule}, {key: dedicated, effect: NoSchedule}]}, status: {conditions: [{type: Ready,"
                + " status: 'True'}]}"));

        assertThat(writes()).containsExactly("patch nodes/n1");
        assertThat(patches()).containsExactly("[{key=dedicated, effect=NoSchedule}]");
    }

    @Test
    void when_all_nodes_have_become_silent_their_taints_are_removed_and_none_is_added() {
        String fields =
                "metadata: {name: n2}, status: {conditions: [{type: Ready, status: 'Unknown'}]}, spec: {taints: [";
        String noSchedule = "{key: node.kubernetes.io/unreachable, effect: NoSchedule}";
        String noExecute = "{key: node.kubernetes.io/unreachable, effect: NoExecute}";
        Node alone = Manifests.node(fields + noSchedule + "]}");
        start(node("n1", "True", 0), alone);
        world.put(Resources.NODES, Manifests.node(fields + noSchedule + ", " + noExecute + "]}"));
        world.runUntil(42);

        assertThat(world.writes())
                .containsExactly("0 s: patch nodes/n2", "40 s: update nodes/n1/status", "40 s: patch nodes/n2");
        assertThat(patches())
                .containsExactly(
                        "[{key=unreachable, effect=NoSchedule}, {key=unreachable, effect=NoExecute}]",
                        "[{key=unreachable, effect=NoSchedule}]");

        world.put(Resources.NODES, node("n1", "Unknown", 0));
        world.put(Resources.NODES, alone);
        world.runUntil(100);
        assertThat(world.writes()).hasSize(4).last().isEqualTo("42 s: patch nodes/n1");
        assertThat(patches()).last().isEqualTo("[{key=unreachable, effect=NoSchedule}]");
    }

    @Test
    void after_a_full_disruption_the_silence_of_every_node_begins_again() {
        start(node("n1", "True", 0), node("n2", "True", 0));
        world.runUntil(42);
        world.put(Resources.NODES, node("n1", "Unknown", 0));
        world.put(Resources.NODES, node("n2", "True", 0));
        world.runUntil(58);
        world.put(Resources.NODES, node("n1", "True", 58));
        world.runUntil(99);

        // The status of n2 was written while all nodes were silent, last by the check that found n1 alive.
        assertThat(world.writes().stream().filter(write -> write.contains("n2")).toList())
                .allMatch(write -> Integer.parseInt(write.split(" ")[0]) <= 60);

        world.runUntil(103);
        assertThat(world.writes().stream().filter(write -> write.contains("update nodes/n2")))
                .last()
                .asString()
                .startsWith("100 s");
    }

    @Test
    void a_deleted_node_is_reported_once_and_a_new_one_of_that_name_is_registered_again() {
        start(node("n1", "True", 0), node("n2", "True", 0));
        world.delete(Resources.NODES, node("n1", "True", 0));
        world.runUntil(22);
        world.put(Resources.NODES, node("n1", "True", 22));
        world.runUntil(30);

        assertThat(world.events())
                .filteredOn(event -> event.contains("n1"))
                .containsExactly(
                        "Normal RegisteredNode n1: Node n1 event: Registered Node n1 in Controller",
                        "Normal RemovingNode n1: Node n1 event: Removing Node n1 from Controller");
        // The second registration is counted in the Event of the first one.
        assertThat(world.requests())
                .filteredOn(request -> request.resource().equals(Resources.EVENTS)
                        && request.name().startsWith("n1."))
                .extracting(request -> request.verb().toString())
                .containsExactly("create", "create", "patch");
    }

    @Test
    void a_new_node_of_the_name_of_a_deleted_one_begins_with_a_silence_of_its_own() {
        start(node("n1", "True", 0), node("n2", "True", 0));
        world.runUntil(20);
        world.delete(Resources.NODES, node("n1", "True", 0));
        world.runUntil(28);
        world.put(Resources.NODES, node("n1", "True", 0));
        world.runUntil(68);
        assertThat(writes()).doesNotContain("update nodes/n1/status");

        world.runUntil(78);
        assertThat(writes()).contains("update nodes/n1/status");
    }

    @Test
    void a_deleted_node_does_not_wait_for_its_eviction_any_more() {
        start(
                node("n1", "Unknown", 0),
                node("n2", "Unknown", 0),
                node("n3", "Unknown", 0),
                node("n4", "True", 0),
                node("n5", "True", 0),
                node("n6", "True", 0));
        world.put(
                Resources.NODES,
                Manifests.node("metadata: {name: n1}, status: {conditions: [{type: Ready, status: 'Unknown'}]}, spec:"
                        + " {taints: [{key: node.kubernetes.io/unreachable, effect: NoSchedule}, {key:"
                        + " node.kubernetes.io/unreachable, effect: NoExecute}]}"));
        world.delete(Resources.NODES, node("n2", "Unknown", 0));
        world.runUntil(30);

        assertThat(world.writes())
                .filteredOn(write -> write.equals("10 s: patch nodes/n3"))
                .hasSize(1);
    }

    @Test
    void a_node_that_is_seen_first_loses_its_taints_with_execution_until_its_turn_has_come() {
        start(
                node("n1", "True", 0),
                Manifests.node("metadata: {name: n2}, status: {conditions: [{type: Ready, status: 'Unknown'}]}, spec:"
                        + " {taints: [{key: node.kubernetes.io/unreachable, effect: NoSchedule}, {key:"
                        + " node.kubernetes.io/unreachable, effect: NoExecute, timeAdded: '2025-12-31T00:00:00Z'}]}"));

        assertThat(patches())
                .containsExactly(
                        "[{key=unreachable, effect=NoSchedule}]",
                        "[{key=unreachable, effect=NoSchedule}, {key=unreachable, effect=NoExecute}]");
    }

    @Test
    void the_silence_of_a_node_that_never_reported_begins_with_its_creation() {
        start(node("n1", "True", 0));
        world.runUntil(30);
        world.put(Resources.NODES, node("n1", "True", 30));
        world.put(Resources.NODES, Manifests.node("metadata: {name: n2, creationTimestamp: '2026-01-01T00:00:10Z'}"));
        world.runUntil(69);
        assertThat(writes()).isEmpty();

        world.runUntil(77);
        assertThat(writes()).contains("update nodes/n2/status");
    }

    @Test
    void a_lease_that_is_renewed_keeps_a_node_alive() {
        start(node("n1", "True", 0));
        for (int second = 10; second <= 90; second += 10) {
            world.runUntil(second);
            world.put(
                    Resources.LEASES,
                    Scheme.parse(
                            "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {namespace: kube-node-lease,"
                                    + " name: n1}}",
                            GenericObject.class));
        }
        assertThat(world.writes()).isEmpty();
    }
}

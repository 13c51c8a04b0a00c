package dev.wavetank.model.controller.tainteviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.FakeEnvironment;
import dev.wavetank.model.controller.Manifests;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Which pods the taint eviction controller deletes, and when ({@code handleNodeUpdate}, {@code handlePodUpdate} and
 * {@code processPodOnNode} in {@code pkg/controller/tainteviction/taint_eviction.go}, v1.32, and the cases of {@code
 * taint_eviction_test.go}).
 */
class TaintEvictionControllerTest {

    private static final String TAINT = "{key: k, effect: NoExecute}";
    private static final String OTHER = "{key: other, effect: NoExecute}";
    private static final List<String> MARK =
            List.of("Normal TaintManagerEviction p: Marking for deletion Pod default/p");
    private static final String CANCEL = "Normal TaintManagerEviction p: Cancelling deletion of Pod default/p";
    private static final ApiResponse FAILED = new ApiResponse.Failed(Status.internal("no"));

    private FakeEnvironment world = new FakeEnvironment(KubernetesVersion.V1_32);

    private void start(String taints, Pod... pods) {
        world.put(Resources.NODES, node(taints));
        List.of(pods).forEach(pod -> world.put(Resources.PODS, pod));
        world.start(new TaintEvictionController(world));
    }

    /** As a part of the node lifecycle controller. */
    private void startPart(KubernetesVersion version, String taints, Pod pod) {
        world = new FakeEnvironment(version);
        world.put(Resources.NODES, node(taints));
        world.put(Resources.PODS, pod);
        TaintEvictionController part = TaintEvictionController.within(world, world.client(""));
        part.follow();
        world.start(part);
    }

    private static Node node(String taints) {
        return Manifests.node("metadata: {name: n1, uid: n}, spec: {taints: [" + taints + "]}");
    }

    private void taint(long second, String taints) {
        world.runUntil(second);
        world.put(Resources.NODES, node(taints));
    }

    private static Pod pod(String tolerations) {
        return pod("uid", "n1", tolerations);
    }

    private static Pod pod(String uid, String node, String tolerations) {
        return Manifests.pod("metadata: {namespace: default, name: p, uid: " + uid + "}, spec: {"
                + (node.isEmpty() ? "" : "nodeName: " + node + ", ") + "tolerations: [" + tolerations + "]}");
    }

    private static String tolerates(String key, int seconds) {
        return "{key: " + key + ", operator: Exists, effect: NoExecute, tolerationSeconds: " + seconds + "}, ";
    }

    private static String tolerates(String key) {
        return "{key: " + key + ", operator: Exists, effect: NoExecute}, ";
    }

    private List<String> deletions() {
        return world.writes().stream()
                .filter(write -> write.contains("delete"))
                .map(write -> write.replace("delete pods/default/", ""))
                .toList();
    }

    @Test
    void a_pod_without_a_toleration_gets_the_reason_and_is_deleted_at_once() {
        start("", pod(""));
        taint(2, TAINT);
        world.runUntil(60);

        assertThat(world.writes()).containsExactly("2 s: patch pods/default/p/status", "2 s: delete pods/default/p");
        assertThat(world.events()).isEqualTo(MARK);
        ApiRequest patch = world.requests().stream()
                .filter(ApiRequest.Patch.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(((ApiRequest.Patch) patch).change().toString())
                .contains("{metadata={uid=uid}, status={conditions=[{type=DisruptionTarget, status=True,"
                        + " lastTransitionTime=2026-01-01T00:00:02Z, reason=DeletionByTaintManager,"
                        + " message=Taint manager: deleting due to NoExecute taint}]}}");
    }

    @Test
    void before_1_26_a_pod_is_deleted_without_a_reason() {
        startPart(KubernetesVersion.V1_25, TAINT, pod(""));

        assertThat(world.writes()).containsExactly("0 s: delete pods/default/p");
    }

    @Test
    void its_events_name_the_pod_without_its_uid() {
        start(TAINT, pod(""));
        assertThat(event().involvedObject()).isEqualTo(new ApiEvent.Reference("Pod", "default", "p", null, "v1", null));
        assertThat(event().source().component()).isEqualTo("taint-eviction-controller");

        startPart(KubernetesVersion.V1_28, TAINT, pod(""));
        assertThat(event().involvedObject()).isEqualTo(new ApiEvent.Reference("Pod", "default", "p", null, null, null));
        assertThat(event().source().component()).isEqualTo("taint-controller");
    }

    private ApiEvent event() {
        return world.requests().stream()
                .filter(ApiRequest.Create.class::isInstance)
                .map(request -> (ApiEvent) ((ApiRequest.Create) request).body())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void before_1_29_a_controller_of_its_own_does_nothing() {
        world = new FakeEnvironment(KubernetesVersion.V1_28);
        start(TAINT, pod(""));
        world.runUntil(60);

        assertThat(world.writes()).isEmpty();
    }

    @Test
    void only_taints_with_execution_evict() {
        start("{key: k, effect: NoSchedule}, {key: l, effect: PreferNoSchedule}", pod(""));
        world.runUntil(60);

        assertThat(world.writes()).isEmpty();
    }

    @Test
    void a_pod_that_tolerates_the_taint_stays_as_long_as_it_does() {
        start(TAINT, pod(tolerates("k")));
        world.runUntil(1000);
        assertThat(world.writes()).isEmpty();

        world.put(Resources.PODS, pod(tolerates("k", 10)));
        world.runUntil(2000);
        assertThat(deletions()).containsExactly("1010 s: p");
    }

    @Test
    void a_taint_that_is_removed_in_time_cancels_the_deletion() {
        start(TAINT, pod(tolerates("k", 10)));
        taint(5, "");
        world.runUntil(60);

        assertThat(world.writes()).isEmpty();
        assertThat(world.events()).containsExactly(CANCEL);
    }

    @Test
    void a_deletion_is_cancelled_when_the_taints_that_are_left_are_tolerated_without_a_limit() {
        start(TAINT + ", " + OTHER, pod(tolerates("k", 10) + tolerates("other")));
        taint(5, OTHER);
        world.runUntil(60);

        assertThat(world.writes()).isEmpty();
        assertThat(world.events()).containsExactly(CANCEL);
    }

    @Test
    void up_to_1_15_only_the_removal_of_all_taints_cancels_a_deletion() {
        startPart(KubernetesVersion.V1_15, TAINT + ", " + OTHER, pod(tolerates("k", 10) + tolerates("other")));
        taint(5, OTHER);
        world.runUntil(60);
        assertThat(deletions()).containsExactly("10 s: p");

        startPart(KubernetesVersion.V1_15, TAINT, pod(tolerates("k", 10)));
        taint(5, "");
        world.runUntil(60);
        assertThat(world.writes()).isEmpty();
    }

    @Test
    void a_planned_deletion_stays_when_a_later_taint_is_tolerated_for_less_time() {
        start(TAINT, pod(tolerates("k", 30) + tolerates("other", 0)));
        taint(5, TAINT + ", " + OTHER);
        world.runUntil(60);

        assertThat(deletions()).containsExactly("30 s: p");
        assertThat(world.events()).isEqualTo(MARK);
    }

    @Test
    void a_later_taint_that_is_not_tolerated_deletes_the_pod_at_once() {
        start(TAINT, pod(tolerates("k", 30)));
        taint(5, TAINT + ", " + OTHER);
        world.runUntil(60);

        assertThat(deletions()).containsExactly("5 s: p");
        assertThat(world.events()).containsExactly(CANCEL, MARK.get(0));
    }

    @Test
    void a_pod_that_tolerates_for_no_seconds_is_deleted_at_once() {
        start(TAINT, pod(tolerates("k", 0)));

        assertThat(deletions()).containsExactly("0 s: p");
    }

    @Test
    void another_change_of_the_node_does_not_delete_the_pod_again() {
        start(TAINT, pod(""));
        world.runUntil(5);
        world.put(
                Resources.NODES,
                Manifests.node("metadata: {name: n1, uid: n, labels: {a: b}}, spec: {taints: [" + TAINT + ", {key: x,"
                        + " effect: NoSchedule}]}"));
        world.runUntil(60);

        assertThat(deletions()).containsExactly("0 s: p");
        assertThat(world.events()).isEqualTo(MARK);
    }

    @Test
    void another_change_of_the_pod_does_not_delete_it_again() {
        start(TAINT, pod(""));
        world.runUntil(5);
        world.put(
                Resources.PODS,
                Manifests.pod("metadata: {namespace: default, name: p, uid: uid, labels: {a: b}}, spec: {nodeName:"
                        + " n1}"));
        world.runUntil(60);

        assertThat(deletions()).containsExactly("0 s: p");
    }

    @Test
    void a_pod_that_comes_to_a_tainted_node_is_evicted_too() {
        start(TAINT);
        world.put(Resources.PODS, pod(""));
        world.runUntil(5);

        assertThat(deletions()).containsExactly("0 s: p");
    }

    @Test
    void a_pod_counts_from_the_moment_it_is_bound() {
        start(TAINT, pod("uid", "", tolerates("k", 10)));
        world.runUntil(20);
        world.put(Resources.PODS, pod("uid", "n1", tolerates("k", 10)));
        world.runUntil(60);

        assertThat(deletions()).containsExactly("30 s: p");
    }

    @Test
    void pods_of_other_nodes_stay() {
        start(TAINT, pod("uid", "n2", ""));
        world.runUntil(60);

        assertThat(world.writes()).isEmpty();
    }

    @Test
    void a_pod_that_is_deleted_before_its_time_needs_no_deletion() {
        start(TAINT, pod(tolerates("k", 10)));
        world.runUntil(5);
        world.delete(Resources.PODS, pod(tolerates("k", 10)));
        world.runUntil(60);

        assertThat(world.writes()).isEmpty();
        assertThat(world.events()).containsExactly(CANCEL);
    }

    @Test
    void another_pod_of_that_name_begins_anew() {
        start(TAINT, pod(tolerates("k", 10)));
        world.runUntil(5);
        world.put(Resources.PODS, pod("uid-2", "n1", tolerates("k", 10)));
        world.runUntil(60);

        assertThat(deletions()).containsExactly("15 s: p");
        assertThat(world.events()).containsExactly(CANCEL, MARK.get(0));
    }

    @Test
    void a_deleted_node_has_no_taints_any_more() {
        start(TAINT);
        world.delete(Resources.NODES, node(TAINT));
        world.runUntil(2);
        world.put(Resources.PODS, pod(""));
        world.runUntil(60);

        assertThat(world.writes()).isEmpty();
    }

    @Test
    void a_failed_deletion_is_tried_five_times_ten_milliseconds_apart() {
        for (int i = 0; i < 6; i++) {
            world.fail("delete pods/default/p", FAILED);
        }
        start(TAINT, pod(""));
        world.runUntil(60);

        assertThat(deletions()).hasSize(5).containsOnly("0 s: p");
        assertThat(world.events()).isEqualTo(MARK);
        List<Long> sent = world.sent(ApiRequest.Delete.class);
        // Three requests take two milliseconds each.
        assertThat(sent.get(1) - sent.get(0)).isEqualTo(16 * VirtualTime.MILLISECOND);
    }

    @Test
    void a_pod_that_the_kubelet_has_evicted_keeps_the_time_of_its_transition() {
        start(TAINT, disrupted("TerminationByKubelet", "The node was low on resource: memory."));

        assertThat(world.writes()).containsExactly("0 s: patch pods/default/p/status", "0 s: delete pods/default/p");
        assertThat(world.requests().toString())
                .contains("lastTransitionTime=2025-12-31T23:00:00Z, reason=DeletionByTaintManager");
    }

    @Test
    void a_reason_that_a_pod_has_already_is_not_written_again() {
        start(TAINT, disrupted("DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint"));

        assertThat(world.writes()).containsExactly("0 s: delete pods/default/p");
    }

    @Test
    void a_condition_without_a_time_gets_one() {
        start(
                TAINT,
                Manifests.pod("metadata: {namespace: default, name: p, uid: uid}, spec: {nodeName: n1}, status: {"
                        + "conditions: [{type: DisruptionTarget, status: 'True'}]}"));

        assertThat(world.writes()).containsExactly("0 s: patch pods/default/p/status", "0 s: delete pods/default/p");
    }

    private static Pod disrupted(String reason, String message) {
        return Manifests.pod("metadata: {namespace: default, name: p, uid: uid}, spec: {nodeName: n1}, status: {"
                + "conditions: [{type: DisruptionTarget, status: 'True', lastTransitionTime: '2025-12-31T23:00:00Z',"
                + " reason: " + reason + ", message: '" + message + "'}]}");
    }

    @Test
    void without_the_reason_a_pod_is_not_deleted() {
        world.fail("patch pods/default/p/status", FAILED);
        start(TAINT, pod(""));

        assertThat(world.writes())
                .containsExactly(
                        "0 s: patch pods/default/p/status",
                        "0 s: patch pods/default/p/status",
                        "0 s: delete pods/default/p");
    }

    @Test
    void a_pod_that_is_gone_is_no_failure() {
        ApiResponse gone = new ApiResponse.Failed(Status.notFound(Resources.PODS, "p"));
        world.fail("patch pods/default/p/status", gone);
        world.fail("delete pods/default/p", gone);
        start(TAINT, pod(""));

        assertThat(world.writes()).containsExactly("0 s: patch pods/default/p/status", "0 s: delete pods/default/p");
    }

    @Test
    void after_five_failures_the_next_change_of_the_taints_tries_again() {
        for (int i = 0; i < 5; i++) {
            world.fail("delete pods/default/p", FAILED);
        }
        start(TAINT, pod(""));
        taint(5, TAINT + ", " + OTHER);
        world.runUntil(60);

        assertThat(deletions()).hasSize(6).last().isEqualTo("5 s: p");
    }
}

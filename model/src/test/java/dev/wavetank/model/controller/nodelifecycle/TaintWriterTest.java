package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.Manifests;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How taints are written ({@code AddOrUpdateTaintOnNode}, {@code RemoveTaintOffNode} and {@code PatchNodeTaints} in
 * {@code pkg/controller/controller_utils.go}, {@code SwapNodeControllerTaint} in {@code
 * pkg/controller/util/node/controller_utils.go}, v1.32; {@code updateTaintBackoff}: five tries, 100 ms, full jitter).
 */
class TaintWriterTest {

    private static final long MILLISECOND = VirtualTime.MILLISECOND;
    private static final Node.Taint A = Taints.noExecute("a");
    private static final Node.Taint B = Taints.noExecute("b");
    private static final ApiResponse CONFLICT = new ApiResponse.Failed(Status.modified(Resources.NODES, "n1"));
    private static final ApiResponse FAILED = new ApiResponse.Failed(Status.internal("no"));

    private final List<SyncResult> results = new ArrayList<>();
    private Node node = node("");
    /** Responses to patches; then they succeed. */
    private final List<ApiResponse> failures = new ArrayList<>();

    private boolean gone;
    private final FakeServer server = new FakeServer(this::answer);
    private final TaintWriter writer = new TaintWriter(server.context(), server.client(), KubernetesVersion.V1_32);

    private static Node node(String taints) {
        return Manifests.node("metadata: {name: n1, resourceVersion: '7'}, spec: {taints: [" + taints + "]}");
    }

    private ApiResponse answer(ApiRequest request) {
        if (gone) {
            return new ApiResponse.Failed(Status.notFound(Resources.NODES, "n1"));
        }
        return request instanceof ApiRequest.Get || failures.isEmpty()
                ? new ApiResponse.One(200, node)
                : failures.remove(0);
    }

    private void swap(List<Node.Taint> added, List<Node.Taint> removed) {
        writer.swap("n1", added, removed).whenDone(results::add);
        server.runFor(10 * VirtualTime.SECOND);
    }

    private List<String> requests() {
        return requests(server);
    }

    private static List<String> requests(FakeServer server) {
        return server.requests().stream()
                .map(request -> request instanceof ApiRequest.Patch patch
                        ? "patch " + TaintPatches.text(patch)
                        : request.verb() + " " + request.name())
                .toList();
    }

    @Test
    void a_taint_is_added_behind_the_others_with_the_time_and_the_version_of_the_node() {
        node = node("{key: x, value: v, effect: NoSchedule, timeAdded: '2025-01-01T00:00:00Z'}");
        swap(List.of(A), List.of());

        assertThat(requests())
                .containsExactly(
                        "get n1",
                        "patch {metadata={resourceVersion=7}, spec={taints=[{key=x, value=v, effect=NoSchedule,"
                                + " timeAdded=2025-01-01T00:00:00Z}, {key=a, effect=NoExecute,"
                                + " timeAdded=2026-01-01T00:00:00Z}]}}");
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void up_to_1_25_the_patch_has_no_version() {
        FakeServer other = new FakeServer(this::answer);
        new TaintWriter(other.context(), other.client(), KubernetesVersion.V1_25).swap("n1", List.of(A), List.of());
        other.runFor(VirtualTime.SECOND);

        assertThat(requests(other).get(1)).startsWith("patch {spec={taints=[{key=a,");
    }

    @Test
    void a_taint_that_the_node_has_gets_the_present_time_in_its_place() {
        node = node("{key: a, effect: NoExecute, timeAdded: '2025-01-01T00:00:00Z'}, {key: b, effect: NoExecute}");
        swap(List.of(A), List.of());

        assertThat(requests())
                .containsExactly(
                        "get n1",
                        "patch {metadata={resourceVersion=7}, spec={taints=[{key=a, effect=NoExecute,"
                                + " timeAdded=2026-01-01T00:00:00Z}, {key=b, effect=NoExecute}]}}");
    }

    @Test
    void a_patch_that_would_change_nothing_is_not_sent() {
        node = node("{key: a, effect: NoExecute, timeAdded: '2026-01-01T00:00:00Z'}");
        swap(List.of(A), List.of());
        swap(List.of(), List.of(B));

        assertThat(requests()).containsExactly("get n1", "get n1");
        assertThat(results).containsExactly(SyncResult.DONE, SyncResult.DONE);
    }

    @Test
    void the_last_taint_is_removed_by_writing_nothing_for_the_list() {
        node = node("{key: a, effect: NoExecute}");
        writer.remove("n1", List.of(A)).whenDone(results::add);
        server.runFor(VirtualTime.SECOND);

        assertThat(requests()).containsExactly("get n1", "patch {metadata={resourceVersion=7}, spec={taints=null}}");
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void removing_a_taint_leaves_the_others() {
        node = node("{key: a, effect: NoExecute}, {key: a, effect: NoSchedule}");
        swap(List.of(), List.of(A));

        assertThat(requests())
                .containsExactly(
                        "get n1", "patch {metadata={resourceVersion=7}, spec={taints=[{key=a, effect=NoSchedule}]}}");
    }

    @Test
    void the_new_taint_is_added_before_the_old_one_is_removed() {
        node = node("{key: b, effect: NoExecute}");
        swap(List.of(A), List.of(B));

        // The second patch begins with what the server says, here without the first one.
        assertThat(requests())
                .containsExactly(
                        "get n1",
                        "patch {metadata={resourceVersion=7}, spec={taints=[{key=b, effect=NoExecute}, {key=a,"
                                + " effect=NoExecute, timeAdded=2026-01-01T00:00:00Z}]}}",
                        "get n1",
                        "patch {metadata={resourceVersion=7}, spec={taints=null}}");
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void when_the_new_taint_cannot_be_added_the_old_one_stays() {
        node = node("{key: b, effect: NoExecute}");
        failures.add(FAILED);
        swap(List.of(A), List.of(B));

        assertThat(requests()).hasSize(2);
        assertThat(results).singleElement().matches(result -> !result.isDone());
    }

    @Test
    void a_conflict_is_tried_again_after_up_to_200_ms_with_what_is_stored_now() {
        failures.addAll(List.of(CONFLICT, CONFLICT));
        swap(List.of(A), List.of());

        assertThat(server.requests().stream()
                        .filter(ApiRequest.Get.class::isInstance)
                        .map(request -> ((ApiRequest.Get) request).options()))
                .containsExactly(ReadOptions.ANY, ReadOptions.DEFAULT, ReadOptions.DEFAULT);
        assertThat(results).containsExactly(SyncResult.DONE);
        for (int i = 2; i <= 4; i += 2) {
            long wait =
                    server.origins().get(i).sent() - server.origins().get(i - 1).sent();
            // Two milliseconds on the way.
            assertThat(wait).isBetween(102 * MILLISECOND, 202 * MILLISECOND);
        }
    }

    @Test
    void the_fifth_conflict_is_the_result() {
        failures.addAll(List.of(CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT, FAILED));
        swap(List.of(A), List.of());

        assertThat(requests()).hasSize(10);
        assertThat(results)
                .singleElement()
                .satisfies(result -> assertThat(result.failure().orElseThrow()).contains("has been modified"));
    }

    @Test
    void another_failure_is_not_tried_again() {
        failures.add(FAILED);
        swap(List.of(A), List.of());

        assertThat(requests()).hasSize(2);
        assertThat(results).singleElement().matches(result -> !result.isDone());
    }

    @Test
    void a_node_that_is_gone_cannot_be_changed() {
        gone = true;
        swap(List.of(A), List.of());

        assertThat(requests()).containsExactly("get n1");
        assertThat(results).singleElement().matches(result -> !result.isDone());
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.controller.Manifests;
import dev.wavetank.model.controller.pods.PodIndex;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Eviction without taints ({@code processNoTaintBaseEviction} in {@code
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go} and {@code DeletePods} in {@code
 * pkg/controller/util/node/controller_utils.go}, v1.12).
 */
class GivingUpByDeletionTest {

    private static final long SECOND = VirtualTime.SECOND;

    private final List<SyncResult> results = new ArrayList<>();
    private final List<String> queued = new ArrayList<>();
    private final Map<String, ApiResponse> failures = new LinkedHashMap<>();
    private final Index<Pod> pods = Index.byOne(PodIndex.NODE);
    private final FakeServer server = new FakeServer(this::answer);
    private final Zones zones = new Zones(server.context(), ControllerFlags.DEFAULT, ZoneHealth.STANDARD, name -> {
        queued.add(name + " " + server.context().now() / SECOND + " s");
        return Completion.of(SyncResult.DONE);
    });
    private final GivingUpByDeletion givingUp = new GivingUpByDeletion(
            new GivingUpByDeletion.Parts(
                    server.context(),
                    server.client(),
                    new EventRecorder(server.context(), server.client(), "test"),
                    pods,
                    zones),
            300 * SECOND);

    private ApiResponse answer(ApiRequest request) {
        ApiResponse failure = failures.get(request.verb() + " " + request.name());
        if (failure != null) {
            return failure;
        }
        return request instanceof ApiRequest.Update update
                ? new ApiResponse.One(200, update.body())
                : new ApiResponse.Done(200);
    }

    private void review(long second, String ready, NodeHealth health) {
        Node node = Manifests.node("n1", ready);
        server.context()
                .after(
                        second * SECOND,
                        () -> givingUp.review(node, ready, health).whenDone(results::add));
    }

    /** Evicts the node with these pods on it. */
    private void giveUp(Pod... found) {
        List.of(found).forEach(pod -> pods.change(null, pod));
        givingUp.giveUp(Manifests.node("n1", "Unknown")).whenDone(results::add);
        server.runFor(60 * SECOND);
    }

    private List<String> writes() {
        return server.requests().stream()
                .filter(request -> !request.resource().equals(Resources.EVENTS))
                .map(request -> request.verb() + " " + request.subject())
                .toList();
    }

    private List<String> events() {
        return server.requests().stream()
                .filter(ApiRequest.Create.class::isInstance)
                .map(request -> (ApiEvent) ((ApiRequest.Create) request).body())
                .map(event -> event.type() + " " + event.reason() + " " + event.message())
                .toList();
    }

    @Test
    void a_silent_node_is_evicted_after_more_than_the_timeout_since_its_last_sign_of_life() {
        NodeHealth health = new NodeHealth(0);
        health.wrote(null, 40 * SECOND);
        review(300, "Unknown", health);
        review(301, "Unknown", health);
        server.runFor(400 * SECOND);

        assertThat(queued).containsExactly("n1 301 s");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_node_that_is_not_ready_is_evicted_after_more_than_the_timeout_since_it_was_ready() {
        NodeHealth health = new NodeHealth(0);
        health.wrote(null, 40 * SECOND);
        review(340, "False", health);
        review(341, "False", health);
        server.runFor(400 * SECOND);

        assertThat(queued).containsExactly("n1 341 s");
    }

    @Test
    void a_review_that_finds_the_node_ready_cancels_its_eviction() {
        zones.queue("/").add("other");
        zones.queue("/").add("n1");
        review(5, "True", new NodeHealth(0));
        server.runFor(60 * SECOND);

        assertThat(queued).containsExactly("other 0 s");
    }

    @Test
    void the_pods_of_an_evicted_node_get_a_reason_and_are_deleted() {
        giveUp(Manifests.pod("p", "n1"), Manifests.pod("q", "n1"), Manifests.pod("elsewhere", "n2"));

        assertThat(writes())
                .containsExactly(
                        "update pods/default/p/status",
                        "delete pods/default/p",
                        "update pods/default/q/status",
                        "delete pods/default/q");
        Pod written = server.requests().stream()
                .filter(ApiRequest.Update.class::isInstance)
                .map(request -> (Pod) ((ApiRequest.Update) request).body())
                .findFirst()
                .orElseThrow();
        assertThat(written.status().reason()).isEqualTo("NodeLost");
        assertThat(written.status().message()).isEqualTo("Node n1 which was running pod p is unresponsive");
        assertThat(written.phase()).isEqualTo("Running");
        assertThat(events())
                .containsExactly(
                        "Normal DeletingAllPods Node n1 event: Deleting all Pods from Node n1.",
                        "Normal NodeControllerEviction Marking for deletion Pod p from Node n1",
                        "Normal NodeControllerEviction Marking for deletion Pod q from Node n1");
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void a_node_without_pods_has_no_event() {
        giveUp();

        assertThat(server.requests()).isEmpty();
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void a_pod_of_a_daemon_set_gets_the_reason_but_stays() {
        giveUp(Manifests.pod("metadata: {namespace: default, name: p, ownerReferences: [{apiVersion: apps/v1, kind:"
                + " DaemonSet, name: d, uid: u, controller: true}]}, spec: {nodeName: n1}, status: {phase: Running}"));

        assertThat(writes()).containsExactly("update pods/default/p/status");
    }

    @Test
    void a_pod_that_is_deleted_already_gets_the_reason_only() {
        giveUp(Manifests.pod("metadata: {namespace: default, name: p, deletionTimestamp: '2026-01-01T00:00:00Z'},"
                + " spec: {nodeName: n1}, status: {phase: Running}"));

        assertThat(writes()).containsExactly("update pods/default/p/status");
        assertThat(events()).hasSize(1);
    }

    @Test
    void a_pod_with_the_reason_is_only_deleted() {
        giveUp(Manifests.pod(
                "metadata: {namespace: default, name: p}, spec: {nodeName: n1}, status: {reason: NodeLost}"));

        assertThat(writes()).containsExactly("delete pods/default/p");
    }

    @Test
    void a_pod_that_was_changed_meanwhile_stays_until_the_node_is_evicted_again() {
        failures.put("update p", new ApiResponse.Failed(Status.modified(Resources.PODS, "p")));
        giveUp(Manifests.pod("p", "n1"), Manifests.pod("q", "n1"));

        assertThat(writes())
                .containsExactly(
                        "update pods/default/p/status", "update pods/default/q/status", "delete pods/default/q");
        assertThat(results)
                .singleElement()
                .satisfies(result -> assertThat(result.failure().orElseThrow()).contains("has been modified"));
    }

    @Test
    void a_pod_whose_reason_cannot_be_written_is_deleted_all_the_same() {
        failures.put("update p", new ApiResponse.Failed(Status.internal("no")));
        giveUp(Manifests.pod("p", "n1"));

        assertThat(writes()).containsExactly("update pods/default/p/status", "delete pods/default/p");
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void a_failed_deletion_ends_the_eviction() {
        failures.put("delete p", new ApiResponse.Failed(Status.internal("no")));
        giveUp(Manifests.pod("p", "n1"), Manifests.pod("q", "n1"));

        assertThat(writes()).containsExactly("update pods/default/p/status", "delete pods/default/p");
        assertThat(results).singleElement().matches(result -> !result.isDone());
    }

    @Test
    void a_pod_that_is_gone_is_no_failure() {
        ApiResponse gone = new ApiResponse.Failed(Status.notFound(Resources.PODS, "p"));
        failures.put("update p", gone);
        failures.put("delete p", gone);
        giveUp(Manifests.pod("p", "n1"), Manifests.pod("q", "n1"));

        assertThat(writes()).hasSize(4);
        assertThat(results).containsExactly(SyncResult.DONE);
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.Manifests;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The pods of a silent node ({@code MarkPodsNotReady} in {@code pkg/controller/util/node/controller_utils.go}, v1.32).
 */
class PodReadinessTest {

    private final List<SyncResult> results = new ArrayList<>();
    private final Map<String, ApiResponse> failures = new LinkedHashMap<>();
    private final FakeServer server = new FakeServer(this::answer);

    private ApiResponse answer(ApiRequest request) {
        ApiResponse failure = failures.get(request.name());
        if (failure != null) {
            return failure;
        }
        return new ApiResponse.One(
                200,
                request instanceof ApiRequest.Update update ? update.body() : ((ApiRequest.Create) request).body());
    }

    private void withdraw(KubernetesVersion version, Pod... pods) {
        EventRecorder events = new EventRecorder(server.context(), server.client(), "test");
        server.context()
                .after(
                        7 * VirtualTime.SECOND,
                        () -> new PodReadiness(server.context(), server.client(), events, version)
                                .withdraw(List.of(pods))
                                .whenDone(results::add));
        server.runFor(60 * VirtualTime.SECOND);
    }

    private void withdraw(Pod... pods) {
        withdraw(KubernetesVersion.V1_32, pods);
    }

    private List<String> updates() {
        return server.requests().stream()
                .filter(ApiRequest.Update.class::isInstance)
                .map(ApiRequest::subject)
                .toList();
    }

    private List<String> events() {
        return server.requests().stream()
                .filter(ApiRequest.Create.class::isInstance)
                .map(request -> (ApiEvent) ((ApiRequest.Create) request).body())
                .map(event -> event.type() + " " + event.reason() + " "
                        + event.involvedObject().name() + ": " + event.message())
                .toList();
    }

    @Test
    void a_ready_pod_becomes_not_ready_and_its_other_conditions_stay() {
        Pod pod =
                Manifests.pod("metadata: {namespace: default, name: p}, spec: {nodeName: n1}, status: {phase: Running,"
                        + " conditions: [{type: Initialized, status: 'True'}, {type: Ready, status: 'True', reason: R,"
                        + " message: M, lastTransitionTime: '2026-01-01T00:00:01Z'}]}");
        withdraw(pod);

        assertThat(updates()).containsExactly("pods/default/p/status");
        Pod written = (Pod) ((ApiRequest.Update) server.requests().get(0)).body();
        Pod.Condition ready = written.condition("Ready").orElseThrow();
        assertThat(ready)
                .isEqualTo(new Pod.Condition("Ready", "False", null, Instant.parse("2026-01-01T00:00:07Z"), "R", "M"));
        assertThat(written.condition("Initialized")).isEqualTo(pod.condition("Initialized"));
        assertThat(written.phase()).isEqualTo("Running");
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void a_pod_that_is_not_ready_is_left_alone() {
        withdraw(
                Manifests.pod("metadata: {namespace: default, name: p}, spec: {nodeName: n1}"),
                Manifests.pod("metadata: {namespace: default, name: q}, spec: {nodeName: n1}, status: {conditions:"
                        + " [{type: Ready, status: 'False'}]}"));

        assertThat(server.requests()).isEmpty();
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void pods_are_written_one_after_the_other() {
        withdraw(KubernetesVersion.V1_18, Manifests.pod("p", "n1"), Manifests.pod("q", "n1"));

        assertThat(updates()).containsExactly("pods/default/p/status", "pods/default/q/status");
        assertThat(server.origins().get(1).sent())
                .isEqualTo(server.origins().get(0).sent() + 2 * VirtualTime.MILLISECOND);
    }

    @Test
    void a_failure_does_not_keep_the_others_from_being_written_and_the_first_one_is_the_result() {
        failures.put("p", new ApiResponse.Failed(Status.internal("first")));
        failures.put("q", new ApiResponse.Failed(Status.internal("second")));
        withdraw(Manifests.pod("p", "n1"), Manifests.pod("q", "n1"), Manifests.pod("r", "n1"));

        assertThat(updates()).hasSize(3);
        assertThat(results)
                .singleElement()
                .satisfies(result -> assertThat(result.failure().orElseThrow()).contains("first"));
    }

    @Test
    void a_pod_that_is_gone_is_no_failure_and_has_no_event() {
        failures.put("p", new ApiResponse.Failed(Status.notFound(Resources.PODS, "p")));
        withdraw(Manifests.pod("p", "n1"));

        assertThat(events()).isEmpty();
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void an_event_reports_every_pod_since_1_19() {
        withdraw(KubernetesVersion.V1_19, Manifests.pod("p", "n1"), Manifests.pod("q", "n1"));

        assertThat(events())
                .containsExactly(
                        "Warning NodeNotReady p: Node is not ready", "Warning NodeNotReady q: Node is not ready");
    }

    @Test
    void no_event_reports_a_pod_before_1_19() {
        withdraw(KubernetesVersion.V1_18, Manifests.pod("p", "n1"));

        assertThat(updates()).hasSize(1);
        assertThat(events()).isEmpty();
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.controller.Manifests;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * When a node counts as silent, and how that is written ({@code tryUpdateNodeHealth} and {@code monitorNodeHealth} in
 * {@code pkg/controller/nodelifecycle/node_lifecycle_controller.go}, v1.32; {@code NodeHealthUpdateRetry}: five tries,
 * {@code retrySleepTime}: 20 ms).
 */
class HealthReviewTest {

    private static final long SECOND = VirtualTime.SECOND;
    private static final ApiResponse CONFLICT = new ApiResponse.Failed(Status.modified(Resources.NODES, "n1"));

    private final List<Optional<Node>> results = new ArrayList<>();
    private final NodeHealth health = new NodeHealth(0);
    private final FakeServer server = new FakeServer(this::answer);
    private final HealthReview review =
            new HealthReview(server.context(), server.client(), new HealthReview.Grace(40 * SECOND, 60 * SECOND));
    private final List<Long> updated = new ArrayList<>();
    private int failures;
    private Node live = node("True", 0);
    private boolean gone;

    private static Node node(String ready, int heartbeat) {
        return Manifests.node("metadata: {name: n1}, status: {conditions: [{type: Ready, status: '" + ready
                + "', lastHeartbeatTime: '2026-01-01T00:00:0" + heartbeat + "Z'}]}");
    }

    private ApiResponse answer(ApiRequest request) {
        if (request instanceof ApiRequest.Get) {
            return gone
                    ? new ApiResponse.Failed(Status.notFound(Resources.NODES, "n1"))
                    : new ApiResponse.One(200, live);
        }
        updated.add(server.context().now());
        return failures-- > 0 ? CONFLICT : new ApiResponse.One(200, ((ApiRequest.Update) request).body());
    }

    private void review(Node node, long lease, long... seconds) {
        for (long second : seconds) {
            server.context()
                    .after(second * SECOND, () -> review.of(node, health, lease).whenDone(results::add));
        }
        server.runFor(1000 * SECOND);
    }

    private List<String> requests() {
        return server.requests().stream()
                .map(request -> request.verb() + " " + request.subject())
                .toList();
    }

    @Test
    void a_node_that_is_not_silent_for_longer_than_the_grace_period_is_left_alone() {
        Node node = node("True", 0);
        review(node, 0, 0, 40);

        assertThat(results).containsExactly(Optional.of(node), Optional.of(node));
        assertThat(requests()).isEmpty();
    }

    @Test
    void a_node_that_is_silent_for_longer_becomes_unknown() {
        review(node("True", 0), 0, 0, 41);

        assertThat(requests()).containsExactly("update nodes/n1/status");
        Node.Condition ready = Conditions.find(results.get(1).orElseThrow(), "Ready");
        assertThat(ready.status()).isEqualTo("Unknown");
        assertThat(ready.lastTransitionTime()).isEqualTo("2026-01-01T00:00:41Z");
        assertThat(((ApiRequest.Update) server.requests().get(0)).body())
                .isEqualTo(results.get(1).orElseThrow());
        assertThat(health.ready()).isEqualTo("Unknown");
        assertThat(health.probed()).isZero();
        assertThat(health.readyChanged()).isBetween(41 * SECOND, 42 * SECOND);
    }

    @Test
    void a_silent_node_that_reported_that_it_is_not_ready_becomes_unknown_too() {
        review(node("False", 0), 0, 0, 41);

        assertThat(Conditions.readiness(results.get(1).orElseThrow())).isEqualTo("Unknown");
    }

    @Test
    void a_node_that_is_unknown_already_is_not_written_again() {
        Node node = node("Unknown", 0);
        review(node, 0, 0, 41);

        assertThat(results).containsExactly(Optional.of(node), Optional.of(node));
        assertThat(requests()).isEmpty();
    }

    @Test
    void a_node_that_never_reported_has_the_longer_grace_period_of_a_start() {
        Node node = Manifests.node("metadata: {name: n1, creationTimestamp: '2026-01-01T00:00:00Z'}");
        review(node, 0, 0, 41, 60, 61);

        assertThat(results.subList(0, 3)).containsOnly(Optional.of(node));
        assertThat(requests()).containsExactly("update nodes/n1/status");
        assertThat(Conditions.readiness(results.get(3).orElseThrow())).isEqualTo("Unknown");
    }

    @Test
    void a_renewed_lease_begins_the_grace_period_anew() {
        Node node = node("True", 0);
        server.context().after(0, () -> review.of(node, health, 1));
        server.context().after(30 * SECOND, () -> review.of(node, health, 2));
        server.context().after(70 * SECOND, () -> review.of(node, health, 2));
        server.runFor(70 * SECOND);
        assertThat(requests()).isEmpty();

        review(node, 2, 1);
        assertThat(requests()).containsExactly("update nodes/n1/status");
    }

    @Test
    void a_failed_write_is_repeated_with_the_node_as_it_is_stored() {
        failures = 1;
        live = Manifests.node("metadata: {name: n1, labels: {live: x}}, status: {conditions: [{type: Ready, status:"
                + " 'True', lastHeartbeatTime: '2026-01-01T00:00:00Z'}]}");
        review(node("True", 0), 0, 0, 41);

        assertThat(requests()).containsExactly("update nodes/n1/status", "get nodes/n1", "update nodes/n1/status");
        assertThat(results.get(1).orElseThrow().metadata().labels()).containsKey("live");
        // One millisecond back, 20 ms of waiting, and three on the way.
        assertThat(updated.get(1) - updated.get(0)).isEqualTo(24 * VirtualTime.MILLISECOND);
    }

    @Test
    void a_node_that_reported_meanwhile_is_not_written_again() {
        failures = 1;
        live = node("True", 9);
        review(node("True", 0), 0, 0, 41);

        assertThat(requests()).containsExactly("update nodes/n1/status", "get nodes/n1");
        assertThat(results.get(1)).contains(live);
        assertThat(health.ready()).isEqualTo("True");
        assertThat(health.probed()).isGreaterThan(41 * SECOND);
    }

    @Test
    void a_node_that_is_gone_has_no_result() {
        failures = 1;
        gone = true;
        review(node("True", 0), 0, 0, 41);

        assertThat(requests()).containsExactly("update nodes/n1/status", "get nodes/n1");
        assertThat(results.get(1)).isEmpty();
    }

    @Test
    void after_five_failed_writes_there_is_no_result() {
        failures = 6;
        review(node("True", 0), 0, 0, 41);

        assertThat(updated).hasSize(5);
        assertThat(results.get(1)).isEmpty();
        assertThat(health.ready()).isEqualTo("True");
    }
}

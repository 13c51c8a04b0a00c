package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.controller.Manifests;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * When a node is tainted with {@code NoExecute}, and when it is not any more ({@code processTaintBaseEviction}, {@code
 * markNodeForTainting}, {@code markNodeAsReachable} and {@code doNoExecuteTaintingPass} in {@code
 * pkg/controller/nodelifecycle/node_lifecycle_controller.go}, v1.32).
 */
class GivingUpByTaintTest {

    private static final long SECOND = VirtualTime.SECOND;
    private static final String NOT_READY = "{key: node.kubernetes.io/not-ready, effect: NoExecute}, ";
    private static final String UNREACHABLE = "{key: node.kubernetes.io/unreachable, effect: NoExecute}, ";

    private final List<SyncResult> results = new ArrayList<>();
    private final List<String> queued = new ArrayList<>();
    private final NodeHealth health = new NodeHealth(0);
    /** As the server has it. */
    private Node stored;

    private final FakeServer server = new FakeServer(request -> new ApiResponse.One(200, stored));
    private final Zones zones = new Zones(server.context(), ControllerFlags.DEFAULT, ZoneHealth.STANDARD, name -> {
        queued.add(name + " " + server.context().now() / SECOND + " s");
        return Completion.of(SyncResult.DONE);
    });
    private final GivingUpByTaint givingUp =
            new GivingUpByTaint(new TaintWriter(server.context(), server.client(), KubernetesVersion.V1_25), zones);

    private static Node node(String name, String ready, String taints) {
        return Manifests.node("metadata: {name: " + name + "}, spec: {taints: [" + taints
                + "]}, status: {conditions: [{type: Ready, status: '" + ready + "'}]}");
    }

    private static Node node(String ready, String taints) {
        return node("n1", ready, taints);
    }

    private void review(long second, Node node) {
        stored = node;
        server.context()
                .after(
                        second * SECOND,
                        () -> givingUp.review(node, Conditions.readiness(node), health)
                                .whenDone(results::add));
    }

    private void run() {
        server.runFor(100 * SECOND);
    }

    /** The keys of the taints that every patch leaves. */
    private List<String> patches() {
        return server.requests().stream()
                .filter(ApiRequest.Patch.class::isInstance)
                .map(request -> TaintPatches.text((ApiRequest.Patch) request)
                        .replaceAll(", timeAdded=[^}]*", "")
                        .replace("node.kubernetes.io/", ""))
                .toList();
    }

    @Test
    void a_node_that_is_not_ready_waits_for_its_taint() {
        review(0, node("False", ""));
        run();

        assertThat(queued).containsExactly("n1 0 s");
        assertThat(server.requests()).isEmpty();
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void a_silent_node_waits_for_its_taint() {
        review(0, node("Unknown", ""));
        run();

        assertThat(queued).containsExactly("n1 0 s");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_node_that_is_reviewed_while_it_waits_is_tainted_once() {
        for (String name : List.of("n1", "n2", "n3")) {
            review(0, node(name, "Unknown", ""));
            review(5, node(name, "Unknown", name.equals("n1") ? UNREACHABLE : ""));
            review(9, node(name, "Unknown", name.equals("n1") ? UNREACHABLE : ""));
        }
        run();

        assertThat(queued).containsExactly("n1 0 s", "n2 10 s", "n3 20 s");
    }

    @Test
    void a_tainted_node_does_not_wait_again() {
        review(0, node("False", ""));
        review(50, node("False", NOT_READY));
        run();

        assertThat(queued).containsExactly("n1 0 s");
    }

    @Test
    void a_node_whose_taint_was_removed_by_another_client_waits_again() {
        review(0, node("False", ""));
        review(50, node("False", ""));
        run();

        assertThat(queued).containsExactly("n1 0 s", "n1 50 s");
    }

    @Test
    void a_silent_node_with_the_taint_of_one_that_is_not_ready_gets_the_other_taint_at_once() {
        review(0, node("Unknown", NOT_READY));
        run();

        assertThat(patches())
                .containsExactly(
                        "{spec={taints=[{key=not-ready, effect=NoExecute}, {key=unreachable, effect=NoExecute}]}}",
                        "{spec={taints=null}}");
        assertThat(queued).isEmpty();
    }

    @Test
    void a_node_that_reports_again_but_is_not_ready_gets_the_other_taint_at_once() {
        review(0, node("False", UNREACHABLE));
        run();

        assertThat(patches())
                .containsExactly(
                        "{spec={taints=[{key=unreachable, effect=NoExecute}, {key=not-ready, effect=NoExecute}]}}",
                        "{spec={taints=null}}");
        assertThat(queued).isEmpty();
    }

    @Test
    void a_ready_node_loses_both_taints_and_waits_no_more() {
        review(0, node("other", "Unknown", ""));
        review(1, node("False", ""));
        review(2, node("True", NOT_READY + UNREACHABLE));
        run();

        assertThat(patches())
                .containsExactly(
                        "{spec={taints=[{key=not-ready, effect=NoExecute}]}}",
                        "{spec={taints=[{key=unreachable, effect=NoExecute}]}}");
        assertThat(queued).containsExactly("other 0 s");
    }

    @Test
    void a_ready_node_without_taints_needs_no_request() {
        review(0, node("True", "{key: dedicated, effect: NoExecute}"));
        run();

        assertThat(server.requests()).isEmpty();
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void a_node_whose_turn_has_come_gets_the_taint_of_its_readiness() {
        for (String ready : List.of("False", "Unknown")) {
            stored = node(ready, "");
            givingUp.giveUp(stored).whenDone(results::add);
            run();
        }

        assertThat(patches())
                .containsExactly(
                        "{spec={taints=[{key=not-ready, effect=NoExecute}]}}",
                        "{spec={taints=[{key=unreachable, effect=NoExecute}]}}");
        assertThat(results).containsExactly(SyncResult.DONE, SyncResult.DONE);
    }

    @Test
    void a_node_whose_turn_has_come_loses_the_opposite_taint() {
        for (String ready : List.of("False", "Unknown")) {
            stored = node(ready, ready.equals("False") ? UNREACHABLE : NOT_READY);
            givingUp.giveUp(stored).whenDone(results::add);
            run();
        }

        assertThat(patches())
                .containsExactly(
                        "{spec={taints=[{key=unreachable, effect=NoExecute}, {key=not-ready, effect=NoExecute}]}}",
                        "{spec={taints=null}}",
                        "{spec={taints=[{key=not-ready, effect=NoExecute}, {key=unreachable, effect=NoExecute}]}}",
                        "{spec={taints=null}}");
    }

    @Test
    void a_node_that_is_ready_when_its_turn_has_come_is_left_alone() {
        stored = node("True", "");
        givingUp.giveUp(stored).whenDone(results::add);
        run();

        assertThat(server.requests()).isEmpty();
        assertThat(results).containsExactly(SyncResult.DONE);
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Retry;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Changes the taints of nodes: reads the node, first from the server's cache, and patches the whole list. After a
 * conflict it tries again, five times in all. Up to 1.23 the patch has no version, and may undo another client's
 * write.
 */
final class TaintWriter {

    /** {@code updateTaintBackoff}, with full jitter. */
    private static final Retry RETRY = new Retry(5, 100 * VirtualTime.MILLISECOND, 1);

    private final Context context;
    private final LongUnaryOperator jitter;
    private final ApiClient client;
    private final boolean withVersion;

    TaintWriter(Context context, ApiClient client, KubernetesVersion version) {
        this.context = context;
        this.jitter = Retry.whole(context.random("taints"));
        this.client = client;
        this.withVersion = version.has(Feature.TAINT_WRITE_WITH_VERSION);
    }

    /**
     * Adds some taints, then removes others, in separate requests; sends none that would change nothing. A taint that
     * the node has gets the present time ({@code AddOrUpdateTaint}).
     */
    Completion<SyncResult> swap(String node, List<Node.Taint> added, List<Node.Taint> removed) {
        Completion<SyncResult> first =
                added.isEmpty() ? Completion.of(SyncResult.DONE) : change(node, added, List.of());
        return first.then(done -> removed.isEmpty() ? Completion.of(done) : done.andThen(() -> remove(node, removed)));
    }

    /** Removes some taints. */
    Completion<SyncResult> remove(String node, List<Node.Taint> removed) {
        return change(node, List.of(), removed);
    }

    private Completion<SyncResult> change(String node, List<Node.Taint> added, List<Node.Taint> removed) {
        return RETRY.onConflict(context, jitter, before -> changeOnce(node, added, removed, before == 0))
                .map(SyncResult::of);
    }

    private Completion<ApiResponse> changeOnce(
            String node, List<Node.Taint> added, List<Node.Taint> removed, boolean fromCache) {
        ReadOptions options = fromCache ? ReadOptions.ANY : ReadOptions.DEFAULT;
        return client.send(new ApiRequest.Get(Resources.NODES, "", node, options))
                .then(response -> response instanceof ApiResponse.One one
                        ? patch(one.as(Node.class), added, removed)
                        : Completion.of(response));
    }

    private Completion<ApiResponse> patch(Node node, List<Node.Taint> added, List<Node.Taint> removed) {
        List<Node.Taint> before = Taints.of(node);
        List<Node.Taint> after = new ArrayList<>();
        for (Node.Taint taint : Taints.without(before, removed)) {
            boolean again = added.stream().anyMatch(wanted -> Taints.same(wanted, taint));
            after.add(again ? timed(taint) : taint);
        }
        for (Node.Taint taint : Taints.without(added, before)) {
            after.add(timed(taint));
        }
        if (after.equals(before)) {
            return Completion.of(new ApiResponse.One(200, node));
        }
        Node.Spec spec = new Node.Spec(null, null, after, null);
        ApiRequest.Change change = new ApiRequest.Change.NodeTaints(node.withSpec(spec), withVersion);
        return client.send(
                new ApiRequest.Patch(Resources.NODES, "", node.metadata().name(), "", change));
    }

    private Node.Taint timed(Node.Taint taint) {
        String now = Timestamps.seconds(context.clock()).toString();
        return new Node.Taint(taint.key(), taint.value(), taint.effect(), Collections.singletonMap("timeAdded", now));
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Optional;

/** Checks how long a node has been silent, and after the grace period sets its conditions to Unknown. */
final class HealthReview {

    /** {@code NodeHealthUpdateRetry}. */
    private static final int TRIES = 5;

    /** {@code retrySleepTime}. */
    private static final long PAUSE = 20 * VirtualTime.MILLISECOND;

    private final Context context;
    private final ApiClient client;
    private final Grace grace;

    /**
     * How long nodes may be silent, in nanoseconds.
     *
     * @param usual grace period of a node that has reported its readiness
     * @param startup grace period of a node that has not
     */
    record Grace(long usual, long startup) {}

    HealthReview(Context context, ApiClient client, Grace grace) {
        this.context = context;
        this.client = client;
        this.grace = grace;
    }

    /**
     * The node after the check; empty when the write failed.
     *
     * @param lease revision of its lease; 0 without a lease
     */
    Completion<Optional<Node>> of(Node node, NodeHealth health, long lease) {
        return look(node, health, lease, 1);
    }

    private Completion<Optional<Node>> look(Node node, NodeHealth health, long lease, int tries) {
        Node.Condition ready = Conditions.find(node, Conditions.READY);
        health.see(ready, lease, context.now());
        if (!health.isSilent(ready == null ? grace.startup() : grace.usual(), context.now())) {
            return Completion.of(Optional.of(node));
        }
        if (ready != null && ready.status().equals(Conditions.UNKNOWN)) {
            return Completion.of(Optional.of(node));
        }
        Node unknown = Conditions.unknown(node, Timestamps.seconds(context.clock()));
        return client.send(new ApiRequest.Update(Resources.NODES, "status", unknown))
                .then(response -> {
                    if (response.isSuccess()) {
                        health.wrote(Conditions.find(unknown, Conditions.READY), context.now());
                        return Completion.of(Optional.of(unknown));
                    }
                    return tries == TRIES ? Completion.of(Optional.empty()) : again(node, health, lease, tries);
                });
    }

    private Completion<Optional<Node>> again(Node node, NodeHealth health, long lease, int tries) {
        Completion<Optional<Node>> result = new Completion<>(context);
        ApiRequest live =
                new ApiRequest.Get(Resources.NODES, "", node.metadata().name());
        context.after(
                PAUSE,
                () -> client.send(live)
                        .then(response -> response instanceof ApiResponse.One one
                                ? look((Node) one.object(), health, lease, tries + 1)
                                : Completion.of(Optional.<Node>empty()))
                        .whenDone(result::complete));
        return result;
    }
}

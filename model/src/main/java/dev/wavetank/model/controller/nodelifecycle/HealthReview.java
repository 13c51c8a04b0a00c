package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Retry;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Optional;

/** Checks how long a node has been silent, and after the grace period sets its conditions to Unknown. */
final class HealthReview {

    /** {@code NodeHealthUpdateRetry} and {@code retrySleepTime}. */
    private static final Retry RETRY = new Retry(5, 20 * VirtualTime.MILLISECOND, 1);

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
        Optional<Node> unknown = look(node, health, lease);
        if (unknown.isEmpty()) {
            return Completion.of(Optional.of(node));
        }
        return RETRY.withLive(
                        client,
                        write(unknown.get(), health),
                        new ApiRequest.Get(Resources.NODES, "", node.metadata().name()),
                        live -> look(live.as(Node.class), health, lease)
                                .map(still -> write(still, health))
                                .orElseGet(() -> Completion.of(live)))
                .map(response ->
                        response instanceof ApiResponse.One one ? Optional.of(one.as(Node.class)) : Optional.empty());
    }

    /**
     * The node as one of which nothing is known; empty when it is not silent for too long, or said to be so already.
     */
    private Optional<Node> look(Node node, NodeHealth health, long lease) {
        Node.Condition ready = Conditions.find(node, Conditions.READY);
        health.see(ready, lease, context.now());
        boolean isSilent = health.isSilent(ready == null ? grace.startup() : grace.usual(), context.now());
        return !isSilent || ready != null && ready.status().equals(Conditions.UNKNOWN)
                ? Optional.empty()
                : Optional.of(Conditions.unknown(node, Timestamps.seconds(context.clock())));
    }

    private Completion<ApiResponse> write(Node unknown, NodeHealth health) {
        return client.send(new ApiRequest.Update(Resources.NODES, "status", unknown))
                .map(response -> {
                    if (!response.isSuccess()) {
                        return response;
                    }
                    health.wrote(Conditions.find(unknown, Conditions.READY), context.now());
                    return new ApiResponse.One(200, unknown);
                });
    }
}

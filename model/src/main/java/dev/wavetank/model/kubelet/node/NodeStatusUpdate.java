package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.runtime.NetworkState;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Compares the status of the node in the API with the kubelet's state, every ten seconds, and writes it when it
 * differs, or was not written for five minutes ({@code syncNodeStatus}). The first read is from the server's cache;
 * after a failure the next ones read the latest state, five at most.
 */
public final class NodeStatusUpdate {

    /** {@code nodeStatusUpdateRetry}. */
    private static final int TRIES = 5;

    private final Context context;
    private final HeartbeatClient client;
    private final String node;
    private final HeartbeatSettings settings;
    private final Pressure pressure;
    private final NetworkState network;
    private final Consumer<String> news;
    private long lastReport = Long.MIN_VALUE;

    /**
     * A status that is not yet compared.
     *
     * @param pressure that the node is under
     * @param network whether pods can be connected
     * @param news takes the reasons of Events about the node
     */
    public NodeStatusUpdate(
            Context context,
            HeartbeatClient client,
            String node,
            HeartbeatSettings settings,
            Pressure pressure,
            NetworkState network,
            Consumer<String> news) {
        this.network = network;
        this.pressure = pressure;
        this.news = news;
        this.context = context;
        this.client = client;
        this.node = node;
        this.settings = settings;
    }

    public void start() {
        attempt(0).whenDone(done -> context.daemonAfter(settings.statusUpdate(), this::start));
    }

    /** Compares once more, at once. */
    public void refresh() {
        attempt(0);
    }

    private Completion<Boolean> attempt(int tries) {
        ReadOptions options = tries == 0 ? ReadOptions.ANY : ReadOptions.DEFAULT;
        return client.send(new ApiRequest.Get(Resources.NODES, "", node, options))
                .then(response ->
                        response instanceof ApiResponse.One one ? report(one.as(Node.class)) : Completion.of(false))
                .then(done -> done || tries + 1 == TRIES ? Completion.of(done) : attempt(tries + 1));
    }

    private Completion<Boolean> report(Node stored) {
        List<Node.Condition> before = stored.status() == null
                ? Collections.emptyList()
                : stored.status().conditions();
        boolean due = lastReport == Long.MIN_VALUE || context.now() - lastReport >= settings.statusReport();
        Optional<String> notReady = network.error();
        if (!due && !NodeConditions.differ(pressure, notReady, before)) {
            return Completion.of(true);
        }
        NodeConditions.news(pressure, notReady, before).forEach(news);
        List<Node.Condition> conditions =
                NodeConditions.of(pressure, notReady, before, Timestamps.seconds(context.clock()));
        ApiRequest.Change change =
                new ApiRequest.Change.NodeConditions(stored.withStatus(new Node.Status(null, null, conditions, null)));
        return client.send(new ApiRequest.Patch(Resources.NODES, "", node, "status", change))
                .map(response -> {
                    if (response.isSuccess()) {
                        lastReport = context.now();
                    }
                    return response.isSuccess();
                });
    }
}

package dev.wavetank.model.podnetwork;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.List;

/**
 * The condition {@code NetworkUnavailable} of a node, which the agent that cares for its routes sets to False when it
 * has started. As long as somebody says True, as the kubelets of some clouds do, the node has the taint {@code
 * node.kubernetes.io/network-unavailable}, and takes no pods.
 */
public final class NetworkCondition {

    /** From one try to the next. */
    private static final long RETRY = VirtualTime.SECOND;

    private NetworkCondition() {}

    /**
     * Says that the network of a node is available, until the API server has heard it.
     *
     * @param reason such as {@code FlannelIsUp}
     * @param message such as {@code Flannel is running on this node}
     */
    public static void clear(Context context, ApiClient client, String node, String reason, String message) {
        Instant now = Timestamps.seconds(context.clock());
        Node.Condition condition = new Node.Condition("NetworkUnavailable", "False", now, now, reason, message);
        Node changed = NodeBuilder.builder()
                .metadata(ObjectMeta.named(null, node))
                .status(new Node.Status(null, null, List.of(condition), null))
                .build();
        client.send(new ApiRequest.Patch(
                        Resources.NODES, "", node, "status", new ApiRequest.Change.NodeConditions(changed)))
                .whenDone(response -> {
                    if (!response.isSuccess()) {
                        context.after(RETRY, () -> clear(context, client, node, reason, message));
                    }
                });
    }
}

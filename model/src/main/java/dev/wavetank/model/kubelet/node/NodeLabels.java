package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.sim.Completion;
import org.jspecify.annotations.Nullable;

/**
 * The labels of the kubelet's own node, for pods that ask for some. The real kubelet watches its node; the model reads
 * it when a pod does not fit what it knows, which comes to the same.
 */
public final class NodeLabels {

    private final ApiClient client;
    private final String name;
    private @Nullable Node known;

    /** Nothing is known. */
    public NodeLabels(ApiClient client, String name) {
        this.client = client;
        this.name = name;
    }

    /** Makes sure that {@link #match} decides by the present labels; ends at once when there is nothing to learn. */
    public Completion<Boolean> refresh(Pod pod) {
        if (!asks(pod) || known != null && RequiredNodeAffinity.matches(pod.spec(), known)) {
            return Completion.of(true);
        }
        return client.send(new ApiRequest.Get(Resources.NODES, "", name)).map(response -> {
            known = response instanceof ApiResponse.One one ? one.as(Node.class) : known;
            return true;
        });
    }

    private static boolean asks(Pod pod) {
        return !pod.spec().nodeSelector().isEmpty()
                || pod.spec().affinity() != null && pod.spec().affinity().containsKey("nodeAffinity");
    }

    /** Whether the node has the labels that the pod requires. A node that cannot be read has all of them. */
    public boolean match(Pod pod) {
        return !asks(pod) || known == null || RequiredNodeAffinity.matches(pod.spec(), known);
    }
}

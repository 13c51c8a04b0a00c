package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.nodefit.RequiredNodeAffinity;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.sim.Completion;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the kubelet's own node has in the API, for pods that ask for labels or for extended resources, which anyone may
 * write into its status. The real kubelet watches its node; the model reads it when a pod does not fit what it knows,
 * which comes to the same.
 */
public final class OwnNode {

    private final ApiClient client;
    private final NodeConfig config;
    private @Nullable Node known;

    /** Nothing is known. */
    public OwnNode(ApiClient client, NodeConfig config) {
        this.client = client;
        this.config = config;
    }

    /** What kind of machine it is. */
    public NodeSystem system() {
        return config.system();
    }

    /**
     * Makes sure that {@link #match} and {@link #allocatable} are of the present node; ends at once when there is
     * nothing to learn.
     */
    public Completion<Boolean> refresh(Pod pod) {
        boolean isMatched = !asks(pod) || known != null && RequiredNodeAffinity.matches(pod.spec(), known);
        if (isMatched && !asksForExtended(pod)) {
            return Completion.of(true);
        }
        return client.send(new ApiRequest.Get(Resources.NODES, "", config.name()))
                .map(response -> {
                    known = response instanceof ApiResponse.One one ? one.as(Node.class) : known;
                    return true;
                });
    }

    private static boolean asksForExtended(Pod pod) {
        return ResourceAmounts.requestedBy(pod.spec()).other().keySet().stream().anyMatch(OwnNode::isExtended);
    }

    /** Whether a resource is neither one of Kubernetes nor of pods alone ({@code IsExtendedResourceName}). */
    public static boolean isExtended(String resource) {
        return resource.contains("/") && !resource.startsWith("requests.") && !resource.contains("kubernetes.io/");
    }

    /** How much of an extended resource pods may use, as the status of the node says; empty when it has none. */
    public OptionalLong allocatable(String extended) {
        String amount = known == null || known.status() == null
                ? null
                : known.status().allocatable().get(extended);
        return amount == null
                ? OptionalLong.empty()
                : OptionalLong.of(Quantity.parse(amount).value());
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

package dev.wavetank.model.controller.attachdetach;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the statuses of nodes say of volumes: which are attached, and which the kubelet uses. */
final class NodeAttachments {

    static final String ATTACHED = "volumesAttached";
    static final String IN_USE = "volumesInUse";

    private static final String MANAGED = "volumes.kubernetes.io/controller-managed-attach-detach";

    private final ApiClient client;
    private final Informer<Node> nodes;

    NodeAttachments(ApiClient client, Informer<Node> nodes) {
        this.client = client;
        this.nodes = nodes;
    }

    /** The unique names in one of the two fields. */
    static Set<String> names(Node node, String field) {
        Object list = node.status() == null ? null : node.status().other().get(field);
        if (!(list instanceof List<?> entries)) {
            return Collections.emptySet();
        }
        Set<String> names = new LinkedHashSet<>();
        for (Object entry : entries) {
            names.add(String.valueOf(entry instanceof Map<?, ?> fields ? fields.get("name") : entry));
        }
        return names;
    }

    /** Whether the kubelet leaves attaching to the controller, and does not do it itself. */
    static boolean isManaged(@Nullable Node node) {
        return node != null && "true".equals(node.metadata().annotations().get(MANAGED));
    }

    /** Writes what is attached to a node; ends with whether there is nothing left to write. */
    Completion<Boolean> write(String name, List<Object> attached) {
        Node node = nodes.cached(new ObjectKey(null, name));
        if (node == null) {
            return Completion.of(true);
        }
        Node changed = node.withStatus(new Node.Status(null, null, null, Collections.singletonMap(ATTACHED, attached)));
        ApiRequest.Change change = new ApiRequest.Change.NodeConditions(changed);
        return client.send(new ApiRequest.Patch(Resources.NODES, "", name, "status", change))
                .map(response -> response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND));
    }
}

package dev.wavetank.properties.explore;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * When something was changed last that matters to a user. What a cluster writes for itself all the time does not
 * count: Events, the leases of nodes and leaders, and heartbeats of nodes.
 */
final class LastChange implements TraceSink {

    private static final String OWN_NAMESPACES = "kube-";

    private long at;

    /** Virtual time of the last change, in nanoseconds. */
    long at() {
        return at;
    }

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change && matters(change)) {
            at = entry.time();
        }
    }

    private static boolean matters(StoreTrace change) {
        KubernetesObject object = change.object();
        String namespace = object.metadata().namespace();
        if (namespace == null) {
            return !(object instanceof Node node
                    && change.previous() instanceof Node before
                    && isHeartbeat(before, node));
        }
        return !namespace.startsWith(OWN_NAMESPACES) && !(object instanceof ApiEvent);
    }

    private static boolean isHeartbeat(Node before, Node after) {
        return Objects.equals(before.spec(), after.spec()) && conditions(before).equals(conditions(after));
    }

    private static Map<String, String> conditions(Node node) {
        return node.status() == null
                ? Map.of()
                : node.status().conditions().stream()
                        .collect(Collectors.toMap(Node.Condition::type, Node.Condition::status, (one, other) -> other));
    }
}

package dev.wavetank.properties.explore;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;

/**
 * When something of a user's was changed last. What a cluster writes for itself all the time does not count: Events,
 * the leases of nodes and leaders, and the status of nodes.
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
        if (entry.record() instanceof StoreTrace change && isOfUser(change.object())) {
            at = entry.time();
        }
    }

    private static boolean isOfUser(KubernetesObject object) {
        String namespace = object.metadata().namespace();
        return namespace != null && !namespace.startsWith(OWN_NAMESPACES) && !(object instanceof ApiEvent);
    }
}

package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import java.time.Instant;
import java.util.Objects;

/**
 * The controller's observations of one node, by the controller's clock: clocks of nodes are not trusted ({@code
 * nodeHealthData}).
 */
final class NodeHealth {

    private Node.Condition ready;
    private long leaseRevision;
    private long probed;
    private long readyChanged;

    /** The first observation of a node; {@code since} is virtual time in nanoseconds. */
    NodeHealth(long since) {
        this.probed = since;
        this.readyChanged = since;
    }

    /**
     * Observes the node again.
     *
     * @param condition the condition {@code Ready} in the API, or null
     * @param lease revision of its lease; 0 without a lease
     */
    void see(Node.Condition condition, long lease, long now) {
        if (ready == null ? condition != null : condition != null && !sameHeartbeat(condition)) {
            if (ready == null || !Objects.equals(ready.lastTransitionTime(), condition.lastTransitionTime())) {
                readyChanged = now;
            }
            ready = condition;
            probed = now;
        }
        if (lease > leaseRevision) {
            leaseRevision = lease;
            probed = now;
        }
    }

    private boolean sameHeartbeat(Node.Condition condition) {
        Instant before = ready.lastHeartbeatTime();
        return Objects.equals(before, condition.lastHeartbeatTime());
    }

    /** Records that the controller itself has written the condition. */
    void wrote(Node.Condition condition, long now) {
        ready = condition;
        readyChanged = now;
    }

    /**
     * Restarts the silence of the node after a time in which all nodes were silent, perhaps because the controller
     * was partitioned.
     */
    void forgive(long now) {
        probed = now;
        readyChanged = now;
    }

    /** Whether the node has been silent for longer than that. */
    boolean isSilent(long grace, long now) {
        return now - probed > grace;
    }

    /** When the node reported last. */
    long probed() {
        return probed;
    }

    /** The time of the last transition of its readiness. */
    long readyChanged() {
        return readyChanged;
    }

    /**
     * The last observed readiness: {@code True}, {@code False} or {@code Unknown}; null before the first observation.
     */
    String ready() {
        return ready == null ? null : ready.status();
    }
}

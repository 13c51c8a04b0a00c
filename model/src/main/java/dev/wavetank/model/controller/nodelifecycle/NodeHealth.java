package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import java.time.Instant;
import java.util.Objects;

/**
 * What the controller has seen of one node, by its own clock: the clocks of nodes are not trusted ({@code
 * nodeHealthData}).
 */
final class NodeHealth {

    private Node.Condition ready;
    private long leaseRevision;
    private long probed;
    private long readyChanged;

    /** A node that is seen for the first time; {@code since} is virtual time in nanoseconds. */
    NodeHealth(long since) {
        this.probed = since;
        this.readyChanged = since;
    }

    /**
     * Looks at the node again.
     *
     * @param condition the condition {@code Ready} in the API, or null
     * @param lease revision of its lease; 0 without one
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

    /** The controller itself has written the condition. */
    void wrote(Node.Condition condition, long now) {
        ready = condition;
        readyChanged = now;
    }

    /** All were silent, and this one may have been so only because of the controller's own connection. */
    void forgive(long now) {
        probed = now;
        readyChanged = now;
    }

    /** Whether nothing was heard for longer than that. */
    boolean isSilent(long grace, long now) {
        return now - probed > grace;
    }

    /** When the node was heard last. */
    long probed() {
        return probed;
    }

    /** Since when its readiness is what it is. */
    long readyChanged() {
        return readyChanged;
    }

    /** What was last seen of its readiness: {@code True}, {@code False} or {@code Unknown}; null before. */
    String ready() {
        return ready == null ? null : ready.status();
    }
}

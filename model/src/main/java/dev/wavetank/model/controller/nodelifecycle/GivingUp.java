package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;

/** Evicts the pods of a node that is not ready. */
interface GivingUp {

    /**
     * Handles the node after a health check.
     *
     * @param readiness {@code True}, {@code False} or {@code Unknown}, before the check
     * @return done when a pending eviction of a recovered node has been cancelled
     */
    Completion<SyncResult> review(Node node, String readiness, NodeHealth health);

    /** Cancels the eviction of the node. */
    Completion<SyncResult> takeBack(Node node);

    /** Evicts the node now. */
    Completion<SyncResult> giveUp(Node node);
}

package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;

/** How the pods of a node that is not ready are got rid of. */
interface GivingUp {

    /**
     * The node was looked at.
     *
     * @param readiness {@code True}, {@code False} or {@code Unknown}, as it was before the look
     * @return done when the node has been taken back, if it was to be
     */
    Completion<SyncResult> review(Node node, String readiness, NodeHealth health);

    /** The node is not to be given up any more. */
    Completion<SyncResult> takeBack(Node node);

    /** Its turn has come. */
    Completion<SyncResult> giveUp(Node node);
}

package dev.wavetank.model.controller.pods;

import dev.wavetank.model.client.SyncResult;
import dev.wavetank.sim.VirtualTime;

/**
 * The end of a sync of a workload with {@code minReadySeconds}: a ready pod becomes available by the passing of time,
 * and no watch event reports that.
 */
public final class Readiness {

    private Readiness() {}

    /**
     * Done, or due again when the youngest ready pod can have become available.
     *
     * @param minReadySeconds of the workload, 0 or more
     * @param waits whether some ready pod is not available yet
     */
    public static SyncResult requeue(int minReadySeconds, boolean waits) {
        return minReadySeconds > 0 && waits
                ? new SyncResult.RetryAfter(minReadySeconds * VirtualTime.SECOND)
                : SyncResult.DONE;
    }
}

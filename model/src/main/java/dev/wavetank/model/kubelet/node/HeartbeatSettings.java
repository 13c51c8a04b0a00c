package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;

/**
 * The heartbeat settings of a kubelet; all times in nanoseconds.
 *
 * @param statusUpdate how often the status of the node is computed ({@code nodeStatusUpdateFrequency})
 * @param statusReport how often it is written although nothing has changed ({@code nodeStatusReportFrequency})
 * @param leaseDuration {@code nodeLeaseDurationSeconds}: a quarter of it passes between two renewals; 0 without leases
 * @param jitter the greatest part of the time between two renewals that is added to it
 */
public record HeartbeatSettings(long statusUpdate, long statusReport, long leaseDuration, double jitter) {

    private static final long UPDATE = 10 * VirtualTime.SECOND;

    /** The defaults of a version of Kubernetes. */
    public static HeartbeatSettings of(KubernetesVersion version) {
        boolean leases = version.has(Feature.NODE_LEASES);
        return new HeartbeatSettings(
                UPDATE,
                leases ? 5 * VirtualTime.MINUTE : UPDATE,
                leases ? 40 * VirtualTime.SECOND : 0,
                version.has(Feature.NODE_LEASE_JITTER) ? 0.04 : 0);
    }

    /** Checks the times. */
    public HeartbeatSettings {
        if (statusUpdate <= 0 || statusReport <= 0 || leaseDuration < 0 || jitter < 0) {
            throw new IllegalArgumentException("the status of a node must be updated and reported every so often, and"
                    + " leases and their jitter must not be negative, were " + statusUpdate + ", " + statusReport + ", "
                    + leaseDuration + ", " + jitter);
        }
    }

    /** How long until the next renewal of the lease, in nanoseconds. */
    public long renewInterval() {
        return leaseDuration / 4;
    }
}

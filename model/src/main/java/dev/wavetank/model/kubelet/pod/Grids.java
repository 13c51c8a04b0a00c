package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;

/**
 * The fixed grids of time of one kubelet, each with its phase from the kubelet's start. A tick at which nothing waits
 * is not simulated.
 */
public final class Grids {

    /** {@code syncCh} of the sync loop: how often the work queue is looked at. */
    private static final long SYNC = VirtualTime.SECOND;

    /** {@code syncPeriod} of the status manager. */
    private static final long STATUS = 10 * VirtualTime.SECOND;

    /** {@code ContainerGCPeriod}. */
    private static final long COLLECTION = VirtualTime.MINUTE;

    /** {@code backOffPeriod}: the shortest wait after a sync with an error. */
    private static final long ERROR = 10 * VirtualTime.SECOND;

    /** {@code backOffOnTransientErrorPeriod}. */
    private static final long EARLY = VirtualTime.SECOND;

    /** {@code housekeepingPeriod}. */
    private static final long HOUSEKEEPING = 2 * VirtualTime.SECOND;

    /** What stopping a sandbox takes: the recorded node has 10 to 300 ms. */
    private static final long TEARDOWN_MIN = 10 * VirtualTime.MILLISECOND;

    private static final long TEARDOWN_MAX = 300 * VirtualTime.MILLISECOND;

    private final Context context;
    private final RandomStream random;
    private final RandomStream teardowns;
    private final long start;
    private final boolean isLongRunning;
    private final long syncFrequency;
    private final boolean collectsSandboxes;

    /**
     * The grids of a kubelet that starts now.
     *
     * @param syncFrequency {@code --sync-frequency}, in nanoseconds: the shortest wait after a sync without an error
     * @param isHollow whether the node has no sandboxes; those of real ones wait for the collection of garbage when
     *     their pod is deleted, but not in each version
     */
    public Grids(Context context, long syncFrequency, boolean isHollow, KubernetesVersion version) {
        this.context = context;
        this.random = context.random("grids");
        this.teardowns = context.random("sandbox-stops");
        this.start = context.now();
        this.isLongRunning = context.isBeginning();
        this.syncFrequency = syncFrequency;
        this.collectsSandboxes = !isHollow && !version.has(Feature.SANDBOXES_REMOVED_AT_ONCE);
    }

    /** When the kubelet was started, in nanoseconds; negative when that was long before the run began. */
    public long startedAt() {
        return isLongRunning ? Long.MIN_VALUE : start;
    }

    /** Until a sync after an error: 10 to 15 s, then the next look at the work queue. */
    long untilRetry() {
        return untilTick(ERROR + random.nextLong(ERROR / 2), SYNC);
    }

    /** Until a sync after an error that may soon be over, such as a missing network: 1 to 1.5 s, then the next look. */
    long untilEarlyRetry() {
        return untilTick(EARLY + random.nextLong(EARLY / 2), SYNC);
    }

    /** Until a sync after success: the sync frequency and up to half of it more, 60 to 90 s by default. */
    long untilResync() {
        return untilTick(syncFrequency + random.nextLong(syncFrequency / 2), SYNC);
    }

    /** Until the next of the regular syncs that have gone on for long. */
    long untilSomeResync() {
        return untilTick(random.nextLong(syncFrequency + random.nextLong(syncFrequency / 2)), SYNC);
    }

    /** Until the sandboxes of a deleted pod are removed. */
    long untilRemoval() {
        return collectsSandboxes ? untilTick(0, COLLECTION) : 0;
    }

    /** Until the object of a pod without remains on the node is deleted. */
    long untilDeletion() {
        return collectsSandboxes ? untilTick(0, STATUS) : 0;
    }

    /** Until what should not be there is cleaned up. */
    public long untilHousekeeping() {
        return untilTick(0, HOUSEKEEPING);
    }

    /** How long the sandbox of a pod takes to stop; 0 on a hollow node. */
    long drawTeardown() {
        return !collectsSandboxes ? 0 : TEARDOWN_MIN + teardowns.nextLong(TEARDOWN_MAX - TEARDOWN_MIN);
    }

    private long untilTick(long delay, long period) {
        long since = context.now() + delay - start;
        return delay + period - Math.floorMod(since, period);
    }
}

package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.probe.PodProbes;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.trace.MeasuredTrace;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.model.version.Feature;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The worker of one pod: one sync at a time ({@code pkg/kubelet/pod_workers.go}).
 *
 * <p>A sync is wanted when the desired pod has changed, when a listing shows a change, when a probe wants a restart,
 * and when the wait after the last sync is over. It begins when a listing is newer than the end of the last sync, at
 * the latest after a second. When the pod must end, {@link PodEnd} takes over.
 */
public final class PodWorker {

    private final Parts parts;
    private final PodSync sync;
    private final PodEnd end;
    private Pod pod;
    private @Nullable RuntimePod seen;
    private boolean wanted = true;
    private boolean busy;
    /** Whether the sync that begins next is followed by a second one, which the same listing has triggered. */
    private boolean seconds;
    /** When the last sync ended that is followed by a second one; negative when none is. */
    private long followedSince = -1;

    private boolean gone;
    /** When the last sync ended; negative before the first. */
    private long synced = -1;
    /** The number of the latest wait for a sync: an earlier one is void. */
    private long wait;
    /** The number of the wait that goes on, 0 when none does: a work queue has one time for each pod. */
    private long due;
    /** Whether a startup probe has failed that no sync has looked at. */
    private boolean mustRestart;
    /** The deadline of the pod that a timer is set for. */
    private long armedFor = Long.MAX_VALUE;

    /** A worker for a pod; {@code seen} is its state in the last listing, null when it is absent. */
    public PodWorker(Parts parts, Pod first, @Nullable RuntimePod seen) {
        this.parts = parts;
        this.pod = parts.own().object().apply(first);
        this.seen = seen;
        this.sync = new PodSync(parts, pod, this::mustEnd, this::probed);
        this.end = new PodEnd(parts, sync, this::work);
    }

    /** Whether its object, or its manifest, is no more. */
    public boolean isGone() {
        return gone;
    }

    /** The watched pod. */
    public Pod pod() {
        return pod;
    }

    /** The phase of the pod as this kubelet has determined it last. */
    public String phase() {
        return sync.phase()
                .orElse(pod.status() == null ? "Pending" : pod.status().phase());
    }

    /** Whether the pod ends: it is deleted, or has ended for good. */
    public boolean isEnding() {
        return mustEnd();
    }

    /** What the runtime had of the pod in the last listing, or null. */
    public @Nullable RuntimePod seen() {
        return seen;
    }

    /**
     * Whether the status says that a container waits whose latest run has ended: that run is its last state ({@code
     * validateContainerLogStatus}, pkg/kubelet/kubelet_pods.go v1.20).
     */
    public boolean waits(String container) {
        RuntimeContainer latest = seen == null ? null : seen.container(container);
        return latest != null && latest.hasExited() && Containers.isWaiting(sync.status(), container);
    }

    /** Whether nothing of the pod is left on the node. */
    public boolean isOver() {
        return end.isOver();
    }

    /**
     * Ends the pod because the node is short of something.
     *
     * @param grace how long its containers may take, in nanoseconds
     */
    public void evict(String message, long grace) {
        if (!mustEnd()) {
            sync.evict(pod, "Evicted", message);
            end.limit(grace);
            parts.volumes().forget(pod.uid());
            work();
        }
    }

    /** Ends the pod, with its own grace period, to make room for a critical one. */
    public void preempt() {
        if (!mustEnd()) {
            sync.evict(pod, Preemption.REASON, Preemption.MESSAGE);
            parts.volumes().forget(pod.uid());
            work();
        }
    }

    /**
     * Ends the pod because its node shuts down.
     *
     * @param grace how long its containers may take at most, in nanoseconds
     */
    public void terminate(String reason, String message, long grace) {
        if (!mustEnd()) {
            sync.terminate(pod, reason, message);
            end.limit(grace);
            parts.volumes().forget(pod.uid());
            work();
        }
    }

    /** Handles a new or changed object of the pod. */
    public void update(Pod object) {
        Pod latest = parts.own().object().apply(object);
        boolean changed = differs(pod, latest);
        pod = latest;
        wanted |= changed;
        if (mustEnd()) {
            parts.volumes().forget(pod.uid());
        } else if (changed) {
            parts.volumes().changed(pod);
            parts.resizes().changed(pod);
        }
        work();
    }

    /** Whether there is more than a new status, or a new condition that a readiness gate waits for. */
    public static boolean differs(Pod before, Pod after) {
        return !Objects.equals(before.spec(), after.spec())
                || !Objects.equals(before.metadata().labels(), after.metadata().labels())
                || !Objects.equals(
                        before.metadata().annotations(), after.metadata().annotations())
                || before.metadata().isDeleting() != after.metadata().isDeleting()
                || after.spec().other().containsKey("readinessGates")
                        && !Objects.equals(before.status(), after.status());
    }

    /** Whether it is known if the pod may run. */
    public boolean isDecided() {
        return mustEnd() || sync.isAdmitted();
    }

    /** The pod as it is run: with the resources that are set aside for it. */
    public Pod allocated() {
        return parts.resizes().of(pod);
    }

    /** Wants a sync, because of a decision about a resize. */
    public void resized() {
        if (!mustEnd()) {
            wanted = true;
            work();
        }
    }

    /** Wants a sync, because something about the mirror of this static pod has changed. */
    public void mirrored() {
        wanted = true;
        work();
    }

    /** Handles the deletion of the pod's object. */
    public void remove() {
        gone = true;
        parts.volumes().forget(pod.uid());
        work();
    }

    /** Handles a listing with this state of the pod; null when it is absent. */
    public void see(@Nullable RuntimePod state) {
        int changes = PodChanges.count(seen, state);
        boolean waited = wanted || followedSince >= 0 && !parts.runtime().isPast(followedSince);
        seen = state;
        if (changes > 0) {
            wanted = true;
            // Each change triggers a sync; those that wait for a newer listing are one. So does the listing that a
            // sync has waited for. A second sync after one without an error changes nothing, and is left out.
            seconds = waited || changes > 1;
            followedSince = -1;
        }
        work();
    }

    /** Something has changed in the pod on the node, which probes may notice. */
    public void noticed() {
        sync.probes().wake();
    }

    private void probed(PodProbes.Change change) {
        if (mustEnd()) {
            return;
        }
        if (change == PodProbes.Change.STATUS) {
            sync.publishAgain(pod);
            // What follows a sidecar waits for its startup probe.
            if (pod.spec().initContainers().stream().anyMatch(Containers::isSidecar)) {
                wanted = true;
                work();
            }
        } else if (change == PodProbes.Change.LIVENESS || parts.version().has(Feature.STARTUP_FAILURE_SYNCS)) {
            wanted = true;
            work();
        } else {
            mustRestart = true;
            // The failure does not move a sync that is due already.
            if (!busy && due == 0) {
                waitForSync(parts.grids().untilResync());
            }
        }
    }

    private boolean mustEnd() {
        return gone || sync.isFinished() || pod.metadata().isDeleting();
    }

    private void work() {
        if (busy) {
            return;
        }
        if (mustEnd()) {
            end.work(pod, gone, seen);
            if (end.isOver() && gone) {
                parts.whenOver().accept(this);
            }
            return;
        }
        if (wanted
                && parts.runtime().hasListed()
                && (synced < 0 || parts.runtime().isNewerThan(synced))) {
            wanted = false;
            mustRestart = false;
            busy = true;
            boolean isFollowed = seconds;
            seconds = false;
            String operation = synced < 0 ? "create" : "sync";
            long begun = parts.context().now();
            sync.run(pod, seen == null ? null : parts.own().sight().apply(seen)).whenDone(success -> {
                measure(operation, parts.context().now() - begun, success);
                ended(success, isFollowed);
            });
        }
    }

    /** Once only failed syncs were measured; since the pod workers of v1.22 all are. */
    private void measure(String operation, long taken, boolean success) {
        if (!success || parts.version().has(Feature.TERMINATING_POD_STATUS)) {
            MeasuredTrace.of(parts.context(), MeasuredTrace.POD_WORKER, operation, taken, !success);
        }
    }

    private void ended(boolean success, boolean isFollowed) {
        busy = false;
        synced = parts.context().now();
        wait++;
        due = 0;
        wanted |= isFollowed && !success;
        followedSince = isFollowed && success ? synced : -1;
        if (!success && parts.version().has(Feature.SYNC_FAILURE_EVENTS)) {
            parts.events().warning(pod, "FailedSync", "Error syncing pod");
        }
        if (!success && !mustEnd()) {
            waitForSync(
                    sync.lacksNetwork()
                            ? parts.grids().untilEarlyRetry()
                            : parts.grids().untilRetry());
        }
        boolean isLate = mustRestart
                || parts.resizes().waitsForSync(pod.uid())
                || StaticPod.isStatic(pod) && !parts.mirrors().isShown(pod);
        if (success && !mustEnd() && isLate) {
            waitForSync(parts.grids().untilResync());
        }
        if (sync.deadline() != Long.MAX_VALUE && !mustEnd()) {
            waitUntil(sync.deadline());
        }
        work();
    }

    /** Syncs when the next regular sync is due, whose place between two of them is random. */
    public void resync() {
        parts.context().after(parts.grids().untilSomeResync(), () -> {
            wanted = true;
            work();
        });
    }

    private void waitForSync(long delay) {
        long number = ++wait;
        due = number;
        parts.context().after(delay, () -> {
            if (number == wait && !busy) {
                due = 0;
                wanted = true;
                if (parts.context().tracesDetails()) {
                    parts.context()
                            .trace(new WaitHop.BackedOff(
                                    "pod workers", pod.key().toString(), 0));
                }
                work();
            }
        });
    }

    /** The deadline of the pod. */
    private void waitUntil(long time) {
        if (armedFor != time) {
            armedFor = time;
            parts.context().after(Math.max(0, time - parts.context().now()), () -> {
                wanted = true;
                work();
            });
        }
    }
}

package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * The end of one pod, stage by stage: its containers are stopped, a listing shows that they have ended, the last
 * status is written, the sandboxes are removed, and the object of a deleted pod is deleted.
 */
final class PodEnd {

    /** How the error of a call to the runtime begins. */
    private static final String STATUS = "rpc error: code = ";

    private final Parts parts;
    private final PodSync sync;
    private final PodTermination termination;
    private final Runnable again;
    private final boolean listsAtOnce;
    private final boolean setsPhase;
    private Stage stage = Stage.STOP;
    private boolean busy;
    private boolean deletionRequested;
    /** How long the containers may take; null when the pod says it. */
    private @Nullable Long graceSeconds;
    /** Whether the dead containers are removed before the last status is computed. */
    private boolean forgotten;
    /** When the containers had ended. */
    private long stopped;

    private enum Stage {
        STOP,
        REPORT,
        REMOVE,
        OVER
    }

    /** @param again called when a stage is over */
    PodEnd(Parts parts, PodSync sync, Runnable again) {
        this.parts = parts;
        this.sync = sync;
        this.termination = new PodTermination(parts.cri(), parts.killer());
        this.again = again;
        this.listsAtOnce = parts.version().has(Feature.TERMINATING_POD_STATUS);
        this.setsPhase = parts.version().has(Feature.POD_TERMINAL_PHASE);
    }

    /** Whether nothing of the pod is left on the node. */
    boolean isOver() {
        return stage == Stage.OVER;
    }

    /** Gives the containers so many nanoseconds to end, whatever the pod says. */
    void limit(long nanos) {
        graceSeconds = nanos / VirtualTime.SECOND;
    }

    private Pod limited(Pod pod) {
        Long own = pod.metadata().deletionGracePeriodSeconds();
        boolean isShorter = graceSeconds != null && (own == null || own > graceSeconds);
        return isShorter ? pod.withMetadata(pod.metadata().withDeletionGracePeriodSeconds(graceSeconds)) : pod;
    }

    /** Goes on as far as possible. */
    void work(Pod pod, boolean gone, @Nullable RuntimePod seen) {
        if (busy) {
            return;
        }
        switch (stage) {
            case STOP -> {
                if (!sync.isFinished() && !gone) {
                    sync.publishEnd(pod, seen, null);
                }
                sync.probes().stop();
                busy = true;
                if (sync.isRejected() && !listsAtOnce) {
                    // What runs of a rejected pod was once left to housekeeping, which records no Events.
                    after(
                            parts.grids().untilHousekeeping(),
                            () -> termination.stop(pod, true).whenDone(this::stopped));
                } else {
                    termination.stop(limited(pod), false).whenDone(this::stopped);
                }
            }
            case REPORT -> {
                if (parts.runtime().isNewerThan(stopped)) {
                    report(pod, gone, seen);
                }
            }
            case REMOVE -> {
                busy = true;
                long wait = sync.isFinished() && !pod.metadata().isDeleting()
                        ? 0
                        : parts.grids().untilRemoval();
                after(
                        wait,
                        () -> termination
                                .remove(pod, failure -> tellStuck(pod, failure))
                                .whenDone(done -> next(done, Stage.OVER)));
            }
            case OVER -> delete(pod, gone);
        }
    }

    /**
     * A sandbox could not be stopped ({@code killPod} and {@code syncTerminatingPod}, pkg/kubelet/kubelet.go v1.22).
     * The collection of garbage, which once removed sandboxes, records no Events.
     */
    private void tellStuck(Pod pod, String failure) {
        if (parts.version().has(Feature.SANDBOXES_REMOVED_AT_ONCE)) {
            String error = failure.startsWith(STATUS) ? failure : STATUS + "Unknown desc = " + failure;
            parts.events()
                    .warning(
                            pod,
                            "FailedKillPod",
                            "error killing pod: failed to \"KillPodSandbox\" for \"" + pod.uid()
                                    + "\" with KillPodSandboxError: " + GoText.quoted(error));
        }
    }

    private void after(long wait, Runnable action) {
        if (wait == 0) {
            action.run();
        } else {
            parts.context().after(wait, action::run);
        }
    }

    private void stopped(boolean success) {
        long now = parts.context().now();
        // A listing that is requested at once is new enough.
        stopped = listsAtOnce ? now - 1 : now;
        if (success && !listsAtOnce) {
            // The sandbox is stopped before the sync ends that kills the pod. A listing meanwhile removes the dead
            // containers, so that the next status does not find them (HandlePodSyncs and cleanUpContainersInPod).
            long teardown = parts.grids().drawTeardown();
            forgotten = parts.runtime().ticksWithin(now, teardown);
            stopped = now + teardown;
        }
        if (success && listsAtOnce) {
            parts.runtime().listNow();
        }
        next(success, Stage.REPORT);
    }

    private void next(boolean success, Stage following) {
        if (success) {
            stage = following;
            busy = false;
            again.run();
        } else {
            parts.context().after(parts.grids().untilRetry(), () -> {
                busy = false;
                again.run();
            });
        }
    }

    private void report(Pod pod, boolean gone, @Nullable RuntimePod seen) {
        // A watcher of the last phase may create another pod at once.
        parts.admission().release(pod);
        if ((!sync.isFinished() || sync.tellsEnd()) && !gone) {
            boolean decides = setsPhase && pod.metadata().isDeleting();
            RuntimePod left = forgotten && seen != null ? seen.withoutContainers() : seen;
            sync.publishEnd(pod, left, decides ? finalPhase(pod, seen) : null);
        }
        parts.resizes().retry();
        parts.volumes().forget(pod.uid());
        parts.images().forget(pod.uid());
        busy = true;
        // A pod is deleted only when its volumes are off the node (podVolumesExist, WaitForUnmount).
        parts.volumes().unmount(pod.uid()).whenDone(done -> next(true, Stage.REMOVE));
    }

    /**
     * The phase of a deleted pod whose containers have all ended: since 1.27 a kubelet sets it, so that controllers
     * that wait for it, such as the Job controller, do not wait for ever.
     */
    private static String finalPhase(Pod pod, @Nullable RuntimePod last) {
        boolean allSucceeded = pod.spec().containers().stream().allMatch(spec -> {
            RuntimeContainer container = Containers.find(last, spec);
            return container != null && container.hasSucceeded();
        });
        return allSucceeded ? "Succeeded" : "Failed";
    }

    private void delete(Pod pod, boolean gone) {
        if (!gone && pod.metadata().isDeleting() && !deletionRequested) {
            deletionRequested = true;
            after(parts.grids().untilDeletion(), () -> parts.statuses().delete(pod));
        }
    }
}

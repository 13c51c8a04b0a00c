package dev.wavetank.model.scheduler.binding;

import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.runtime.Commitments;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.Optional;

/** Assumes, reserves and binds one pod on its chosen node. */
public final class BindingCycle {

    private final Parts parts;
    private final CycleState state;
    private final PodInfo pod;
    private final String node;
    private final Result result;

    /**
     * What the cycles of one profile share.
     *
     * @param context of the scheduler
     * @param cache where the pod is assumed to be on its node
     * @param commitments the plug-ins
     * @param version of Kubernetes
     */
    public record Parts(Context context, SchedulerCache cache, Commitments commitments, KubernetesVersion version) {}

    /** Receives what came of a cycle. */
    public interface Result {

        /** The pod was bound. */
        void bound();

        /**
         * The pod was not bound; nothing is assumed any more.
         *
         * @param refusal why
         * @param wasAssumed whether it had been assumed, so that others may have been refused its place
         */
        void failed(Refusal refusal, boolean wasAssumed);
    }

    /** A cycle that has not begun. */
    public BindingCycle(Parts parts, CycleState state, PodInfo pod, String node, Result result) {
        this.parts = parts;
        this.state = state;
        this.pod = pod;
        this.node = node;
        this.result = result;
    }

    /** Assumes and reserves at once; binds later. */
    public void run() {
        String error = parts.cache().assume(pod, node);
        if (error != null) {
            result.failed(new Refusal("", Status.error(error)), false);
            return;
        }
        Refusal refusal = parts.commitments().reserve(state, pod, node);
        if (refusal == null) {
            refusal = parts.commitments().permit(state, pod, node);
        }
        if (refusal != null) {
            giveBack(refusal);
        } else {
            parts.commitments().awaitPermit(pod).whenDone(this::permitted);
        }
    }

    private void permitted(Optional<Refusal> refusal) {
        if (refusal.isPresent()) {
            giveBack(refusal.get());
        } else {
            parts.commitments().preBind(state, pod, node).whenDone(this::prepared);
        }
    }

    private void prepared(Optional<Refusal> refusal) {
        if (refusal.isPresent()) {
            giveBack(refusal.get());
            return;
        }
        parts.context()
                .trace(new Milestone(
                        Milestone.Point.SCHEDULED, "pod/" + pod.pod().key(), null));
        parts.commitments().bind(state, pod, node).whenDone(this::bound);
    }

    private void bound(Optional<Refusal> refusal) {
        if (refusal.isPresent()) {
            String message = refusal.get().status().message();
            boolean isPlain = parts.version().has(Feature.PLAIN_BINDING_ERRORS);
            giveBack(new Refusal(
                    refusal.get().plugin(), Status.error(isPlain ? message : "binding rejected: " + message)));
            return;
        }
        parts.cache().finishBinding(pod.uid());
        result.bound();
        parts.commitments().postBind(state, pod, node);
    }

    private void giveBack(Refusal refusal) {
        parts.commitments().unreserve(state, pod, node);
        boolean wasAssumed = parts.cache().isAssumed(pod.uid()) && parts.cache().forget(pod.uid());
        result.failed(refusal, wasAssumed);
    }
}

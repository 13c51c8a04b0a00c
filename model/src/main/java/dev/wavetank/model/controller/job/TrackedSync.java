package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.controller.job.pod.FailureBackoff;
import dev.wavetank.model.controller.job.pod.FinalizerExpectations;
import dev.wavetank.model.controller.job.pod.PodCreation;
import dev.wavetank.model.controller.job.pod.PodRemoval;
import dev.wavetank.model.controller.job.pod.TrackedPods;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.function.ObjLongConsumer;

/**
 * Counts every pod exactly once, whatever becomes of it: the way from release 1.26 on, with the conditions of 1.31.
 *
 * <p>A pod that has ended is first noted in {@code status.uncountedTerminatedPods}, then loses its finalizer, and
 * then moves from the note to the counter. Wherever the controller crashes between these writes, the next one goes
 * on from the API alone, and counts nothing twice.
 */
final class TrackedSync implements JobSync {

    private final Parts parts;

    /**
     * What the syncs of all Jobs share.
     *
     * @param context of the controller manager
     * @param client writes statuses
     * @param events tells what happened
     * @param tracked takes finalizers off pods
     * @param creation creates pods
     * @param removal deletes pods
     * @param memory what the controller remembers of Jobs
     * @param again has a Job synced after a delay in nanoseconds
     */
    record Parts(
            Context context,
            ApiClient client,
            EventRecorder events,
            TrackedPods tracked,
            PodCreation creation,
            PodRemoval removal,
            Memory memory,
            ObjLongConsumer<ObjectKey> again) {}

    /**
     * What the controller remembers of Jobs, and loses in a crash.
     *
     * @param finalizers that have gone
     * @param backoff after failures of pods
     */
    record Memory(FinalizerExpectations finalizers, FailureBackoff backoff) {

        /** The Job is gone. */
        void forget(ObjectKey job) {
            finalizers.forget(job);
            backoff.forget(job);
        }
    }

    TrackedSync(Parts parts) {
        this.parts = parts;
    }

    @Override
    public Completion<Result> sync(Job job, List<Pod> pods, boolean satisfied, int retries) {
        Observation observation =
                Observation.of(job, pods, parts.memory(), parts.context().clock());
        TrackedPass pass = new TrackedPass(parts, observation, satisfied);
        return pass.run().map(Result::of);
    }
}

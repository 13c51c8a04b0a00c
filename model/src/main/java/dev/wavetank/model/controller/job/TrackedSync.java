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
 * Counts every pod exactly once, even if it is deleted: the algorithm from release 1.26 on, with the conditions of
 * 1.31.
 *
 * <p>A finished pod is first recorded in {@code status.uncountedTerminatedPods}, then loses its finalizer, and then
 * moves from that list to the counter. If the controller crashes between these writes, its successor continues from
 * the API state alone, and counts no pod twice.
 */
final class TrackedSync implements JobSync {

    private final Parts parts;

    /**
     * The parts that the syncs of all Jobs share.
     *
     * @param context of the controller manager
     * @param client writes statuses
     * @param events records Events
     * @param tracked removes finalizers of pods
     * @param creation creates pods
     * @param removal deletes pods
     * @param memory the controller's volatile state about Jobs
     * @param again queues a Job after a delay in nanoseconds
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
     * The controller's state about Jobs, which a crash loses.
     *
     * @param finalizers removed finalizers that the cache may still show
     * @param backoff after failures of pods
     */
    record Memory(FinalizerExpectations finalizers, FailureBackoff backoff) {

        /** Forgets a deleted Job. */
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

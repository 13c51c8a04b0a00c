package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import java.util.List;

/** One algorithm for the sync of a Job, given its pods. */
interface JobSync {

    /**
     * The outcome of a sync.
     *
     * @param outcome whether the sync has to be retried
     * @param forget whether the back-off of the Job is reset
     */
    record Result(SyncResult outcome, boolean forget) {

        static final Result DONE = new Result(SyncResult.DONE, true);

        /** Done with a reset of the back-off, or a failure. */
        static Result of(SyncResult outcome) {
            return outcome.isDone() ? DONE : new Result(outcome, false);
        }
    }

    /**
     * Syncs a Job that is not finished.
     *
     * @param pods all pods that it owns, including finished ones
     * @param satisfied whether the cache shows all expected creations and deletions
     * @param retries the number of failures in a row
     */
    Completion<Result> sync(Job job, List<Pod> pods, boolean satisfied, int retries);
}

package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import java.util.List;

/** One way to bring a Job on, given its pods. */
interface JobSync {

    /**
     * What came of a sync.
     *
     * @param outcome whether it has to be tried again
     * @param forget whether the back-off of the Job starts anew
     */
    record Result(SyncResult outcome, boolean forget) {

        static final Result DONE = new Result(SyncResult.DONE, true);

        /** Done and forgotten, or a failure that counts. */
        static Result of(SyncResult outcome) {
            return outcome.isDone() ? DONE : new Result(outcome, false);
        }
    }

    /**
     * Works on a Job that is not finished.
     *
     * @param pods all pods that it owns, ended ones as well
     * @param satisfied whether the cache shows everything that was asked for
     * @param retries how often in a row it has failed
     */
    Completion<Result> sync(Job job, List<Pod> pods, boolean satisfied, int retries);
}

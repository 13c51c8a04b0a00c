package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Expectations;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the missing pods of a sync by slow start: 1, 2, 4 and so on at the same time. After a batch with an error
 * the rest is left to a later sync, and what will not come is not expected any more.
 */
final class PodCreation {

    private final Context context;
    private final PodControl pods;
    private final Expectations expectations;
    private long syncs;

    PodCreation(Context context, PodControl pods, Expectations expectations) {
        this.context = context;
        this.pods = pods;
        this.expectations = expectations;
    }

    /**
     * What came of it.
     *
     * @param created how many pods will be there
     * @param failed whether there was an error
     */
    record Creation(int created, boolean failed) {}

    /** Creates these pods, the first ones first. */
    Completion<Creation> create(Job job, List<Pod> wanted) {
        expectations.expectCreations(job.key(), wanted.size());
        syncs++;
        Pass pass = new Pass(job, wanted, syncs);
        pass.next(1);
        return pass.result;
    }

    private final class Pass {
        private final Job job;
        private final List<Pod> wanted;
        private final Completion<Creation> result = new Completion<>();
        private final long sync;
        private int asked;
        private int batch;

        private Pass(Job job, List<Pod> wanted, long sync) {
            this.sync = sync;
            this.job = job;
            this.wanted = wanted;
        }

        private void next(int most) {
            int size = Math.min(most, wanted.size() - asked);
            List<Completion<ApiResponse>> answers = new ArrayList<>(size);
            for (Pod pod : wanted.subList(asked, asked + size)) {
                answers.add(pods.create(job, pod));
            }
            asked += size;
            Completion.all(answers).whenDone(this::finish);
        }

        private void finish(List<ApiResponse> answers) {
            int failures = 0;
            for (ApiResponse answer : answers) {
                // Nothing can be created in a namespace that is being deleted: there is no use in trying again.
                if (!answer.isSuccess() && !FailureText.isNamespaceTerminating(answer)) {
                    failures++;
                }
            }
            batch++;
            context.trace(new BatchTrace(Resources.JOBS, job.key(), sync, batch, answers.size(), failures));
            int skipped = wanted.size() - asked;
            if (failures == 0 && skipped > 0) {
                next(2 * answers.size());
                return;
            }
            for (int i = 0; i < failures + skipped; i++) {
                expectations.creationObserved(job.key());
            }
            result.complete(new Creation(asked - failures, failures > 0));
        }
    }
}

package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.Expectations;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Creates the missing pods of a sync, batch after batch. The pods of a batch are asked for at the same time; after
 * a batch with an error the rest is left to a later sync, and what will not come is not expected any more.
 */
final class PodCreation {

    private final Context context;
    private final PodControl pods;
    private final PodBatches batches;
    private final Expectations expectations;

    PodCreation(Context context, PodControl pods, PodBatches batches, Expectations expectations) {
        this.context = context;
        this.pods = pods;
        this.batches = batches;
        this.expectations = expectations;
    }

    /** Creates so many pods; done with the message of the first failure, if there was one. */
    Completion<Optional<String>> create(ReplicaSet set, int count, long sync) {
        expectations.expectCreations(set.key(), count);
        Pass pass = new Pass(set, sync, count);
        pass.next(0);
        return pass.result;
    }

    /** The creation of the pods of one sync. */
    private final class Pass {
        private final ReplicaSet set;
        private final long sync;
        private final Completion<Optional<String>> result = new Completion<>();
        private int left;
        private int batch;

        private Pass(ReplicaSet set, long sync, int count) {
            this.set = set;
            this.sync = sync;
            this.left = count;
        }

        private void next(int previous) {
            int size = Math.min(batches.sizeAfter(previous), left);
            List<Completion<ApiResponse>> answers = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                answers.add(pods.create(set));
            }
            left -= size;
            batch++;
            Completion.all(answers).whenDone(this::finish);
        }

        private void finish(List<ApiResponse> answers) {
            List<String> failures = new ArrayList<>();
            for (ApiResponse answer : answers) {
                // Nothing can be created in a namespace that is being deleted: there is no use in trying again.
                if (!answer.isSuccess() && !FailureText.isNamespaceTerminating(answer)) {
                    failures.add(FailureText.of(answer));
                }
            }
            context.trace(new BatchTrace(pods.owners(), set.key(), sync, batch, answers.size(), failures.size()));
            if (failures.isEmpty() && left > 0) {
                next(answers.size());
                return;
            }
            for (int i = 0; i < failures.size() + left; i++) {
                expectations.creationObserved(set.key());
            }
            result.complete(failures.stream().findFirst());
        }
    }
}

package dev.wavetank.model.controller.pods;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Creates the missing pods of a sync, batch after batch ({@code slowStartBatch}). The pods of a batch are requested
 * concurrently; after a batch with an error the rest is skipped and left to a later sync.
 */
public final class SlowStart {

    private final Context context;
    private final ResourceType owners;
    private final PodBatches batches;
    private final boolean swallowsTimeouts;

    /**
     * For the pods of one controller.
     *
     * @param owners the resource whose pods these are
     * @param batches how many pods are created at a time
     * @param version of the controller
     */
    public SlowStart(Context context, ResourceType owners, PodBatches batches, KubernetesVersion version) {
        this.context = context;
        this.owners = owners;
        this.batches = batches;
        this.swallowsTimeouts = version.has(Feature.TIMEOUTS_TAKEN_FOR_CREATIONS);
    }

    /**
     * The outcome.
     *
     * @param created how many pods were created, or not created without an error
     * @param failed how many creations failed
     * @param skipped how many were not requested
     * @param failure message of the first error, if there was one
     */
    public record Outcome(int created, int failed, int skipped, Optional<String> failure) {

        /** How many of the pods this sync does not create. */
        public int missing() {
            return failed + skipped;
        }
    }

    /**
     * Creates pods.
     *
     * @param owner of the pods
     * @param sync number of the sync, for the trace
     * @param count how many pods
     * @param creation requests the pod of that number, counted from 0
     */
    public Completion<Outcome> create(
            ObjectKey owner, long sync, int count, IntFunction<Completion<ApiResponse>> creation) {
        if (count == 0) {
            return Completion.of(new Outcome(0, 0, 0, Optional.empty()));
        }
        Pass pass = new Pass(owner, sync, count, creation);
        pass.next(0);
        return pass.result;
    }

    /** The creation of the pods of one sync. */
    private final class Pass {
        private final ObjectKey owner;
        private final long sync;
        private final int count;
        private final IntFunction<Completion<ApiResponse>> creation;
        private final Completion<Outcome> result = new Completion<>();
        private int asked;
        private int batch;

        private Pass(ObjectKey owner, long sync, int count, IntFunction<Completion<ApiResponse>> creation) {
            this.owner = owner;
            this.sync = sync;
            this.count = count;
            this.creation = creation;
        }

        private void next(int previous) {
            int size = Math.min(batches.sizeAfter(previous), count - asked);
            List<Completion<ApiResponse>> answers = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                answers.add(creation.apply(asked + i));
            }
            asked += size;
            batch++;
            Completion.all(answers).whenDone(this::finish);
        }

        private void finish(List<ApiResponse> answers) {
            List<String> failures = new ArrayList<>();
            for (ApiResponse answer : answers) {
                if (isFailure(answer)) {
                    failures.add(FailureText.of(answer));
                }
            }
            context.trace(new BatchTrace(owners, owner, sync, batch, answers.size(), failures.size()));
            if (failures.isEmpty() && asked < count) {
                next(answers.size());
                return;
            }
            result.complete(new Outcome(
                    asked - failures.size(),
                    failures.size(),
                    count - asked,
                    failures.stream().findFirst()));
        }
    }

    /**
     * Whether this response to a creation is an error. A rejection because the namespace is being deleted is none: a
     * retry is useless. Old controllers took a timeout for a pod that waits for its initializers, and will be seen.
     */
    public boolean isFailure(ApiResponse answer) {
        return !answer.isSuccess()
                && !FailureText.isNamespaceTerminating(answer)
                && !(swallowsTimeouts && answer.failedWith(StatusReason.TIMEOUT));
    }
}

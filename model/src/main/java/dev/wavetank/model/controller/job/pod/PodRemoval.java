package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;

/** Deletes pods of a sync concurrently. */
public final class PodRemoval {

    private final PodControl pods;
    private final TrackedPods tracked;
    private final Expectations expectations;

    public PodRemoval(PodControl pods, TrackedPods tracked, Expectations expectations) {
        this.pods = pods;
        this.tracked = tracked;
        this.expectations = expectations;
    }

    /**
     * The outcome.
     *
     * @param removed how many pods are being deleted
     * @param ready how many of them were ready
     * @param outcome the first failure, if there was one
     */
    public record Removal(int removed, int ready, SyncResult outcome) {}

    /** Deletes the pods of a Job that ends; those with a finalizer stay until they are counted. */
    public Completion<Removal> removeAll(Job job, List<Pod> victims) {
        List<Completion<SyncResult>> answers = new ArrayList<>(victims.size());
        for (Pod victim : victims) {
            answers.add(pods.delete(job, victim.key()).map(SyncResult::orGone));
        }
        return outcome(victims, answers);
    }

    /** Deletes surplus pods without counting them, and expects their deletion. */
    public Completion<Removal> removeSurplus(Job job, List<Pod> victims) {
        expectations.expectDeletions(job.key(), victims.stream().map(Pod::uid).toList());
        List<Completion<SyncResult>> answers = new ArrayList<>(victims.size());
        for (Pod victim : victims) {
            Completion<ApiResponse> answer = TrackedPods.isTracked(victim)
                    ? tracked.release(victim)
                            .then(released ->
                                    released.isSuccess() ? pods.delete(job, victim.key()) : Completion.of(released))
                    : pods.delete(job, victim.key());
            answers.add(answer.map(response -> {
                if (!response.isSuccess()) {
                    expectations.deletionObserved(job.key(), victim.uid());
                }
                return SyncResult.orGone(response);
            }));
        }
        return outcome(victims, answers);
    }

    private static Completion<Removal> outcome(List<Pod> victims, List<Completion<SyncResult>> answers) {
        int ready = (int) victims.stream().filter(Pod::isReady).count();
        return Completion.all(answers).map(results -> {
            int removed = (int) results.stream().filter(SyncResult::isDone).count();
            return new Removal(removed, ready, SyncResult.first(results));
        });
    }
}

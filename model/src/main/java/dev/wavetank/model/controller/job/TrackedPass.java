package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.job.pod.PodRemoval;
import dev.wavetank.model.controller.job.pod.PodTemplates;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One tracked sync: decides whether the Job ends, adjusts the number of pods, and then counts. */
final class TrackedPass {

    private static final String COMPLETIONS_REACHED = "CompletionsReached";
    private static final String COMPLETIONS_MESSAGE = "Reached expected number of succeeded pods";

    private final TrackedSync.Parts parts;
    private final Observation seen;
    private final boolean satisfied;
    private final Job job;
    private Job.Status status;
    private int active;
    private int ready;
    private int terminating;
    private boolean conditionsChanged;
    /** The condition with which the Job is about to end, or null. */
    private Job.Condition end;

    TrackedPass(TrackedSync.Parts parts, Observation seen, boolean satisfied) {
        this.parts = parts;
        this.seen = seen;
        this.satisfied = satisfied;
        this.job = seen.job();
        this.status = job.status();
        this.active = seen.active().size();
        this.ready = (int) seen.active().stream().filter(Pod::isReady).count();
        this.terminating = seen.ending().size();
    }

    Completion<SyncResult> run() {
        end = new JobEnding(seen).condition(delay -> parts.again().accept(job.key(), delay));
        Completion<SyncResult> acted;
        if (end != null) {
            acted = parts.removal().removeAll(job, seen.active()).map(this::ended);
        } else if (satisfied && !job.metadata().isDeleting()) {
            acted = manage().map(this::managed);
        } else {
            completeIfEnough();
            acted = Completion.of(SyncResult.DONE);
        }
        return acted.then(result -> count().map(counted -> result.isDone() ? counted : result));
    }

    private SyncResult ended(PodRemoval.Removal removal) {
        if (removal.removed() != active || !satisfied) {
            // Pods with finalizers may be left, or pods that the cache does not show yet.
            end = null;
        }
        return removed(removal);
    }

    private SyncResult removed(PodRemoval.Removal removal) {
        active -= removal.removed();
        terminating += removal.removed();
        ready -= removal.ready();
        return removal.outcome();
    }

    private Completion<SyncResult> manage() {
        JobPlan plan = JobPlan.of(seen);
        if (!plan.deletions().isEmpty()) {
            return parts.removal().removeSurplus(job, plan.deletions()).map(this::removed);
        }
        if (plan.delay() > 0) {
            // The real controller reports 0 active pods while it waits, whatever still runs.
            active = 0;
            parts.again().accept(job.key(), Math.max(plan.delay(), JobQueue.BATCH_PERIOD));
            return Completion.of(SyncResult.DONE);
        }
        if (plan.creations() == 0) {
            return Completion.of(SyncResult.DONE);
        }
        return parts.creation().create(job, wanted(plan)).map(creation -> {
            active += creation.created();
            return SyncResult.ofFailure(creation.failure());
        });
    }

    private List<Pod> wanted(JobPlan plan) {
        List<Pod> wanted = new ArrayList<>(plan.creations());
        for (int index : plan.indexes()) {
            wanted.add(PodTemplates.indexed(job, index, failuresOf(index)));
        }
        while (wanted.size() < plan.creations()) {
            wanted.add(PodTemplates.plain(job, true));
        }
        return wanted;
    }

    private Map<String, String> failuresOf(int index) {
        return seen.byIndex() == null ? Collections.emptyMap() : seen.byIndex().annotations(job, index);
    }

    private SyncResult managed(SyncResult result) {
        if (!completeIfEnough()) {
            recordSuspension();
        }
        return result;
    }

    private boolean completeIfEnough() {
        Integer completions = job.spec().completions();
        int succeeded = seen.counts().succeeded();
        boolean enough = completions == null ? succeeded > 0 : succeeded >= completions;
        if (!enough || active > 0) {
            return false;
        }
        end = JobConditions.holds(
                JobConditions.SUCCESS_CRITERIA_MET, COMPLETIONS_REACHED, COMPLETIONS_MESSAGE, seen.clock());
        return true;
    }

    private void recordSuspension() {
        boolean suspended = job.isSuspended();
        String reason = suspended ? "JobSuspended" : "JobResumed";
        String message = suspended ? "Job suspended" : "Job resumed";
        Job.Condition wanted =
                Job.Condition.of(JobConditions.SUSPENDED, suspended ? "True" : "False", reason, message, seen.clock());
        List<Job.Condition> changed = JobConditions.with(status.conditions(), wanted);
        if (changed == status.conditions()) {
            return;
        }
        conditionsChanged = true;
        status = status.withConditions(changed);
        parts.events().normal(job, suspended ? "Suspended" : "Resumed", message);
        if (!suspended) {
            // Its active deadline starts again.
            status = status.withStartTime(seen.clock());
        }
    }

    private Completion<SyncResult> count() {
        boolean changed = conditionsChanged
                || active != Defaults.zeroIfNull(status.active())
                || !Objects.equals(ready, status.ready())
                || !Objects.equals(terminating, status.terminating());
        Job.Status counted = status.withActive(Defaults.nullIfZero(active))
                .withReady(ready)
                .withTerminating(terminating)
                .withUncountedTerminatedPods(Observation.uncounted(job));
        return new PodCounting(parts, seen, job.withStatus(counted)).count(end, changed);
    }
}

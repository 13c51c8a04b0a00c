package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.SuccessPolicy;
import dev.wavetank.model.controller.job.JobConditions.Failure;
import dev.wavetank.model.controller.job.pod.FailureMatch;
import dev.wavetank.model.controller.job.pod.Indexes;
import dev.wavetank.model.controller.job.pod.PodRanking;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Whether a Job is about to end, and how. An announced end in its status is final; next come the failure policy, then
 * the limits, and last the success policy.
 */
final class JobEnding {

    private final Observation seen;
    private final Job job;

    JobEnding(Observation seen) {
        this.seen = seen;
        this.job = seen.job();
    }

    /**
     * The condition with which the Job is about to end, or null.
     *
     * @param again queues the Job after a delay in nanoseconds, when it has a deadline
     */
    Job.Condition condition(LongConsumer again) {
        Optional<Job.Condition> success = job.condition(JobConditions.SUCCESS_CRITERIA_MET);
        if (success.isPresent()) {
            return success.get();
        }
        if (job.has(JobConditions.FAILURE_TARGET)) {
            Job.Condition target = job.condition(JobConditions.FAILURE_TARGET).orElseThrow();
            return JobConditions.holds(JobConditions.FAILED, target.reason(), target.message(), seen.clock());
        }
        Failure failure = failure(again);
        return failure == null
                ? earlySuccess()
                : JobConditions.holds(JobConditions.FAILURE_TARGET, failure.reason(), failure.message(), seen.clock());
    }

    private Failure failure(LongConsumer again) {
        Optional<String> policy = byPolicy();
        if (policy.isPresent()) {
            return Failure.byPolicy(policy.get());
        }
        int restarts = PodRanking.restartsOfUnfinished(seen.pods());
        if (seen.counts().failed() > job.spec().backoffLimit()
                || JobConditions.isPastBackoffLimitOnFailure(job, restarts)) {
            return Failure.BACKOFF_LIMIT;
        }
        if (job.spec().activeDeadlineSeconds() != null && !job.isSuspended()) {
            long remaining = JobConditions.remaining(job, job.status().startTime(), seen.now());
            if (remaining <= 0) {
                return Failure.DEADLINE;
            }
            again.accept(remaining);
        }
        return seen.byIndex() == null ? null : ofIndexes();
    }

    private Optional<String> byPolicy() {
        if (job.spec().podFailurePolicy() == null) {
            return Optional.empty();
        }
        return seen.pods().stream()
                .filter(pod -> Observation.isFailed(job, pod))
                .map(pod -> FailureMatch.of(job, pod).message())
                .filter(Objects::nonNull)
                .findFirst();
    }

    private Failure ofIndexes() {
        int failed = seen.byIndex().failed().count();
        Integer most = job.spec().maxFailedIndexes();
        if (most != null && failed > most) {
            return Failure.FAILED_INDEXES_MAX;
        }
        boolean allEnded = failed + seen.done().count() >= job.spec().completions();
        return failed > 0 && allEnded ? Failure.FAILED_INDEXES : null;
    }

    private Job.Condition earlySuccess() {
        SuccessPolicy policy = job.spec().successPolicy();
        if (policy == null || seen.done() == null || seen.done().count() == 0) {
            return null;
        }
        for (int index = 0; index < policy.rules().size(); index++) {
            if (isMet(policy.rules().get(index))) {
                return JobConditions.holds(
                        JobConditions.SUCCESS_CRITERIA_MET,
                        "SuccessPolicy",
                        "Matched rules at index " + index,
                        seen.clock());
            }
        }
        return null;
    }

    private boolean isMet(SuccessPolicy.Rule rule) {
        Integer count = rule.succeededCount();
        if (rule.succeededIndexes() == null) {
            return count != null && seen.done().count() >= count;
        }
        Indexes wanted = Indexes.parse(rule.succeededIndexes(), job.spec().completions());
        int met = wanted.countOf(seen.done());
        return wanted.count() > 0 && (met == wanted.count() || count != null && met >= count);
    }
}

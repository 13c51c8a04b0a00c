package dev.wavetank.model.controller.job;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The conditions of Jobs: types, reasons and texts, and when each is true. */
final class JobConditions {

    static final String COMPLETE = "Complete";
    static final String FAILED = "Failed";
    static final String SUSPENDED = "Suspended";
    /** Announces {@link #FAILED} while pods are still terminating (1.31). */
    static final String FAILURE_TARGET = "FailureTarget";
    /** Announces {@link #COMPLETE} while pods are still terminating (1.31). */
    static final String SUCCESS_CRITERIA_MET = "SuccessCriteriaMet";

    private static final String TRUE = "True";

    private JobConditions() {}

    /**
     * Why a Job must fail.
     *
     * @param reason for programs
     * @param message for people
     */
    record Failure(String reason, String message) {

        static final Failure BACKOFF_LIMIT =
                new Failure("BackoffLimitExceeded", "Job has reached the specified backoff limit");
        static final Failure DEADLINE =
                new Failure("DeadlineExceeded", "Job was active longer than specified deadline");
        static final Failure FAILED_INDEXES = new Failure("FailedIndexes", "Job has failed indexes");
        static final Failure FAILED_INDEXES_MAX = new Failure(
                "MaxFailedIndexesExceeded", "Job has exceeded the specified maximal number of failed indexes");

        /** A failed pod that matches a rule of the failure policy. */
        static Failure byPolicy(String message) {
            return new Failure("PodFailurePolicy", message);
        }
    }

    /** A condition that is true from now on. */
    static Job.Condition holds(String type, String reason, String message, Instant now) {
        return Job.Condition.of(type, TRUE, reason, message, now);
    }

    /**
     * The list with the condition in its new state. A false condition is not added, because an absent condition means
     * the same. Returns the same list when nothing changes.
     */
    static List<Job.Condition> with(List<Job.Condition> conditions, Job.Condition wanted) {
        List<Job.Condition> changed = new ArrayList<>(conditions);
        for (int i = 0; i < changed.size(); i++) {
            Job.Condition present = changed.get(i);
            if (present.type().equals(wanted.type())) {
                if (present.status().equals(wanted.status())
                        && text(present.reason()).equals(text(wanted.reason()))
                        && text(present.message()).equals(text(wanted.message()))) {
                    return conditions;
                }
                changed.set(i, wanted);
                return changed;
            }
        }
        if (!wanted.status().equals(TRUE)) {
            return conditions;
        }
        changed.add(wanted);
        return changed;
    }

    private static String text(String given) {
        return given == null ? "" : given;
    }

    /** Whether a Job whose containers the kubelet restarts has used up its retries. */
    static boolean isPastBackoffLimitOnFailure(Job job, int restarts) {
        if (!"OnFailure".equals(job.spec().template().spec().restartPolicy())) {
            return false;
        }
        int limit = job.spec().backoffLimit();
        return limit == 0 ? restarts > 0 : restarts >= limit;
    }

    /** How long the Job may still be active, in nanoseconds; not positive after its deadline. */
    static long remaining(Job job, Instant startTime, Instant now) {
        return job.spec().activeDeadlineSeconds() * VirtualTime.SECOND - Timestamps.between(startTime, now);
    }
}

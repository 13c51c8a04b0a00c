package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.CronJob.JobReference;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.cron.CronDialect;
import dev.wavetank.model.cron.CronSchedule;
import dev.wavetank.model.cron.CronSyntaxException;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** One sync of a CronJob before release 1.21 ({@code syncOne}): it writes the status whether it changed or not. */
final class PolledCronJob {

    private final JobControl control;
    private final EventRecorder events;
    private final List<Job> jobs;
    private final Instant now;
    private CronJob cronJob;

    PolledCronJob(JobControl control, EventRecorder events, CronJob cronJob, List<Job> jobs, Instant now) {
        this.control = control;
        this.events = events;
        this.cronJob = cronJob;
        this.jobs = jobs;
        this.now = now;
    }

    /** Always done: the next poll retries what failed. */
    Completion<SyncResult> sync() {
        observe();
        return write().then(written -> written.andThen(() -> start()))
                .then(started -> control.trimHistory(cronJob, jobs))
                .then(trimmed -> {
                    cronJob = trimmed;
                    boolean trims = cronJob.spec().failedJobsHistoryLimit() != null
                            || cronJob.spec().successfulJobsHistoryLimit() != null;
                    return trims ? write() : Completion.of(SyncResult.DONE);
                })
                .map(done -> SyncResult.DONE);
    }

    private Completion<SyncResult> write() {
        return control.updateStatus(cronJob).map(response -> {
            if (response instanceof ApiResponse.One one) {
                cronJob = Scheme.typed(one.object(), CronJob.class);
            }
            return SyncResult.of(response);
        });
    }

    private void observe() {
        for (Job job : jobs) {
            boolean listed = cronJob.isActive(job.uid());
            String name = job.metadata().name();
            if (!listed && !job.isFinished()) {
                String text = "Saw a job that the controller did not create or forgot: " + name;
                events.warning(cronJob, "UnexpectedJob", text);
            } else if (listed && job.isFinished()) {
                cronJob = JobControl.without(cronJob, job.uid());
                String status = job.has("Complete") ? "Complete" : "Failed";
                events.normal(cronJob, "SawCompletedJob", "Saw completed job: " + name + ", status: " + status);
            }
        }
        for (JobReference active : cronJob.observed().active()) {
            if (jobs.stream().noneMatch(job -> job.uid().equals(active.uid()))) {
                events.normal(cronJob, "MissingJob", "Active job went missing: " + active.name());
                cronJob = JobControl.without(cronJob, active.uid());
            }
        }
    }

    private Completion<SyncResult> start() {
        if (cronJob.metadata().isDeleting()
                || Boolean.TRUE.equals(cronJob.spec().suspend())) {
            return Completion.of(SyncResult.DONE);
        }
        Optional<List<Instant>> times;
        try {
            CronSchedule schedule = CronSchedule.parse(cronJob.spec().schedule(), CronDialect.V1, ZoneOffset.UTC);
            times = ScheduleTimes.unmet(cronJob, schedule, now);
        } catch (CronSyntaxException mistake) {
            cannotStart("unparseable schedule: " + cronJob.spec().schedule() + " : " + mistake.getMessage());
            return Completion.of(SyncResult.DONE);
        }
        if (times.isEmpty()) {
            cannotStart("too many missed start time (> 100). Set or decrease .spec.startingDeadlineSeconds or check"
                    + " clock skew");
            return Completion.of(SyncResult.DONE);
        }
        if (times.get().isEmpty()) {
            return Completion.of(SyncResult.DONE);
        }
        Instant time = times.get().get(times.get().size() - 1);
        if (ScheduleTimes.isTooLate(cronJob, time, now)) {
            String text = "Missed scheduled time to start a job: " + CronJobPass.RFC1123Z.format(time);
            events.warning(cronJob, "MissSchedule", text);
            return Completion.of(SyncResult.DONE);
        }
        boolean forbidden = "Forbid".equals(cronJob.spec().concurrencyPolicy())
                && !cronJob.observed().active().isEmpty();
        return forbidden
                ? Completion.of(SyncResult.DONE)
                : replace().then(replaced -> replaced.andThen(() -> create(time)));
    }

    private void cannotStart(String why) {
        events.warning(cronJob, "FailedNeedsStart", "Cannot determine if job needs to be started: " + why);
    }

    /** Deletes the Jobs that still run, when the next one replaces them. */
    private Completion<SyncResult> replace() {
        if (!"Replace".equals(cronJob.spec().concurrencyPolicy())) {
            return Completion.of(SyncResult.DONE);
        }
        return control.deleteAll(cronJob, cronJob.observed().active().iterator())
                .map(changed -> {
                    cronJob = changed;
                    return changed.observed().active().isEmpty()
                            ? SyncResult.DONE
                            : SyncResult.retry("some active jobs could not be deleted");
                });
    }

    private Completion<SyncResult> create(Instant time) {
        return control.create(ScheduledJob.beta(cronJob, time)).then(response -> {
            if (response instanceof ApiResponse.One one) {
                Job job = one.as(Job.class);
                events.normal(
                        cronJob,
                        "SuccessfulCreate",
                        "Created job " + job.metadata().name());
                cronJob = JobControl.started(cronJob, job, time);
                return write();
            }
            if (!FailureText.isNamespaceTerminating(response)) {
                events.warning(cronJob, "FailedCreate", "Error creating job: " + FailureText.of(response));
            }
            return Completion.of(SyncResult.DONE);
        });
    }
}

package dev.wavetank.model.controller.cronjob;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.CronJob.JobReference;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.cron.CronDialect;
import dev.wavetank.model.cron.CronSchedule;
import dev.wavetank.model.cron.CronSyntaxException;
import dev.wavetank.model.cron.TimeZones;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One sync of a CronJob: trims its history, brings the list of active Jobs up to date, and makes a Job when due. */
final class CronJobPass {

    /** {@code time.RFC1123Z}. */
    static final DateTimeFormatter RFC1123Z = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final JobControl control;
    private final EventRecorder events;
    private final CronJob original;
    private final List<Job> jobs;
    private final Instant now;
    /** The CronJob with the status that it is to have. */
    private CronJob cronJob;

    CronJobPass(JobControl control, EventRecorder events, CronJob cronJob, List<Job> jobs, Instant now) {
        this.control = control;
        this.events = events;
        this.original = cronJob;
        this.cronJob = cronJob;
        this.jobs = jobs;
        this.now = now;
    }

    /**
     * The schedule of a CronJob, in its zone; an unknown zone does not count.
     *
     * @throws CronSyntaxException when the text is not a schedule
     */
    static CronSchedule schedule(CronJob cronJob) {
        return CronSchedule.parse(cronJob.spec().schedule(), CronDialect.V3, zone(cronJob));
    }

    private static ZoneId zone(CronJob cronJob) {
        String zone = cronJob.spec().timeZone();
        return zone == null ? ZoneOffset.UTC : TimeZones.find(zone).orElse(ZoneOffset.UTC);
    }

    Completion<SyncResult> run() {
        return control.trimHistory(cronJob, jobs)
                .then(trimmed -> {
                    cronJob = trimmed;
                    return observe(jobs.iterator());
                })
                .then(observed -> observed.andThen(
                        () -> findMissing(cronJob.observed().active().iterator())))
                .then(observed -> observed.andThen(this::start))
                .then(this::finish);
    }

    private Completion<SyncResult> finish(SyncResult outcome) {
        if (cronJob.observed().equals(original.observed())) {
            return Completion.of(outcome);
        }
        return control.updateStatus(cronJob).map(response -> response.isSuccess() ? outcome : SyncResult.of(response));
    }

    /** Removes finished Jobs from the list. */
    private Completion<SyncResult> observe(Iterator<Job> rest) {
        while (rest.hasNext()) {
            Job job = rest.next();
            boolean listed = cronJob.isActive(job.uid());
            if (!listed && !job.isFinished()) {
                return control.cronJob(cronJob)
                        .then(live -> unexpected(job, live).andThen(() -> observe(rest)));
            }
            if (job.isFinished()) {
                observeEnd(job, listed);
            }
        }
        return Completion.of(SyncResult.DONE);
    }

    /** The cached list may be old: a live read comes before the Event. */
    private SyncResult unexpected(Job job, ApiResponse live) {
        if (!(live instanceof ApiResponse.One one)) {
            return SyncResult.of(live);
        }
        CronJob fresh = one.as(CronJob.class);
        if (fresh.isActive(job.uid())) {
            cronJob = fresh;
        } else {
            events.warning(
                    cronJob,
                    "UnexpectedJob",
                    "Saw a job that the controller did not create or forgot: "
                            + job.metadata().name());
        }
        return SyncResult.DONE;
    }

    private void observeEnd(Job job, boolean listed) {
        if (listed) {
            cronJob = JobControl.without(cronJob, job.uid());
            String condition = job.has("Complete") ? "Complete" : "Failed";
            events.normal(
                    cronJob,
                    "SawCompletedJob",
                    "Saw completed job: " + job.metadata().name() + ", condition: " + condition);
        }
        Instant completed = job.status().completionTime();
        Instant last = cronJob.observed().lastSuccessfulTime();
        if (job.has("Complete") && completed != null && (last == null || completed.isAfter(last))) {
            cronJob = cronJob.withStatus(cronJob.observed().withLastSuccessfulTime(completed));
        }
    }

    /** Removes deleted Jobs from the list; the cache may lack a new Job, so each is read live. */
    private Completion<SyncResult> findMissing(Iterator<JobReference> rest) {
        while (rest.hasNext()) {
            JobReference reference = rest.next();
            if (jobs.stream().anyMatch(job -> job.uid().equals(reference.uid()))) {
                continue;
            }
            return control.job(reference.namespace(), reference.name()).then(live -> {
                if (live.failedWith(StatusReason.NOT_FOUND)) {
                    events.normal(cronJob, "MissingJob", "Active job went missing: " + reference.name());
                    cronJob = JobControl.without(cronJob, reference.uid());
                } else if (!live.isSuccess()) {
                    return Completion.of(SyncResult.of(live));
                }
                return findMissing(rest);
            });
        }
        return Completion.of(SyncResult.DONE);
    }

    private Completion<SyncResult> start() {
        if (cronJob.metadata().isDeleting()) {
            return Completion.of(SyncResult.DONE);
        }
        String zone = cronJob.spec().timeZone();
        if (zone != null && TimeZones.find(zone).isEmpty()) {
            String text = "invalid timeZone: \"" + zone + "\": unknown time zone " + zone;
            events.warning(cronJob, "UnknownTimeZone", text);
            return Completion.of(SyncResult.DONE);
        }
        if (Boolean.TRUE.equals(cronJob.spec().suspend())) {
            return Completion.of(SyncResult.DONE);
        }
        String text = cronJob.spec().schedule();
        if (text.contains("TZ")) {
            events.warning(
                    cronJob,
                    "UnsupportedSchedule",
                    "CRON_TZ or TZ used in schedule \"" + text + "\" is not officially supported, see"
                            + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details");
        }
        try {
            return start(schedule(cronJob));
        } catch (CronSyntaxException mistake) {
            events.warning(
                    cronJob, "UnparseableSchedule", "unparseable schedule: \"" + text + "\" : " + mistake.getMessage());
            return Completion.of(SyncResult.DONE);
        }
    }

    private Completion<SyncResult> start(CronSchedule schedule) {
        Optional<ScheduleTimes.Recent> recent = ScheduleTimes.recent(cronJob, schedule, now, true);
        if (recent.isEmpty()) {
            events.warning(
                    cronJob,
                    "InvalidSchedule",
                    "invalid schedule: " + cronJob.spec().schedule()
                            + " : time difference between two schedules is less than 1 second");
            return Completion.of(SyncResult.DONE);
        }
        SyncResult later = untilNext(schedule);
        if (recent.get().time().isEmpty()) {
            return Completion.of(later);
        }
        if (recent.get().missed() > ScheduleTimes.MANY) {
            events.warning(
                    cronJob,
                    "TooManyMissedTimes",
                    "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew");
        }
        Instant time = recent.get().time().get();
        if (ScheduleTimes.isTooLate(cronJob, time, now)) {
            events.warning(cronJob, "MissSchedule", "Missed scheduled time to start a job: " + RFC1123Z.format(time));
            return Completion.of(later);
        }
        return isProcessed(time) || mustWait()
                ? Completion.of(later)
                : replace().then(replaced -> replaced.andThen(() -> create(time, schedule)));
    }

    private boolean isProcessed(Instant time) {
        String name = ScheduledJob.name(cronJob, time);
        return time.equals(cronJob.observed().lastScheduleTime())
                || cronJob.observed().active().stream()
                        .anyMatch(reference -> reference.name().equals(name));
    }

    private boolean mustWait() {
        boolean must = "Forbid".equals(cronJob.spec().concurrencyPolicy())
                && !cronJob.observed().active().isEmpty();
        if (must) {
            events.normal(
                    cronJob,
                    "JobAlreadyActive",
                    "Not starting job because prior execution is running and concurrency policy is Forbid");
        }
        return must;
    }

    /** Deletes the Jobs that still run, when the next one replaces them. */
    private Completion<SyncResult> replace() {
        if (!"Replace".equals(cronJob.spec().concurrencyPolicy())) {
            return Completion.of(SyncResult.DONE);
        }
        return replace(cronJob.observed().active().iterator());
    }

    private Completion<SyncResult> replace(Iterator<JobReference> rest) {
        if (!rest.hasNext()) {
            return Completion.of(SyncResult.DONE);
        }
        JobReference running = rest.next();
        return control.job(running.namespace(), running.name()).then(live -> {
            if (!live.isSuccess()) {
                events.warning(cronJob, "FailedGet", "Get job: " + FailureText.of(live));
                return Completion.of(SyncResult.of(live));
            }
            return control.delete(cronJob, running).then(changed -> {
                boolean deleted = changed != cronJob;
                cronJob = changed;
                return deleted
                        ? replace(rest)
                        : Completion.of(SyncResult.retry("job " + running.name() + " could not be deleted"));
            });
        });
    }

    private Completion<SyncResult> create(Instant time, CronSchedule schedule) {
        Job wanted = ScheduledJob.of(cronJob, time, zone(cronJob));
        return control.create(wanted).then(response -> {
            if (response instanceof ApiResponse.One one) {
                Job job = one.as(Job.class);
                events.normal(
                        cronJob,
                        "SuccessfulCreate",
                        "Created job " + job.metadata().name());
                return Completion.of(started(job, time, schedule));
            }
            if (response.failedWith(StatusReason.ALREADY_EXISTS)) {
                return control.job(
                                wanted.metadata().namespace(), wanted.metadata().name())
                        .map(live -> exists(live, time, schedule));
            }
            if (!FailureText.isNamespaceTerminating(response)) {
                events.warning(cronJob, "FailedCreate", "Error creating job: " + FailureText.of(response));
            }
            return Completion.of(SyncResult.of(response));
        });
    }

    /**
     * The Job exists already: made by another controller, or by this one before a crash, in which case the status
     * lacks it.
     */
    private SyncResult exists(ApiResponse live, Instant time, CronSchedule schedule) {
        if (!(live instanceof ApiResponse.One one)) {
            return SyncResult.of(live);
        }
        Job job = one.as(Job.class);
        return job.metadata().isControlledBy(cronJob.uid()) && !cronJob.isActive(job.uid())
                ? started(job, time, schedule)
                : SyncResult.DONE;
    }

    private SyncResult started(Job job, Instant time, CronSchedule schedule) {
        cronJob = JobControl.started(cronJob, job, time);
        return untilNext(schedule);
    }

    private SyncResult untilNext(CronSchedule schedule) {
        return new SyncResult.RetryAfter(
                ScheduleTimes.untilNext(cronJob, schedule, now).toNanos());
    }
}

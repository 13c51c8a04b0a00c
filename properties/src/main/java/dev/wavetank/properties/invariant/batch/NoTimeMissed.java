package dev.wavetank.properties.invariant.batch;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.cron.CronDialect;
import dev.wavetank.model.cron.CronSchedule;
import dev.wavetank.model.cron.CronSyntaxException;
import dev.wavetank.model.cron.TimeZones;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * As long as nothing goes wrong, a CronJob makes a Job for every time of its schedule, in its time zone, and none for
 * other times; of several times that it missed it makes up for the latest. Its status names the Jobs that have not
 * ended, and when the last one succeeded.
 */
public final class NoTimeMissed implements Invariant {

    /** Begins a schedule without fixed times. */
    private static final String INTERVAL = "@every ";

    private static final String BY_HAND = "cronjob.kubernetes.io/instantiate";
    /** The controller wakes 100 ms after the time; the rest is for its requests and their rate limit. */
    private static final long PROMPT = 15 * VirtualTime.SECOND;

    private final long slack;
    private final boolean isJudged;
    private final Map<String, Known> schedules = new LinkedHashMap<>();
    /** The Jobs of CronJobs, by uid. */
    private final Present<Job> jobs = Present.byOwner(Job.class);
    /** When a Job was made, or ended. */
    private final Map<String, Long> changed = new LinkedHashMap<>();

    private boolean isDisturbed;
    private boolean isAtWork;

    /** A CronJob since its spec was last changed. */
    private static final class Known {
        private CronJob cronJob;
        private long since;
        /** When one of its Jobs was last known not to have ended. */
        private long busyUntil;

        private final TreeSet<Instant> made = new TreeSet<>();

        private Known(CronJob cronJob, long since) {
            this.cronJob = cronJob;
            this.since = since;
        }
    }

    /** In a cluster with these delays, of this version. */
    public NoTimeMissed(Delays delays, KubernetesVersion version) {
        this.slack = PROMPT + delays.visibility() + delays.answer();
        this.isJudged = version.has(Feature.CRON_JOB_QUEUE);
    }

    @Override
    public String name() {
        return "NoTimeMissed";
    }

    @Override
    public String reason() {
        return "A backup that did not run is noticed when it is needed. One that forbids concurrent Jobs skips"
                + " times while a Job has not ended. From the first fault on nothing is judged, nor after a Job was"
                + " refused. Intervals (@every 90s) have no fixed times, and are not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, CronJobSpec, CronJobStatus",
                "Kubernetes documentation v1.32, CronJob",
                "pkg/controller/cronjob/utils.go (v1.32), mostRecentScheduleTime");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.STATUS, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A CronJob makes a Job for every time of its schedule, unless it has to wait, and for no other time.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(CronJob.class, Job.class, RequestTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (isDisturbed || !isJudged) {
            return;
        }
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof RequestTrace request) {
            observe(request, entry.time());
        } else if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof CronJob cronJob) {
                observe(cronJob, change, entry.time(), outcomes);
            } else if (change.object() instanceof Job job && isScheduled(job)) {
                observe(job, change, entry.time(), outcomes);
            }
        }
    }

    private void observe(RequestTrace request, long now) {
        if (!request.call().userAgent().equals(KubernetesController.CRON_JOB.userAgent())) {
            return;
        }
        if (!isAtWork) {
            isAtWork = true;
            schedules.values().forEach(known -> known.since = now);
        }
        boolean isOfJob = request.call().request().resource().plural().equals("jobs");
        isDisturbed |= isOfJob && !request.response().isSuccess();
    }

    private static boolean isScheduled(Job job) {
        return job.metadata()
                        .controller()
                        .map(owner -> owner.kind().equals(CronJob.KIND))
                        .orElse(false)
                && !job.metadata().annotations().containsKey(BY_HAND)
                && job.metadata().name().matches(".*-[0-9]{8}");
    }

    private void observe(CronJob cronJob, StoreTrace change, long now, Outcomes outcomes) {
        Known known = schedules.get(cronJob.uid());
        if (change.change() == WatchEvent.Type.DELETED || cronJob.metadata().isDeleting()) {
            schedules.remove(cronJob.uid());
        } else if (known == null) {
            schedules.put(cronJob.uid(), new Known(cronJob, now));
        } else {
            if (!known.cronJob.spec().equals(cronJob.spec())) {
                judgeTimes(known, now, outcomes);
                known.since = now;
            }
            known.cronJob = cronJob;
        }
    }

    private void observe(Job job, StoreTrace change, long now, Outcomes outcomes) {
        Known known = schedules.get(Present.controllerOf(job));
        boolean wasBusy = change.previous() instanceof Job before && !before.isFinished();
        jobs.observe(change);
        if (change.change() == WatchEvent.Type.DELETED) {
            changed.remove(job.uid());
        } else if (change.change() == WatchEvent.Type.ADDED || wasBusy && job.isFinished()) {
            changed.put(job.uid(), now);
        }
        if (known == null) {
            return;
        }
        if (wasBusy) {
            known.busyUntil = now;
        }
        if (change.change() == WatchEvent.Type.ADDED) {
            known.busyUntil = now;
            Instant due = due(job);
            known.made.add(due);
            judgeTime(known, job, due, now, outcomes);
        }
    }

    private static Instant due(Job job) {
        String name = job.metadata().name();
        return Instant.ofEpochSecond(60 * Long.parseLong(name.substring(name.length() - 8)));
    }

    /** A Job is for a time of the schedule, and the latest. */
    private void judgeTime(Known known, Job job, Instant due, long now, Outcomes outcomes) {
        if (now - known.since < slack) {
            return;
        }
        CronSchedule schedule = schedule(known.cronJob).orElse(null);
        if (schedule == null) {
            return;
        }
        if (!schedule.next(due.minusSeconds(1)).equals(Optional.of(due))) {
            outcomes.broken(
                    this,
                    ObjectNames.of(job),
                    "is for " + due + ", which is no time of "
                            + known.cronJob.spec().schedule() + " in " + zone(known.cronJob));
        }
        Optional<Instant> later = schedule.next(due);
        if (later.isPresent() && later.get().plusNanos(slack).isBefore(VirtualTime.calendar(now))) {
            outcomes.broken(
                    this, ObjectNames.of(job), "is for " + due + ", expected the latest time, at least " + later.get());
        }
    }

    /** Every time since the spec was changed has its Job. */
    private void judgeTimes(Known known, long now, Outcomes outcomes) {
        CronJob cronJob = known.cronJob;
        CronSchedule schedule = schedule(cronJob).orElse(null);
        boolean isIdle = Boolean.TRUE.equals(cronJob.spec().suspend()) || !isAtWork;
        Long deadline = cronJob.spec().startingDeadlineSeconds();
        boolean mayBeLate = deadline != null && deadline * VirtualTime.SECOND < slack;
        if (schedule == null || isIdle || mayBeLate) {
            return;
        }
        boolean waits = "Forbid".equals(cronJob.spec().concurrencyPolicy());
        long from = waits && isBusy(cronJob) ? now : Math.max(known.since, waits ? known.busyUntil : 0);
        Instant until = VirtualTime.calendar(now - slack);
        for (Optional<Instant> time = schedule.next(VirtualTime.calendar(from));
                time.isPresent() && time.get().isBefore(until);
                time = schedule.next(time.get())) {
            if (!known.made.contains(time.get())) {
                outcomes.broken(this, ObjectNames.of(cronJob), "has made no Job for " + time.get());
                return;
            }
        }
    }

    private boolean isBusy(CronJob cronJob) {
        return jobs.ownedBy(cronJob.uid()).stream().anyMatch(job -> !job.isFinished());
    }

    /** Nothing for an interval, such as {@code @every 90s}, which begins anew with each time. */
    private static Optional<CronSchedule> schedule(CronJob cronJob) {
        if (String.valueOf(cronJob.spec().schedule()).contains(INTERVAL)) {
            return Optional.empty();
        }
        try {
            return Optional.of(CronSchedule.parse(cronJob.spec().schedule(), CronDialect.V3, zone(cronJob)));
        } catch (CronSyntaxException mistake) {
            return Optional.empty();
        }
    }

    private static ZoneId zone(CronJob cronJob) {
        return Optional.ofNullable(cronJob.spec().timeZone())
                .flatMap(TimeZones::find)
                .orElse(ZoneOffset.UTC);
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        if (isDisturbed || !isJudged || !isAtWork) {
            return;
        }
        for (Known known : schedules.values()) {
            judgeTimes(known, now, outcomes);
            judgeStatus(known.cronJob, now, outcomes);
        }
    }

    /** A CronJob never comes to rest; what is judged here has had its time. */
    @Override
    public void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        conclude(now, outcomes);
    }

    private void judgeStatus(CronJob cronJob, long now, Outcomes outcomes) {
        for (Job job : jobs.ownedBy(cronJob.uid())) {
            if (now - changed.getOrDefault(job.uid(), now) < slack
                    || job.metadata().isDeleting()) {
                continue;
            }
            if (cronJob.isActive(job.uid()) == job.isFinished()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(cronJob),
                        job.isFinished()
                                ? "calls " + ObjectNames.of(job) + " active, which has ended"
                                : "does not call " + ObjectNames.of(job) + " active, which has not ended");
            }
            Instant succeeded = job.status() == null ? null : job.status().completionTime();
            Instant last = cronJob.observed().lastSuccessfulTime();
            if (job.isFinished() && succeeded != null && (last == null || last.isBefore(succeeded))) {
                outcomes.broken(
                        this,
                        ObjectNames.of(cronJob),
                        "has lastSuccessfulTime " + last + ", and " + ObjectNames.of(job) + " succeeded at "
                                + succeeded);
            }
        }
        cronJob.observed().active().stream()
                .filter(active ->
                        jobs.get(active.uid()) == null && cronJob.observed().lastScheduleTime() != null)
                .filter(active ->
                        cronJob.observed().lastScheduleTime().plusNanos(slack).isBefore(VirtualTime.calendar(now)))
                .findFirst()
                .ifPresent(active -> outcomes.broken(
                        this, ObjectNames.of(cronJob), "calls Job " + active.name() + " active, which is gone"));
    }
}

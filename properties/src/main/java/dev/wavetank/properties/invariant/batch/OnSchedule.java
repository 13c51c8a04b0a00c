package dev.wavetank.properties.invariant.batch;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A CronJob makes each Job at its time: not while it is suspended, not after its starting deadline, and, as long as
 * nothing goes wrong, within seconds. It does not call a Job active that has ended. The time is in the name of the
 * Job, in minutes.
 */
public final class OnSchedule implements Invariant {

    private static final String BY_HAND = "cronjob.kubernetes.io/instantiate";
    /** The controller wakes 100 ms after the time; the rest is for its requests and their rate limit. */
    private static final long PROMPT = 15 * VirtualTime.SECOND;

    /** So long before a Job is due a fault may still make the controller late, which waits after failures. */
    /** Begins a schedule whose times may be within a minute, which the name of a Job does not show. */
    private static final String INTERVAL = "@every ";

    private static final long CALM = 5 * VirtualTime.MINUTE;

    private final CacheLag lag;
    private final Delays delays;
    private final Map<String, CronJob> schedules = new LinkedHashMap<>();
    private final Map<String, Long> suspendedSince = new LinkedHashMap<>();
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** CronJobs that were suspended once. */
    private final Map<String, Long> waited = new LinkedHashMap<>();

    private final Map<String, Long> ended = new LinkedHashMap<>();

    private final OpenFaults faults = new OpenFaults();

    /** With the age of what controllers act on. */
    public OnSchedule(Delays delays, CacheLag lag) {
        this.lag = lag;
        this.delays = delays;
    }

    @Override
    public String name() {
        return "OnSchedule";
    }

    @Override
    public String reason() {
        return "What runs at night must not run in the morning: startingDeadlineSeconds and suspend are for"
                + " that. A Job that had to wait for another one, or for the end of a suspension, is late by right."
                + " Lateness is not judged of intervals (@every 90s).";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/cronjob/utils.go (since v1.21), getJobName",
                "Kubernetes documentation v1.32, CronJob, Deadline for delayed Job start; Schedule suspension");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A CronJob makes Jobs at their time, none while it is suspended, and none after its starting deadline.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(CronJob.class, Job.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof CronJob schedule) {
                observe(schedule, change, entry.time(), outcomes);
            } else if (change.object() instanceof Job job) {
                observe(job, change, entry.time(), outcomes);
            }
        }
    }

    private void observe(CronJob schedule, StoreTrace change, long now, Outcomes outcomes) {
        String uid = schedule.uid();
        if (change.change() == WatchEvent.Type.DELETED) {
            schedules.remove(uid);
            return;
        }
        CronJob before = schedules.put(uid, schedule);
        if (before == null || !before.spec().equals(schedule.spec())) {
            changed.put(uid, now);
        }
        if (Boolean.TRUE.equals(schedule.spec().suspend())) {
            suspendedSince.putIfAbsent(uid, now);
            waited.put(uid, now);
        } else {
            suspendedSince.remove(uid);
        }
        boolean isStatus = before != null && !before.observed().equals(schedule.observed());
        if (isStatus) {
            schedule.observed().active().forEach(active -> {
                Long end = ended.get(active.uid());
                if (end != null && !lag.mayHide(end, now)) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(schedule),
                            "calls Job " + active.name() + " active, which ended " + VirtualTime.span(now - end)
                                    + " ago");
                }
            });
        }
    }

    private void observe(Job job, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.ADDED) {
            judge(job, now, outcomes);
        } else if (change.change() == WatchEvent.Type.DELETED) {
            ended.remove(job.uid());
        } else if (job.isFinished()) {
            ended.putIfAbsent(job.uid(), now);
        }
    }

    private void judge(Job job, long now, Outcomes outcomes) {
        CronJob schedule = schedules.get(Present.controllerOf(job));
        String name = job.metadata().name();
        if (schedule == null
                || job.metadata().annotations().containsKey(BY_HAND)
                || !name.matches(".*-[0-9]{8}")
                || lag.mayHide(changed.getOrDefault(schedule.uid(), Long.MIN_VALUE / 2), now)) {
            return;
        }
        Long suspended = suspendedSince.get(schedule.uid());
        if (suspended != null) {
            outcomes.broken(this, ObjectNames.of(job), "is made while " + ObjectNames.of(schedule) + " is suspended");
            return;
        }
        if (String.valueOf(schedule.spec().schedule()).contains(INTERVAL)) {
            return;
        }
        Instant due = Instant.ofEpochSecond(60 * Long.parseLong(name.substring(name.length() - 8)));
        Instant clock = VirtualTime.calendar(now);
        long dueAt = Timestamps.between(VirtualTime.calendar(0), due);
        boolean isDisturbed = !faults.isNoneSince(dueAt - CALM);
        Long deadline = schedule.spec().startingDeadlineSeconds();
        if (deadline != null
                && !isDisturbed
                && due.plusSeconds(deadline).plusNanos(slack()).isBefore(clock)) {
            outcomes.broken(this, ObjectNames.of(job), late(due, clock) + ", after its deadline of " + deadline + "s");
        }
        boolean isFree = !isDisturbed
                && !waited.containsKey(schedule.uid())
                && !"Forbid".equals(schedule.spec().concurrencyPolicy())
                && isOlder(schedule, due);
        if (isFree) {
            outcomes.used(this, Duration.between(due, clock).toNanos(), slack(), () -> ObjectNames.of(job));
        }
        if (isFree && due.plusNanos(slack()).isBefore(clock)) {
            outcomes.broken(this, ObjectNames.of(job), late(due, clock) + ", expected it at its time");
        }
    }

    private long slack() {
        return PROMPT + delays.visibility() + delays.answer();
    }

    private static boolean isOlder(KubernetesObject schedule, Instant due) {
        Instant created = schedule.metadata().creationTimestamp();
        return created != null && created.isBefore(due);
    }

    private static String late(Instant due, Instant clock) {
        return "was due at " + due + " and made at " + clock;
    }
}

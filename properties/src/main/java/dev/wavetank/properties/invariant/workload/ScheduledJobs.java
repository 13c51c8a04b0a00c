package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.controller.cronjob.CronJobController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A CronJob that forbids or replaces concurrent Jobs has one at a time, and of its ended Jobs it keeps no more than it
 * is to keep, the newest. The controller counts as active what the status of the CronJob names.
 */
public final class ScheduledJobs implements Invariant {

    /** What {@code kubectl create job --from} says of its Jobs. */
    private static final String BY_HAND = "cronjob.kubernetes.io/instantiate";

    /** Old controllers look at all CronJobs as often as this. */
    private static final long PASS = 10 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final Map<String, CronJob> schedules = new LinkedHashMap<>();
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    /** When a CronJob or Job was last written, by uid. */
    private final Map<String, Long> written = new LinkedHashMap<>();

    /** The last state of the latest Job of each key. */
    private final Map<String, Job> latest = new LinkedHashMap<>();

    /** How much later than the end of a Job the controller cleans up: it may make the next one before. */
    private final long cleaning;

    private boolean isDisturbed;
    /** Whether a deletion by the controller was refused, whose Job it may then keep. */
    private boolean isRefused;

    /** With the age of what controllers act on, and the version of the controller. */
    public ScheduledJobs(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.cleaning = version.has(Feature.CRON_JOB_QUEUE) ? 0 : PASS;
    }

    @Override
    public String name() {
        return "ScheduledJobs";
    }

    @Override
    public String reason() {
        return "Forbid and Replace are for work that must not run twice at once, such as a backup; the history"
                + " is where people look for the last failure. When a fault hides the controller's own write of the"
                + " status from it, a Job may be missing there for good: from the first fault on, only Jobs that"
                + " the status names are judged. Jobs that were made by hand from the CronJob do not count.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/cronjob/cronjob_controllerv2.go (v1.32), syncCronJob and cleanupFinishedJobs",
                "Kubernetes documentation v1.32, CronJob, Concurrency policy; Jobs history limits");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A CronJob that forbids or replaces concurrent Jobs has one at a time, and keeps the newest of the"
                + " ended.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Job.class, CronJob.class, ApiRequest.Delete.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Job job) {
                if (change.change() == WatchEvent.Type.ADDED) {
                    judge(job, entry.time(), outcomes);
                }
                latest.put(job.key().toString(), job);
                keep(jobs, job, change, entry.time());
            } else if (change.object() instanceof CronJob schedule) {
                keep(schedules, schedule, change, entry.time());
            }
        } else if (entry.record() instanceof RequestTrace request
                && request.call().userAgent().equals(CronJobController.NAME)
                && request.call().request() instanceof ApiRequest.Delete delete
                && delete.resource().plural().equals("jobs")) {
            if (request.isWrite()) {
                judgeHistory(delete, entry.time(), outcomes);
            } else {
                isRefused = true;
            }
        }
    }

    private <T extends KubernetesObject> void keep(Map<String, T> all, T object, StoreTrace change, long now) {
        if (change.change() == WatchEvent.Type.DELETED) {
            all.remove(object.uid());
            if (object instanceof CronJob) {
                written.remove(object.uid());
            }
        } else {
            all.put(object.uid(), object);
            written.put(object.uid(), now);
        }
    }

    private void judge(Job made, long now, Outcomes outcomes) {
        CronJob schedule = schedules.get(owner(made));
        if (schedule == null || isByHand(made)) {
            return;
        }
        judgeLengths(schedule, now, outcomes);
        if (!List.of("Forbid", "Replace").contains(schedule.spec().concurrencyPolicy())) {
            return;
        }
        for (Job other : jobs.values()) {
            boolean counts = !isDisturbed && !isByHand(other)
                    || schedule.isActive(other.uid()) && !lag.mayHide(written.get(schedule.uid()), now);
            if (counts
                    && owner(other).equals(schedule.uid())
                    && !other.isFinished()
                    && !other.metadata().isDeleting()
                    && !lag.mayHide(written.get(other.uid()), now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(made),
                        "is made while " + ObjectNames.of(other) + " runs, and " + ObjectNames.of(schedule) + " says "
                                + schedule.spec().concurrencyPolicy());
            }
        }
    }

    /** Whoever is deleted after its end, all of its kind that began earlier are gone or going. */
    private void judgeHistory(ApiRequest.Delete delete, long now, Outcomes outcomes) {
        Job gone = latest.get(delete.namespace() + "/" + delete.name());
        if (gone == null || !gone.isFinished()) {
            return;
        }
        for (Job kept : jobs.values()) {
            if (owner(kept).equals(owner(gone))
                    && isKept(kept, succeeded(gone), now)
                    && began(kept).isBefore(began(gone))) {
                outcomes.broken(
                        this,
                        ObjectNames.of(gone),
                        "is deleted from the history, although " + ObjectNames.of(kept) + " is older");
            }
        }
    }

    private boolean isKept(Job job, boolean succeeded, long now) {
        return job.isFinished()
                && !job.metadata().isDeleting()
                && succeeded(job) == succeeded
                && !lag.mayHide(written.get(job.uid()), now);
    }

    /** The controller cleans up before it makes another Job. */
    private void judgeLengths(CronJob schedule, long now, Outcomes outcomes) {
        if (!isRefused) {
            judgeLength(schedule, true, schedule.spec().successfulJobsHistoryLimit(), now, outcomes);
            judgeLength(schedule, false, schedule.spec().failedJobsHistoryLimit(), now, outcomes);
        }
    }

    private void judgeLength(CronJob schedule, boolean succeeded, Integer limit, long now, Outcomes outcomes) {
        long kept = jobs.values().stream()
                .filter(job -> owner(job).equals(schedule.uid()) && isKept(job, succeeded, now - cleaning))
                .count();
        if (limit != null && kept > limit) {
            outcomes.broken(
                    this,
                    ObjectNames.of(schedule),
                    "keeps " + kept + " Jobs that have " + (succeeded ? "succeeded" : "failed") + ", expected at most "
                            + limit);
        }
    }

    private static Instant began(Job job) {
        return job.status() == null || job.status().startTime() == null
                ? job.metadata().creationTimestamp()
                : job.status().startTime();
    }

    private static boolean succeeded(Job job) {
        return job.status().conditions().stream()
                .anyMatch(condition -> condition.type().equals("Complete")
                        && condition.status().equals("True"));
    }

    private static boolean isByHand(Job job) {
        return job.metadata().annotations().containsKey(BY_HAND);
    }

    private static String owner(Job job) {
        return job.metadata().controller().map(OwnerReference::uid).orElse("");
    }
}

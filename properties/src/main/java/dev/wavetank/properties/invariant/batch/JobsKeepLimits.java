package dev.wavetank.properties.invariant.batch;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A Job tries no more often than its backoffLimit says, waits after each failure, has no pods while it is suspended,
 * and ends at its deadline.
 *
 * <p>Failures are counted by the pods themselves, where every one that fails is replaced ({@code restartPolicy: Never}
 * without indexes and without a policy for failures). The wait after the first failure is 10 s, and longer after more;
 * it is judged where one pod runs at a time.
 */
public final class JobsKeepLimits implements Invariant {

    /** Failures have times in whole seconds. */
    private static final long FIRST_WAIT = 8 * VirtualTime.SECOND;

    private static final long OVERDUE = 2 * VirtualTime.MINUTE;

    private final CacheLag lag;
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** When pods of a Job failed, by Job and pod. */
    private final Map<String, Map<String, Long>> failed = new LinkedHashMap<>();

    private final Present<Pod> pods = new Present<>(Pod.class);
    private boolean clocksAreRight = true;
    private boolean isDisturbed;
    private final boolean countsExactly;

    /** In a cluster of this version, with the age of what controllers act on. */
    public JobsKeepLimits(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.countsExactly = version.has(Feature.JOB_TRACKING);
    }

    @Override
    public String name() {
        return "JobsKeepLimits";
    }

    @Override
    public String reason() {
        return "Work that fails costs as much as work that succeeds, and may do harm each time; the limit and"
                + " the wait are what users pay at most. Both are judged since pods of Jobs have finalizers:"
                + " before, retries of the queue were counted, and the first failure was not waited for.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, JobSpec: backoffLimit, suspend, activeDeadlineSeconds",
                "pkg/controller/job/job_controller.go (v1.32), DefaultJobPodFailureBackOff",
                "kubernetes#54870");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A Job tries no more often than it may, waits after failures, pauses when suspended, and ends in time.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Job.class, Pod.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace.Opened opened) {
            isDisturbed = true;
            clocksAreRight &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        } else if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Job job) {
                if (change.change() == WatchEvent.Type.DELETED) {
                    jobs.remove(job.uid());
                    failed.remove(job.uid());
                    changed.remove(job.uid());
                    return;
                }
                Job before = jobs.put(job.uid(), job);
                if (before == null || !before.spec().equals(job.spec())) {
                    changed.put(job.uid(), entry.time());
                }
            } else if (change.change() == WatchEvent.Type.DELETED) {
                // A Job may be gone before its pods.
                pods.observe(change);
            } else if (change.object() instanceof Pod pod && jobs.containsKey(Present.controllerOf(pod))) {
                observe(pod, change, entry.time(), outcomes);
            }
        }
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        String owner = Present.controllerOf(pod);
        pods.observe(change);
        if (change.change() == WatchEvent.Type.ADDED) {
            judge(pod, Objects.requireNonNull(jobs.get(owner)), now, outcomes);
        } else if (pod.phase().equals("Failed") && !pod.metadata().isDeleting()) {
            failed.computeIfAbsent(owner, missing -> new LinkedHashMap<>()).putIfAbsent(pod.uid(), now);
        }
    }

    private static boolean isPlain(Job job) {
        return !job.isIndexed()
                && job.spec().podFailurePolicy() == null
                && job.spec().template() != null
                && "Never".equals(job.spec().template().spec().restartPolicy());
    }

    private void judge(Pod made, Job job, long now, Outcomes outcomes) {
        Integer limit = job.spec().backoffLimit();
        if (job.isSuspended() && !lag.mayHide(changed.getOrDefault(job.uid(), Long.MIN_VALUE / 2), now)) {
            outcomes.broken(this, ObjectNames.of(made), "is made although its Job is suspended");
        }
        if (!isPlain(job) || limit == null) {
            return;
        }
        Map<String, Long> failures = failed.getOrDefault(job.uid(), new LinkedHashMap<>());
        long seen =
                failures.values().stream().filter(at -> !lag.mayHide(at, now)).count();
        if (countsExactly && seen > limit) {
            outcomes.broken(
                    this,
                    ObjectNames.of(made),
                    "is made after " + seen + " pods of its Job have failed, expected at most " + (limit + 1L)
                            + " in all");
        }
        boolean isSingle = Defaults.zeroIfNull(job.spec().parallelism()) == 1;
        long last = failures.values().stream().mapToLong(Long::longValue).max().orElse(Long.MIN_VALUE / 2);
        if (countsExactly && isSingle && !isDisturbed && now - last < FIRST_WAIT) {
            outcomes.broken(
                    this,
                    ObjectNames.of(made),
                    "is made " + VirtualTime.span(now - last) + " after a pod of its Job has failed, expected a"
                            + " back-off of 10s");
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        Instant clock = VirtualTime.calendar(now);
        for (Job job : jobs.values()) {
            Long deadline = job.spec().activeDeadlineSeconds();
            Instant start = job.status() == null ? null : job.status().startTime();
            if (deadline != null
                    && start != null
                    && clocksAreRight
                    && !job.isSuspended()
                    && !job.isFinished()
                    && !job.metadata().isDeleting()
                    && start.plusSeconds(deadline).plusNanos(OVERDUE).isBefore(clock)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(job),
                        "works since " + start + ", expected to end after " + deadline + "s");
            }
            if (job.isSuspended() && pods.all().stream().anyMatch(pod -> isOf(pod, job) && pod.isActive())) {
                outcomes.broken(this, ObjectNames.of(job), "has active pods although it is suspended");
            }
        }
    }

    private static boolean isOf(Pod pod, Job job) {
        return Present.controllerOf(pod).equals(job.uid());
    }
}

package dev.wavetank.properties.invariant.batch;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
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
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Job makes a pod in place of one that has failed after a back-off of ten seconds, which doubles with each failure in
 * a row; and a Job without a number of completions makes none any more once a pod of it has succeeded.
 */
public final class JobPodsPaced implements Invariant {

    private static final long FIRST = 10 * VirtualTime.SECOND;
    private static final long LONGEST = 6 * VirtualTime.MINUTE;
    /** Times of containers have no fractions, and clocks differ a little. */
    private static final long SLACK = 2 * VirtualTime.SECOND;
    /** {@code MaxJobPodFailureBackOff}. */
    private static final long BACKOFF_MAX = 10 * VirtualTime.MINUTE;
    /** A pod that is due is made within this time. */
    private static final long CREATION = 20 * VirtualTime.SECOND;
    /** For so long a controller may wait after the API server has refused a pod. */
    private static final long REFUSAL = 3 * VirtualTime.MINUTE;

    private final CacheLag lag;
    private final boolean isJudged;
    private final OpenFaults faults = new OpenFaults();
    private final Present<Job> jobs = new Present<>(Job.class);
    /** When the pods of a Job ended, and whether they succeeded, by their uids, by its uid. */
    private final Map<String, Map<String, End>> ends = new LinkedHashMap<>();

    /** What happened to the Jobs, by their uids. */
    private final Map<String, Past> pasts = new LinkedHashMap<>();

    /** When a pod of a Job was refused last. */
    private long refusedAt = -REFUSAL;

    /** What a Job may wait for, and because of what. */
    private static final class Past {

        /** When a pod came, ended, or began to go, or the Job changed. */
        private long movedAt;

        /**
         * When pods failed, or began to go, since the last success, by their uids: a pod that is being deleted counts
         * as failed, however it ends.
         */
        private final Map<String, Long> failures = new LinkedHashMap<>();

        /** A success counts from the end of its containers on, which failures may be told after. */
        private void succeed(@Nullable Long end, long now) {
            movedAt = now;
            if (end != null) {
                failures.values().removeIf(failure -> failure <= end);
            }
        }

        private void fail(String uid, long now) {
            movedAt = now;
            failures.putIfAbsent(uid, now);
        }

        /** When a pod that is missing is due at the latest. */
        private long due() {
            long wait = failures.isEmpty() ? 0 : Math.min(BACKOFF_MAX, FIRST << Math.min(failures.size() - 1, 8));
            return movedAt + wait + CREATION;
        }
    }

    /**
     * The end of a pod.
     *
     * @param isSure whether it was not being deleted: else the controller has counted it before as failed, or, in a
     *     Job that was suspended, not at all
     */
    private record End(long at, long seen, boolean success, boolean isSure) {}

    /** In a cluster of this version, with the age of what controllers act on. */
    public JobPodsPaced(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.isJudged = version.has(Feature.JOB_TRACKING);
    }

    @Override
    public String name() {
        return "JobPodsPaced";
    }

    @Override
    public String reason() {
        return "A worker that fails at once would otherwise fail a thousand times an hour and hide why; and"
                + " workers of a queue that is empty would find nothing to do. The controller has the back-off in its"
                + " memory, so it is judged only for Jobs that have met no fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Jobs: Pod backoff failure policy; Jobs with a work queue",
                "pkg/controller/job/backoff_utils.go (v1.32), getRemainingTime");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Job waits longer after each failure in a row, and no longer; and it makes no workers when its queue"
                + " is done.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Job.class, Pod.class, FaultTrace.class, ApiRequest.Create.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof RequestTrace request) {
            if (!(request.call().request() instanceof ApiRequest.Create)) {
                return;
            }
            boolean isOwn = request.call().userAgent().equals(KubernetesController.JOB.userAgent());
            refusedAt = isOwn && !request.response().isSuccess() ? entry.time() : refusedAt;
            return;
        }
        if (!isJudged || !(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (jobs.observe(change)) {
            String uid = change.object().uid();
            if (change.change() == WatchEvent.Type.DELETED) {
                ends.remove(uid);
                pasts.remove(uid);
            } else if (!(change.previous() instanceof Job before)
                    || !((Job) change.object()).spec().equals(before.spec())) {
                pasts.computeIfAbsent(uid, first -> new Past()).movedAt = entry.time();
            }
        } else if (change.object() instanceof Pod pod) {
            Job job = jobs.get(Present.controllerOf(pod));
            Past past = job == null ? null : pasts.get(job.uid());
            if (job != null && past != null) {
                observe(job, pod, change, past, entry.time(), outcomes);
            }
            if (job != null && change.change() == WatchEvent.Type.ADDED) {
                judge(job, pod, entry.time(), outcomes);
            } else if (job != null && pod.isFinished()) {
                Long at = end(pod);
                if (at != null) {
                    ends.computeIfAbsent(job.uid(), first -> new LinkedHashMap<>())
                            .putIfAbsent(
                                    pod.uid(),
                                    new End(
                                            at,
                                            entry.time(),
                                            pod.phase().equals("Succeeded"),
                                            !pod.metadata().isDeleting()));
                }
            }
        }
    }

    private void observe(Job job, Pod pod, StoreTrace change, Past past, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.ADDED) {
            judgeDelay(job, pod, past, now, outcomes);
            past.movedAt = now;
        } else if (pod.phase().equals("Succeeded") && !pod.metadata().isDeleting()) {
            if (!(change.previous() instanceof Pod before) || !before.phase().equals("Succeeded")) {
                past.succeed(end(pod), now);
            }
        } else if (pod.isFinished() || pod.metadata().isDeleting() || change.change() == WatchEvent.Type.DELETED) {
            past.fail(pod.uid(), now);
        }
    }

    private void judgeDelay(Job job, Pod pod, Past past, long now, Outcomes outcomes) {
        if (now > past.due()
                && now > refusedAt + REFUSAL
                && isCalm(job)
                && job.spec().backoffLimitPerIndex() == null
                && !lag.mayHide(past.due(), now)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "is made " + VirtualTime.span(now - past.movedAt) + " after there was room for it, and "
                            + past.failures.size() + " failures in a row");
        }
    }

    /** When the last container ended; null when one has not said so. */
    private static @Nullable Long end(Pod pod) {
        List<Instant> all = pod.status().containerStatuses().stream()
                .map(one -> one.state() == null ? null : one.state().terminated())
                .map(one -> one == null ? null : one.finishedAt())
                .toList();
        return all.isEmpty() || all.stream().anyMatch(Objects::isNull)
                ? null
                : all.stream()
                        .mapToLong(one -> Timestamps.between(VirtualTime.calendar(0), one))
                        .max()
                        .getAsLong();
    }

    private void judge(Job job, Pod pod, long now, Outcomes outcomes) {
        Map<String, End> known = ends.getOrDefault(job.uid(), Map.of());
        if (known.isEmpty()) {
            return;
        }
        long lastSuccess = Long.MIN_VALUE;
        boolean isDone = false;
        for (End end : known.values()) {
            if (end.success()) {
                lastSuccess = Math.max(lastSuccess, end.at());
                isDone |= end.isSure() && !lag.mayHide(end.seen(), now);
            }
        }
        if (isDone && job.spec().completions() == null) {
            outcomes.broken(this, ObjectNames.of(pod), "is made although a worker of its queue has succeeded");
        }
        judgeBackoff(job, pod, known, lastSuccess, now, outcomes);
    }

    private boolean isCalm(Job job) {
        Instant created = job.metadata().creationTimestamp();
        return created != null
                && faults.isNoneSince(Timestamps.between(VirtualTime.calendar(0), created) - VirtualTime.SECOND);
    }

    private void judgeBackoff(Job job, Pod pod, Map<String, End> known, long lastSuccess, long now, Outcomes outcomes) {
        if (!isCalm(job) || job.spec().backoffLimitPerIndex() != null) {
            return;
        }
        int failures = 0;
        long last = Long.MIN_VALUE;
        for (End end : known.values()) {
            if (!end.success() && end.isSure() && end.at() > lastSuccess && !lag.mayHide(end.seen(), now)) {
                failures++;
                last = Math.max(last, end.at());
            }
        }
        long wait = failures == 0 ? 0 : Math.min(LONGEST, FIRST << Math.min(failures - 1, 8));
        if (wait > 0 && now + SLACK < last + wait) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "is made " + VirtualTime.span(now - last) + " after " + failures
                            + " failures in a row, expected a wait of " + VirtualTime.span(wait));
        }
    }
}

package dev.wavetank.properties.invariant.batch;

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
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An index of a Job has one pod at a time, and no more failures than its backoffLimitPerIndex permits; a Job that
 * replaces only failed pods waits until those that go have gone; one that is suspended ends its pods, and its time
 * begins anew when it goes on.
 */
public final class JobPodsByRule implements Invariant {

    /** By this time after a suspension the controller has deleted the pods of the Job. */
    private static final long PROMPT = 20 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final boolean isJudged;
    private final Present<Job> jobs = new Present<>(Job.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class);
    private final Map<String, Long> made = new LinkedHashMap<>();
    /** When a Job was suspended, or went on. */
    private final Map<String, Long> switched = new LinkedHashMap<>();
    /** The pods of an index that have failed, by Job and index. */
    private final Map<String, Map<String, Set<String>>> failed = new LinkedHashMap<>();

    /** The active pods of an index, by the uid of its Job and the index. */
    private final Map<String, Map<String, Pod>> working = new LinkedHashMap<>();

    /** The pods of a Job that have not ended, by its uid. */
    private final Map<String, Set<String>> unended = new LinkedHashMap<>();

    private boolean isDisturbed;

    /** In a cluster of this version, with the age of what controllers act on. */
    public JobPodsByRule(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.isJudged = version.has(Feature.JOB_TRACKING);
    }

    @Override
    public String name() {
        return "JobPodsByRule";
    }

    @Override
    public String reason() {
        return "An index is a shard of data: two pods that have it work on it twice. podReplacementPolicy Failed"
                + " is for frameworks in which two workers of one rank break the run. What came just now, the"
                + " controller may not have seen, and is excused.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, JobSpec: completionMode, backoffLimitPerIndex, podReplacementPolicy, suspend",
                "KEP-2214 (Indexed Job), KEP-2232 (suspend Jobs), KEP-3850 (back-off limit per index),"
                        + " KEP-3939 (pod replacement policy)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Job has one pod for an index, replaces pods as its policy says, and has none while it is suspended.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Job.class, Pod.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (isJudged && entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Job job) {
                observe(job, change, entry.time(), outcomes);
            } else if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time(), outcomes);
            }
        }
    }

    private void observe(Job job, StoreTrace change, long now, Outcomes outcomes) {
        jobs.observe(change);
        if (change.change() == WatchEvent.Type.DELETED) {
            failed.remove(job.uid());
            unended.remove(job.uid());
            switched.remove(job.uid());
        } else if (change.previous() instanceof Job before && before.isSuspended() != job.isSuspended()) {
            Long since = switched.put(job.uid(), now);
            if (before.isSuspended() && since != null && now - since > PROMPT && !isDisturbed) {
                pods.ownedBy(job.uid()).stream()
                        .filter(pod -> pod.isActive() && made.getOrDefault(pod.uid(), now) < since)
                        .findFirst()
                        .ifPresent(pod -> outcomes.broken(
                                this,
                                ObjectNames.of(pod),
                                "still runs " + VirtualTime.span(now - since) + " after its Job was suspended"));
            }
        }
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        Job job = jobs.get(Present.controllerOf(pod));
        if (change.change() == WatchEvent.Type.DELETED) {
            made.remove(pod.uid());
            pods.observe(change);
            leaves(pod);
            unended.getOrDefault(Present.controllerOf(pod), new LinkedHashSet<>())
                    .remove(pod.uid());
            return;
        }
        if (job == null) {
            return;
        }
        String index = pod.metadata().annotations().get(Job.COMPLETION_INDEX);
        if (change.change() == WatchEvent.Type.ADDED) {
            judge(job, pod, index, now, outcomes);
            made.put(pod.uid(), now);
        } else if (index != null
                && pod.phase().equals("Failed")
                && pod.metadata().finalizers().contains(Job.TRACKING_FINALIZER)) {
            // A Job that is suspended lets its pods go before it deletes them: they do not count as failed.
            failed.computeIfAbsent(job.uid(), first -> new LinkedHashMap<>())
                    .computeIfAbsent(index, first -> new LinkedHashSet<>())
                    .add(pod.uid());
        }
        pods.observe(change);
        Set<String> others = unended.computeIfAbsent(job.uid(), first -> new LinkedHashSet<>());
        if (pod.isFinished()) {
            others.remove(pod.uid());
        } else {
            others.add(pod.uid());
        }
        if (index != null && pod.isActive()) {
            working.computeIfAbsent(place(pod), first -> new LinkedHashMap<>()).put(pod.uid(), pod);
        } else if (index != null) {
            leaves(pod);
        }
    }

    private void leaves(Pod pod) {
        Map<String, Pod> there = working.get(place(pod));
        if (there != null && there.remove(pod.uid()) != null && there.isEmpty()) {
            working.remove(place(pod));
        }
    }

    private static String place(Pod pod) {
        return Present.controllerOf(pod) + " " + pod.metadata().annotations().get(Job.COMPLETION_INDEX);
    }

    private void judge(Job job, Pod pod, @Nullable String index, long now, Outcomes outcomes) {
        if (index != null) {
            working.getOrDefault(place(pod), Map.of()).values().stream()
                    .filter(other -> isSeen(other.uid(), now))
                    .findFirst()
                    .ifPresent(other -> outcomes.broken(
                            this,
                            ObjectNames.of(pod),
                            "is made for index " + index + ", which " + ObjectNames.of(other) + " works on"));
        }
        judgeReplacement(job, pod, now, outcomes);
        Integer limit = job.spec().backoffLimitPerIndex();
        int failures = failed.getOrDefault(job.uid(), Map.of())
                .getOrDefault(String.valueOf(index), Set.of())
                .size();
        if (limit != null && index != null && job.spec().podFailurePolicy() == null && failures > limit) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "is made for index " + index + ", which has failed " + failures + " times, expected at most "
                            + (limit + 1L));
        }
        judgeStart(job, pod, now, outcomes);
    }

    private void judgeReplacement(Job job, Pod pod, long now, Outcomes outcomes) {
        Integer parallelism = job.spec().parallelism();
        Set<String> others = unended.getOrDefault(job.uid(), Set.of());
        if (!"Failed".equals(job.spec().podReplacementPolicy())
                || isDisturbed
                || parallelism == null
                || parallelism <= 0
                || others.size() < parallelism) {
            return;
        }
        long there = others.stream().filter(other -> isSeen(other, now)).count();
        if (there >= parallelism) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "is made while " + there + " pods of its Job have not ended, expected at most " + parallelism
                            + " in all");
        }
    }

    private boolean isSeen(String pod, long now) {
        return !lag.mayHide(made.getOrDefault(pod, now), now);
    }

    /** The deadline of a Job that goes on counts from then on. */
    private void judgeStart(Job job, Pod pod, long now, Outcomes outcomes) {
        Long since = switched.get(job.uid());
        Instant start = job.status() == null ? null : job.status().startTime();
        if (since == null || start == null || isDisturbed || lag.mayHide(since, now)) {
            return;
        }
        if (!job.isSuspended() && start.plusSeconds(1).isBefore(VirtualTime.calendar(since))) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "is made for a Job that began at " + start + ", expected since it goes on, at "
                            + VirtualTime.calendar(since));
        }
    }
}

package dev.wavetank.properties.invariant.batch;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.SuccessPolicy;
import dev.wavetank.model.api.core.Pod;
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
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Job fails only for a reason that is so: it has failed more often than its backoffLimit, or in more indexes than
 * maxFailedIndexes, or it is past its deadline; and it ends in time, once its pods are gone. Its ended pods are let
 * go. Failures are counted by the pods: those that failed, or went before they succeeded, without those that a rule
 * ignores.
 */
public final class JobsEndRightly implements Invariant {

    /** Since when a Job has its deadline, by its uid, when that was changed. */
    private final Map<String, Instant> deadlineSince = new LinkedHashMap<>();

    private final long slack;
    /** How long it takes to see that a policy is met. */
    private final long decision;

    private final boolean isJudged;
    private final boolean waitsForPods;
    private final Present<Job> jobs = new Present<>(Job.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class);
    /** The uids of pods that failed or went, by Job. */
    private final Map<String, Set<String>> lost = new LinkedHashMap<>();
    /**
     * When each index, or pod, succeeded, by Job. Such that were being deleted are left out: the controller may have
     * counted them as failed before.
     */
    private final Map<String, Map<String, Long>> succeeded = new LinkedHashMap<>();

    /** The most restarts of one pod, by Job: a Job has its pods gone when it has failed. */
    private final Map<String, Integer> restarted = new LinkedHashMap<>();

    private boolean isDisturbed;

    /** In a cluster with these delays, of this version. */
    public JobsEndRightly(Delays delays, KubernetesVersion version) {
        this.slack = 20 * VirtualTime.SECOND + delays.visibility() + delays.answer();
        this.decision = 10 * VirtualTime.SECOND + delays.visibility() + delays.answer();
        this.isJudged = version.has(Feature.JOB_TRACKING);
        this.waitsForPods = version.has(Feature.JOB_MANAGED_BY);
    }

    @Override
    public String name() {
        return "JobsEndRightly";
    }

    @Override
    public String reason() {
        return "Workflow engines act on Complete and Failed, which are final: a Job that fails too early throws"
                + " hours of work away, and one that does not end blocks what comes after it. How promptly a Job"
                + " ends, and how often a container was restarted, is judged until the first fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, JobSpec",
                "KEP-3329 (pod failure policy), KEP-3850 (back-off limit per index), KEP-3998 (Job success policy)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.STATUS, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A Job fails only for a reason that is so, succeeds by its policy, ends in time when its pods are gone,"
                + " and lets them go.";
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
            if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time());
            } else if (jobs.observe(change)) {
                observe(change, entry.time(), outcomes);
            }
        }
    }

    private void observe(StoreTrace change, long now, Outcomes outcomes) {
        Job job = (Job) change.object();
        if (change.change() == WatchEvent.Type.DELETED) {
            deadlineSince.remove(job.uid());
            lost.remove(job.uid());
            succeeded.remove(job.uid());
            restarted.remove(job.uid());
            return;
        }
        Job before = change.previous() instanceof Job previous ? previous : null;
        if (before != null
                && !Objects.equals(
                        before.spec().activeDeadlineSeconds(), job.spec().activeDeadlineSeconds())) {
            deadlineSince.put(job.uid(), VirtualTime.calendar(now));
        }
        if (!isDisturbed && isDecided(job) && (before == null || !isDecided(before))) {
            judgeEarlySuccess(job, now, outcomes);
        }
        if (job.isFinished() && (before == null || !before.isFinished())) {
            judge(job, now, outcomes);
        }
    }

    /** Whether a Job has ended, or says how it will. */
    private static boolean isDecided(Job job) {
        return job.isFinished() || job.has("SuccessCriteriaMet") || job.has("FailureTarget");
    }

    private void observe(Pod pod, StoreTrace change, long now) {
        String owner = Present.controllerOf(pod);
        Job job = jobs.get(owner);
        if (job != null) {
            restarted.merge(owner, restarts(pod), Math::max);
            boolean hasSucceeded = pod.phase().equals("Succeeded");
            boolean isLost = pod.phase().equals("Failed")
                    || !hasSucceeded && (pod.metadata().isDeleting() || change.change() == WatchEvent.Type.DELETED);
            if (isLost && !FailureRules.ignore(job, pod)) {
                lost.computeIfAbsent(owner, first -> new LinkedHashSet<>()).add(pod.uid());
            } else if (hasSucceeded && !pod.metadata().isDeleting()) {
                String index = pod.metadata().annotations().getOrDefault(Job.COMPLETION_INDEX, pod.uid());
                succeeded.computeIfAbsent(owner, first -> new LinkedHashMap<>()).putIfAbsent(index, now);
            }
        }
        if (job != null || change.change() == WatchEvent.Type.DELETED) {
            pods.observe(change);
        }
    }

    private void judge(Job job, long now, Outcomes outcomes) {
        String reason = job.condition("Failed").map(Job.Condition::reason).orElse("");
        int failures = lost.getOrDefault(job.uid(), Set.of()).size();
        Integer limit = job.spec().backoffLimit();
        boolean restarts = "OnFailure".equals(job.spec().template().spec().restartPolicy());
        if (reason.equals("BackoffLimitExceeded") && limit != null && !restarts && failures <= limit) {
            outcomes.broken(
                    this,
                    ObjectNames.of(job),
                    "failed after " + failures + " failures, expected at least " + (limit + 1L));
        }
        if (reason.equals("MaxFailedIndexesExceeded") && job.spec().maxFailedIndexes() != null) {
            int indexes = indexes(job.status().failedIndexes()).size();
            if (indexes <= job.spec().maxFailedIndexes()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(job),
                        "failed with " + indexes + " failed indexes, expected more than "
                                + job.spec().maxFailedIndexes());
            }
        }
        judgePolicy(job, outcomes);
        if (!isDisturbed) {
            judgePromptness(job, reason, restarts, now, outcomes);
        }
    }

    private void judgePromptness(Job job, String reason, boolean restarts, long now, Outcomes outcomes) {
        Instant start = job.status().startTime();
        Long deadline = job.spec().activeDeadlineSeconds();
        Instant clock = VirtualTime.calendar(now);
        if (deadline != null && start != null && !reason.equals("BackoffLimitExceeded")) {
            Duration grace = grace(job).plusNanos(slack);
            Instant due = start.plusSeconds(deadline);
            Instant since = deadlineSince.getOrDefault(job.uid(), start);
            if ((since.isAfter(due) ? since : due).plus(grace).isBefore(clock)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(job),
                        "ended at " + clock + ", expected that " + deadline + "s after its start at " + start);
            }
        }
        Integer limit = job.spec().backoffLimit();
        if (reason.equals("BackoffLimitExceeded") && restarts && limit != null) {
            int most = restarted.getOrDefault(job.uid(), 0);
            if (most > Math.max(1, limit)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(job),
                        "failed after a pod was restarted " + most + " times, expected at most " + Math.max(1, limit));
            }
        }
        if (waitsForPods) {
            pods.ownedBy(job.uid()).stream()
                    .filter(pod -> !pod.isFinished())
                    .findFirst()
                    .ifPresent(pod -> outcomes.broken(
                            this, ObjectNames.of(job), "has ended while " + ObjectNames.of(pod) + " is still there"));
        }
    }

    /** With a policy of success, how a Job ends is decided when a rule of it is met. */
    private void judgeEarlySuccess(Job job, long now, Outcomes outcomes) {
        SuccessPolicy policy = job.spec().successPolicy();
        for (SuccessPolicy.Rule rule : policy == null ? List.<SuccessPolicy.Rule>of() : policy.rules()) {
            List<Long> ends = succeeded.getOrDefault(job.uid(), Map.of()).entrySet().stream()
                    .filter(index -> isIn(rule, index.getKey()))
                    .map(Map.Entry::getValue)
                    .sorted()
                    .toList();
            int least = least(rule);
            if (least > 0 && ends.size() >= least && now > ends.get(least - 1) + decision) {
                outcomes.broken(
                        this,
                        ObjectNames.of(job),
                        "was to end " + VirtualTime.span(now - ends.get(least - 1)) + " after " + least
                                + " indexes had succeeded, which its policy of success asks for");
            }
        }
    }

    /** A Job that has succeeded by a rule has the indexes that the rule asks for. */
    private void judgePolicy(Job job, Outcomes outcomes) {
        SuccessPolicy policy = job.spec().successPolicy();
        boolean isByPolicy = job.condition("Complete")
                .map(condition -> "SuccessPolicy".equals(condition.reason()))
                .orElse(false);
        if (policy == null || !isByPolicy) {
            return;
        }
        Set<Integer> done = indexes(job.status().completedIndexes());
        boolean isMet = policy.rules().stream()
                .anyMatch(rule -> done.stream()
                                .filter(index -> isIn(rule, Integer.toString(index)))
                                .count()
                        >= least(rule));
        if (!isMet) {
            outcomes.broken(
                    this,
                    ObjectNames.of(job),
                    "has succeeded by its policy with the indexes "
                            + job.status().completedIndexes() + ", expected what a rule of it asks for");
        }
    }

    /** How many indexes a rule asks for: all that it names, unless it has a number. */
    private static int least(SuccessPolicy.Rule rule) {
        return rule.succeededCount() != null
                ? rule.succeededCount()
                : indexes(rule.succeededIndexes()).size();
    }

    private static boolean isIn(SuccessPolicy.Rule rule, String index) {
        return rule.succeededIndexes() == null
                || index.matches("[0-9]{1,9}")
                        && indexes(rule.succeededIndexes()).contains(Integer.parseInt(index));
    }

    private static Duration grace(Job job) {
        Long seconds = job.spec().template().spec().terminationGracePeriodSeconds();
        return Duration.ofSeconds(seconds == null ? 30 : seconds);
    }

    private static int restarts(Pod pod) {
        return pod.status() == null
                ? 0
                : pod.status().containerStatuses().stream()
                        .mapToInt(one -> Defaults.zeroIfNull(one.restartCount()))
                        .sum();
    }

    /** The indexes that a text such as {@code 1,3-5} names. */
    private static Set<Integer> indexes(@Nullable String text) {
        Set<Integer> indexes = new LinkedHashSet<>();
        for (String part : text == null || text.isEmpty() ? new String[0] : text.split(",")) {
            String[] ends = part.split("-");
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int index = Integer.parseInt(ends[0]); index <= last; index++) {
                indexes.add(index);
            }
        }
        return indexes;
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (Job job : jobs.all()) {
            if (!job.isFinished()) {
                continue;
            }
            pods.ownedBy(job.uid()).stream()
                    .filter(pod -> pod.metadata().finalizers().contains(Job.TRACKING_FINALIZER))
                    .findFirst()
                    .ifPresent(pod -> outcomes.broken(
                            this,
                            ObjectNames.of(pod),
                            "has the finalizer of its Job, which has ended, expected to be let go"));
        }
    }
}

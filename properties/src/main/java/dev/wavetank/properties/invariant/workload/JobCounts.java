package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A Job counts every pod that has succeeded once, gets no more pods than completions are missing, and is complete with
 * exactly as many as it wants. A Job without completions of its own is complete when one pod has succeeded and none is
 * active.
 *
 * <p>A creation that a controller repeats because it did not observe the first, or got no response, cannot be
 * reverted: a surplus pod may succeed, and is counted. So until the first fault the counts are exact; after that a Job
 * gets no pod as long as enough are there that every cache shows.
 */
public final class JobCounts implements Invariant {

    /** The Job controller trusts its caches, and its pods may be fresher than the Job: in Kubernetes too. */
    private static final String STALE =
            " is one too many for its Job, as in Kubernetes when a controller sees the Job as"
                    + " it was before its last pods";

    private final CacheLag lag;
    private final Map<String, JobPods> pods = new LinkedHashMap<>();
    private final Map<String, Long> completions = new LinkedHashMap<>();
    /** Uids of the pods that were ever noted as ended and not counted, by the uid of their Job. */
    private final Map<String, Set<String>> noted = new LinkedHashMap<>();

    private final Departed<String> gone = new Departed<>(this::forget);
    /** Whether settings make caches late. */
    private final boolean slow;

    private boolean faulty;

    /** With the age of what controllers act on. */
    public JobCounts(Delays delays, CacheLag lag) {
        this.lag = lag;
        this.slow = !delays.equals(Delays.NONE);
    }

    @Override
    public String name() {
        return "JobCounts";
    }

    @Override
    public String reason() {
        return "A Job that counts a pod twice says that work is done which never ran; one that loses a success"
                + " runs it again. Since v1.26 a finalizer keeps a pod until it is counted, so that no crash and no"
                + " lost answer makes the count wrong. An evicted pod is replaced and may yet succeed: such a Job"
                + " is only required not to count anything twice.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "KEP-2307 (Job tracking with finalizers)",
                "pkg/controller/job/job_controller.go (v1.32), trackJobStatusAndRemoveFinalizers");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Job counts every pod that has succeeded once, and completes with exactly as many as it wants.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Job.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faulty |= entry.record() instanceof FaultTrace.Opened;
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            OwnerReference owner = pod.metadata().controller().orElse(null);
            if (owner != null && owner.kind().equals("Job")) {
                observe(pod, owner, change.change() == WatchEvent.Type.DELETED, entry.time(), outcomes);
            }
        } else if (change.object() instanceof Job job) {
            if (change.change() == WatchEvent.Type.DELETED) {
                gone.add(job.uid(), entry.time());
                return;
            }
            Integer wanted = job.spec().completions();
            if (wanted != null) {
                completions.merge(job.uid(), wanted.longValue(), Math::max);
            }
            judge(job, outcomes);
            if (change.previous() instanceof Job before && of(job.uid()).isTracked()) {
                judgeNotes(before, job, outcomes);
            }
        }
    }

    private void forget(String job) {
        pods.remove(job);
        completions.remove(job);
        noted.remove(job);
    }

    private JobPods of(String job) {
        return pods.computeIfAbsent(job, missing -> new JobPods());
    }

    private void observe(Pod pod, OwnerReference owner, boolean deleted, long now, Outcomes outcomes) {
        JobPods all = of(owner.uid());
        long there = all.completing();
        long seen = faulty || slow ? all.completingAndSeen(lag, now) : there;
        Long wanted = completions.get(owner.uid());
        boolean isTooMany = all.observe(pod, deleted, now) && wanted != null && !all.isDisturbed() && there >= wanted;
        if (isTooMany && seen >= wanted) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "was created, although " + seen + " pods of its Job work or have succeeded, which wants " + wanted);
        } else if (isTooMany && !faulty) {
            outcomes.unknown(this, ObjectNames.of(pod) + STALE);
        }
    }

    private void judge(Job job, Outcomes outcomes) {
        JobPods all = of(job.uid());
        int counted = number(job, Job.Status::succeeded);
        if (counted > all.succeeded()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(job),
                    "counts " + counted + " pods that have succeeded, expected at most " + all.succeeded());
        }
        Long wanted = completions.get(job.uid());
        if (wanted == null) {
            return;
        }
        if (isComplete(job) && counted < wanted) {
            outcomes.broken(
                    this,
                    ObjectNames.of(job),
                    "is complete with " + counted + " pods that have succeeded, expected " + wanted);
        }
        int sum = counted + number(job, Job.Status::active);
        boolean indexed = job.isIndexed();
        boolean isTooMuch = indexed ? counted > wanted : sum > wanted && !faulty && !all.isDisturbed();
        if (isTooMuch && slow && !indexed) {
            outcomes.unknown(this, ObjectNames.of(job) + STALE);
        } else if (isTooMuch) {
            outcomes.broken(
                    this,
                    ObjectNames.of(job),
                    "reports " + sum + " pods that work or have succeeded, expected at most " + wanted);
        }
    }

    private static boolean isComplete(Job job) {
        return job.condition("Complete")
                .map(condition -> "True".equals(condition.status()) && !"SuccessPolicy".equals(condition.reason()))
                .orElse(false);
    }

    private static int number(Job job, Function<Job.Status, Integer> field) {
        return job.status() == null ? 0 : Defaults.zeroIfNull(field.apply(job.status()));
    }

    /** A pod is noted when it has ended, and counted when it leaves the note. */
    private void judgeNotes(Job before, Job after, Outcomes outcomes) {
        for (Outcome outcome : Outcome.values()) {
            List<String> left = notes(before, outcome);
            List<String> there = notes(after, outcome);
            Set<String> ever = noted.computeIfAbsent(after.uid(), missing -> new LinkedHashSet<>());
            for (String uid : there) {
                if (!ever.add(uid) && !left.contains(uid)) {
                    outcomes.broken(
                            this, ObjectNames.of(after), "notes pod " + uid + " again, which was noted and counted");
                }
            }
            left.removeAll(there);
            int more = number(after, outcome.count) - number(before, outcome.count);
            boolean byIndex = outcome == Outcome.SUCCEEDED && after.isIndexed();
            if (more > left.size() && !byIndex) {
                outcomes.broken(
                        this,
                        ObjectNames.of(after),
                        "counts " + more + " pods more that have " + outcome.text + ", expected " + left.size()
                                + " that it had noted");
            }
        }
    }

    private static List<String> notes(Job job, Outcome outcome) {
        Job.Uncounted uncounted = job.status() == null ? null : job.status().uncountedTerminatedPods();
        return uncounted == null ? new ArrayList<>() : new ArrayList<>(outcome.notes.apply(uncounted));
    }

    /** How a pod ends: in words, in the count of its Job, and in the note of pods that are not counted yet. */
    private enum Outcome {
        SUCCEEDED("succeeded", Job.Status::succeeded, Job.Uncounted::succeeded),
        FAILED("failed", Job.Status::failed, Job.Uncounted::failed);

        private final String text;
        private final Function<Job.Status, Integer> count;
        private final Function<Job.Uncounted, List<String>> notes;

        Outcome(String text, Function<Job.Status, Integer> count, Function<Job.Uncounted, List<String>> notes) {
            this.text = text;
            this.count = count;
            this.notes = notes;
        }
    }
}

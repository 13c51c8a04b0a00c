package dev.wavetank.properties.invariant.batch;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A Job first notes the pods that have ended, then lets them go, and only then counts them. It notes as succeeded or
 * failed only what has ended so; as failed also what is being deleted, unless its {@code podReplacementPolicy} is
 * {@code Failed}, and all that is left when the Job itself fails; and no failure that its {@code podFailurePolicy}
 * ignores.
 *
 * <p>The three steps of {@code uncountedTerminatedPods} (JobStatus of batch/v1) keep a crash between two of them from
 * counting a pod twice or never. A pod that has just come, the controller may not know.
 */
public final class CountedWhenReleased implements Invariant {

    private final CacheLag lag;
    private final Present<Pod> pods = new Present<>(Pod.class);
    /** When each pod of a Job came, by uid. */
    private final Map<String, Long> came = new LinkedHashMap<>();

    private final Map<String, Failure> failures = new LinkedHashMap<>();

    /**
     * How a pod had failed at first: what explains the failure may come later.
     *
     * @param at virtual time
     */
    private record Failure(Pod pod, long at) {}

    /** With the age of what controllers act on. */
    public CountedWhenReleased(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "CountedWhenReleased";
    }

    @Override
    public String reason() {
        return "The three steps keep a crash between two of them from counting a pod twice or never. A"
                + " pod that has just come the controller may not know, nor that a pod has just failed when its Job"
                + " ends, nor why, when that was written after the failure.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, JobStatus: uncountedTerminatedPods",
                "API reference v1.32, JobSpec: podReplacementPolicy, podFailurePolicy");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Job notes pods that have ended, lets them go, and counts them only then.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Job.class, Pod.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            if (change.change() == WatchEvent.Type.DELETED) {
                came.remove(pod.uid());
                failures.remove(pod.uid());
                pods.observe(change);
            } else if (pod.metadata().finalizers().contains(Job.TRACKING_FINALIZER) || came.containsKey(pod.uid())) {
                came.putIfAbsent(pod.uid(), entry.time());
                pods.observe(change);
                if (pod.phase().equals("Failed")) {
                    failures.putIfAbsent(pod.uid(), new Failure(pod, entry.time()));
                }
            }
        } else if (change.change() == WatchEvent.Type.MODIFIED
                && change.object() instanceof Job now
                && change.previous() instanceof Job before) {
            judge(before, now, entry.time(), outcomes);
        }
    }

    private void judge(Job before, Job now, long time, Outcomes outcomes) {
        Job.Uncounted noted = uncounted(before);
        Job.Uncounted left = uncounted(now);
        if (noted.equals(left)) {
            return;
        }
        noted.succeeded().stream()
                .filter(uid -> !left.succeeded().contains(uid))
                .forEach(uid -> judgeCount(now, uid, time, outcomes));
        noted.failed().stream()
                .filter(uid -> !left.failed().contains(uid))
                .forEach(uid -> judgeCount(now, uid, time, outcomes));
        for (String uid : left.succeeded()) {
            Pod pod = noted.succeeded().contains(uid) ? null : pods.get(uid);
            if (pod != null && !pod.phase().equals("Succeeded")) {
                outcomes.broken(this, ObjectNames.of(now), "notes as succeeded " + in(pod));
            }
        }
        boolean isEnding = now.metadata().isDeleting() || now.isFinished() || now.has("FailureTarget");
        boolean waits = "Failed".equals(now.spec().podReplacementPolicy());
        for (String uid : left.failed()) {
            Pod pod = isEnding || noted.failed().contains(uid) ? null : pods.get(uid);
            if (pod != null
                    && !pod.phase().equals("Failed")
                    && (waits || !pod.metadata().isDeleting())) {
                outcomes.broken(this, ObjectNames.of(now), "notes as failed " + in(pod));
            }
            Failure failure = noted.failed().contains(uid) ? null : failures.get(uid);
            // When a Job ends, each pod that does not is taken as failed, whatever its end will say.
            if (failure == null || isEnding && lag.mayHide(failure.at(), time)) {
                continue;
            }
            if (FailureRules.ignore(now, failure.pod())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(now),
                        "notes as failed " + ObjectNames.of(failure.pod()) + ", whose failure its policy ignores");
            }
        }
    }

    private void judgeCount(Job job, String uid, long now, Outcomes outcomes) {
        Pod pod = pods.get(uid);
        if (pod != null
                && pod.metadata().finalizers().contains(Job.TRACKING_FINALIZER)
                && !lag.mayHide(came.getOrDefault(uid, now), now)) {
            outcomes.broken(
                    this, ObjectNames.of(job), "counts " + ObjectNames.of(pod) + ", which still has its finalizer");
        }
    }

    private static String in(Pod pod) {
        return ObjectNames.of(pod) + ", whose phase is " + pod.phase();
    }

    private static Job.Uncounted uncounted(Job job) {
        Job.@Nullable Uncounted noted =
                job.status() == null ? null : job.status().uncountedTerminatedPods();
        return noted == null ? Job.Uncounted.NONE : noted;
    }
}

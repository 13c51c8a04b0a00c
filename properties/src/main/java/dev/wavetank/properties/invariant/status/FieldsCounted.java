package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.PodTemplates;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What else controllers write about objects is right at rest, too: the pods of a ReplicaSet that have all labels of its
 * template and those that go, the pods of a Job that works, the revision of a Deployment, the generation of a budget,
 * the phase of a volume, and for how long kubelets may keep secrets. When a CronJob calls a Job active, its last
 * schedule time is that of the Job.
 */
public final class FieldsCounted implements Invariant {

    private static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String FAILURE = "ReplicaFailure";
    private static final String TTL = "node.alpha.kubernetes.io/ttl";
    /** Up to so many nodes kubelets read secrets whenever they need them. */
    private static final int SMALL = 100;

    private static final int SECONDS_PER_MINUTE = 60;

    /** {@code MaxJobBackOff}, pkg/controller/job/job_controller.go (v1.20), before Jobs counted with finalizers. */
    private static final long FAILURE_BACKOFF_MAX = 360 * VirtualTime.SECOND;

    private final Present<Pod> pods = Present.byOwner(Pod.class);
    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Present<Job> jobs = new Present<>(Job.class);
    private final Present<PodDisruptionBudget> budgets = new Present<>(PodDisruptionBudget.class);
    private final Present<PersistentVolume> volumes = new Present<>(PersistentVolume.class);
    private final Present<Node> nodes = new Present<>(Node.class);
    private final Set<String> givenUp = new LinkedHashSet<>();
    /** When a pod of each Job was last written as failed, by the uid of the Job; only where a Job then waits. */
    private final Map<String, Long> failures = new LinkedHashMap<>();

    private final boolean waitsAfterFailures;
    private boolean isLarge;

    /** In a cluster of that version. */
    public FieldsCounted(KubernetesVersion version) {
        this.waitsAfterFailures = !version.has(Feature.JOB_TRACKING);
    }

    @Override
    public String name() {
        return "FieldsCounted";
    }

    @Override
    public String reason() {
        return "Whoever reads a status reads all of it: a Job with pods that it does not count looks idle, and an undo"
                + " goes to a revision that a Deployment does not have. Objects that a controller has given up, or"
                + " that are being deleted, are not judged, nor a Job that waits after a failure, up to v1.21.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ReplicaSetStatus, JobStatus, CronJobStatus, PodDisruptionBudgetStatus,"
                        + " PersistentVolumeStatus",
                "KEP-3973 (terminatingReplicas)",
                "pkg/controller/ttl/ttl_controller.go (v1.32), ttlBoundaries");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.JOBS, Tag.STORAGE, Tag.STATUS, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest everything that controllers write about an object is as it would be counted now.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                ReplicaSet.class,
                Deployment.class,
                Job.class,
                CronJob.class,
                PodDisruptionBudget.class,
                PersistentVolume.class,
                Node.class,
                GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof GivenUpTrace one) {
            givenUp.add(one.object());
        } else if (entry.record() instanceof StoreTrace change) {
            if (pods.observe(change)) {
                if (waitsAfterFailures && change.object() instanceof Pod pod && "Failed".equals(pod.phase())) {
                    failures.put(Present.controllerOf(pod), entry.time());
                }
                return;
            }
            if (change.object() instanceof CronJob schedule) {
                if (change.change() == WatchEvent.Type.MODIFIED && change.previous() instanceof CronJob before) {
                    judge(schedule, before, outcomes);
                }
            } else if (nodes.observe(change)) {
                isLarge |= nodes.all().size() > SMALL;
            } else if (sets.observe(change)
                    || deployments.observe(change)
                    || jobs.observe(change)
                    || budgets.observe(change)) {
                givenUp.remove(change.object().key().toString());
            } else {
                volumes.observe(change);
            }
        }
    }

    /** A Job that is called active now was made for the last schedule time. */
    private void judge(CronJob now, CronJob before, Outcomes outcomes) {
        Instant last = now.observed().lastScheduleTime();
        for (var active : now.observed().active()) {
            String name = active.name();
            boolean isOfMinute = name.matches(".*-[0-9]{8}");
            if (!before.isActive(active.uid()) && isOfMinute) {
                Instant due = Instant.ofEpochSecond(
                        SECONDS_PER_MINUTE * Long.parseLong(name.substring(name.length() - "00000000".length())));
                // Schedules such as @every 90s have seconds, and names of Jobs have none.
                if (last == null || !due.equals(last.truncatedTo(ChronoUnit.MINUTES))) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(now),
                            "calls Job " + name + " active, which was due at " + due + ", and was scheduled last at "
                                    + last);
                }
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        sets.all().stream().filter(this::isJudged).forEach(set -> judge(set, outcomes));
        deployments.all().stream().filter(this::isJudged).forEach(one -> judge(one, outcomes));
        jobs.all().stream().filter(job -> isJudged(job) && !isWaiting(job, now)).forEach(job -> judge(job, outcomes));
        budgets.all().stream().filter(this::isJudged).forEach(budget -> judge(budget, outcomes));
        volumes.all().stream()
                .filter(volume ->
                        !volume.metadata().isDeleting() && volume.spec().claimRef() == null)
                .forEach(volume -> compare(volume, "status.phase", volume.phase(), "Available", outcomes));
        nodes.all().stream()
                .filter(node -> !isLarge && node.metadata().annotations().containsKey(TTL))
                .forEach(node -> compare(
                        node, "annotation " + TTL, node.metadata().annotations().get(TTL), "0", outcomes));
    }

    private boolean isJudged(KubernetesObject object) {
        return !object.metadata().isDeleting() && !givenUp.contains(object.key().toString());
    }

    /** Whether the controller may not have looked since a pod failed: it does so after a back-off. */
    private boolean isWaiting(Job job, long now) {
        Long failed = failures.get(job.uid());
        return failed != null && now - failed < FAILURE_BACKOFF_MAX;
    }

    private void judge(ReplicaSet set, Outcomes outcomes) {
        ReplicaSet.Status status = set.status();
        if (status == null || status.observedGeneration() == null) {
            return;
        }
        var wanted = set.spec().template().metadata().labels().entrySet();
        long labelled = count(
                set.uid(),
                pod -> pod.isActive() && pod.metadata().labels().entrySet().containsAll(wanted));
        compare(set, "status.fullyLabeledReplicas", number(status.fullyLabeledReplicas()), labelled, outcomes);
        if (status.terminatingReplicas() != null) {
            long going = count(set.uid(), FieldsCounted::isGoing);
            compare(set, "status.terminatingReplicas", number(status.terminatingReplicas()), going, outcomes);
        }
    }

    private void judge(Deployment deployment, Outcomes outcomes) {
        Deployment.Status status = deployment.status();
        if (status == null || status.observedGeneration() == null) {
            return;
        }
        if (status.terminatingReplicas() != null) {
            long going = sets.ownedBy(deployment.uid()).stream()
                    .mapToLong(set -> count(set.uid(), FieldsCounted::isGoing))
                    .sum();
            compare(deployment, "status.terminatingReplicas", number(status.terminatingReplicas()), going, outcomes);
        }
        List<ReplicaSet> latest = sets.ownedBy(deployment.uid()).stream()
                .filter(set -> PodTemplates.isLatest(set, deployment))
                .toList();
        if (latest.size() == 1 && !Boolean.TRUE.equals(deployment.spec().paused())) {
            String revision = latest.get(0).metadata().annotations().get(REVISION);
            compare(
                    deployment,
                    "annotation " + REVISION,
                    deployment.metadata().annotations().get(REVISION),
                    revision,
                    outcomes);
            if (hasFailed(latest.get(0))
                    && status.conditions().stream().noneMatch(one -> one.type().equals(FAILURE))) {
                outcomes.broken(
                        this,
                        ObjectNames.of(deployment),
                        "has no condition " + FAILURE + ", and " + ObjectNames.of(latest.get(0)) + " has it");
            }
        }
    }

    private static boolean hasFailed(ReplicaSet set) {
        return set.status() != null
                && set.status().conditions().stream().anyMatch(one -> one.type().equals(FAILURE));
    }

    private void judge(Job job, Outcomes outcomes) {
        Job.Status status = job.status();
        if (status == null || job.isFinished() || job.spec().isManagedElsewhere()) {
            return;
        }
        compare(job, "status.active", number(status.active()), count(job.uid(), Pod::isActive), outcomes);
        if (status.ready() != null) {
            long ready = count(job.uid(), pod -> pod.isActive() && pod.isReady());
            compare(job, "status.ready", number(status.ready()), ready, outcomes);
        }
        if (status.terminating() != null) {
            long going = count(job.uid(), FieldsCounted::isGoing);
            compare(job, "status.terminating", number(status.terminating()), going, outcomes);
        }
    }

    private void judge(PodDisruptionBudget budget, Outcomes outcomes) {
        boolean isFailed = budget.status() != null
                && budget.status().conditions().stream().anyMatch(one -> "SyncFailed".equals(one.reason()));
        // Up to v1.20 the controller gives up when a pod has no controller.
        boolean isManaged = pods.all().stream()
                .filter(pod -> pod.key().namespace().equals(budget.key().namespace())
                        && budget.covers(pod.metadata().labels()))
                .noneMatch(pod -> Present.controllerOf(pod).isEmpty());
        if (budget.status() != null && !isFailed && isManaged) {
            compare(
                    budget,
                    "status.observedGeneration",
                    budget.status().observedGeneration(),
                    budget.metadata().generation(),
                    outcomes);
        }
    }

    private static boolean isGoing(Pod pod) {
        return pod.metadata().isDeleting() && !pod.isFinished();
    }

    private static long number(@Nullable Integer written) {
        return Defaults.zeroIfNull(written);
    }

    private long count(String owner, Predicate<Pod> counts) {
        return pods.countSeen(owner, counts);
    }

    private void compare(
            KubernetesObject object, String field, @Nullable Object there, @Nullable Object wanted, Outcomes outcomes) {
        if (!Objects.equals(there, wanted)) {
            outcomes.broken(this, ObjectNames.of(object), "has the " + field + " " + there + ", expected " + wanted);
        }
    }
}

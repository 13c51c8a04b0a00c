package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The conditions of workloads say what is so: {@code ReplicaFailure} while pods cannot be made, {@code Progressing} as
 * the progress deadline says, and the revision that a StatefulSet calls its current one. A roll-out has failed when it
 * made no progress for {@code progressDeadlineSeconds}, not sooner; when it is complete, the reason is {@code
 * NewReplicaSetAvailable}.
 */
public final class ConditionsHold implements Invariant {

    /** So long after its deadline a roll-out is called failed at the latest, with default settings. */
    private static final long OVERDUE = 20 * VirtualTime.SECOND;

    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String FAILURE = "ReplicaFailure";
    private static final String TIMED_OUT = "ProgressDeadlineExceeded";
    private static final Set<String> UNDER_WAY =
            new LinkedHashSet<>(List.of("ReplicaSetUpdated", "NewReplicaSetCreated", "FoundNewReplicaSet"));

    private final long overdue;
    private final Present<Pod> pods = Present.byOwner(Pod.class);
    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Present<StatefulSet> stateful = new Present<>(StatefulSet.class);
    /** Workloads that a controller has given up to sync, by key. */
    private final Set<String> givenUp = new LinkedHashSet<>();

    private boolean clocksAreRight = true;
    private boolean isDisturbed;

    /** In a cluster with these delays. */
    public ConditionsHold(Delays delays) {
        this.overdue = OVERDUE + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "ConditionsHold";
    }

    @Override
    public String reason() {
        return "kubectl rollout status and every pipeline wait for them: a condition that is wrong rolls back"
                + " what works, or lets a broken release pass. How late a deadline may be noticed is judged until"
                + " the first fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, DeploymentCondition, StatefulSetStatus",
                "Kubernetes documentation v1.32, Deployments, Deployment status",
                "pkg/controller/deployment/progress.go (v1.32), syncRolloutStatus");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.STATUS, Tag.SAFETY, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "The conditions of a workload say whether its pods can be made, and how its roll-out goes.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                ReplicaSet.class,
                Deployment.class,
                StatefulSet.class,
                GivenUpTrace.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (pods.observe(change)) {
                return;
            }
            givenUp.remove(change.object().key().toString());
            if (change.object() instanceof Deployment now && change.previous() instanceof Deployment before) {
                judgeDeadline(before, now, VirtualTime.calendar(entry.time()), outcomes);
            }
            if (!sets.observe(change) && !deployments.observe(change)) {
                stateful.observe(change);
            }
        } else if (entry.record() instanceof GivenUpTrace one) {
            givenUp.add(one.object());
        } else if (entry.record() instanceof FaultTrace.Opened opened) {
            isDisturbed = true;
            clocksAreRight &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        }
    }

    /** What has just been called too late was so. */
    private void judgeDeadline(Deployment before, Deployment now, Instant clock, Outcomes outcomes) {
        Deployment.Condition was = progressing(before).orElse(null);
        Deployment.Condition is = progressing(now).orElse(null);
        Integer seconds = now.spec().progressDeadlineSeconds();
        if (!clocksAreRight || is == null || was == null || seconds == null || was.lastUpdateTime() == null) {
            return;
        }
        boolean isNew = is.reason().equals(TIMED_OUT) && !was.reason().equals(TIMED_OUT);
        if (isNew && was.lastUpdateTime().plusSeconds(seconds).isAfter(clock)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(now),
                    "is called too late at " + clock + ", but went on at " + was.lastUpdateTime() + " and has "
                            + seconds + "s from then on");
        }
        // What its controller has not seen before may be a new template, or a shorter deadline.
        if (!isDisturbed
                && isObserved(before)
                && !Boolean.TRUE.equals(before.spec().paused())
                && !is.reason().equals(TIMED_OUT)) {
            judgeOverdue(before, was, clock, outcomes);
        }
    }

    /** A roll-out that goes on has not been too late already. */
    private void judgeOverdue(
            Deployment deployment, Deployment.Condition progressing, Instant clock, Outcomes outcomes) {
        Integer seconds = deployment.spec().progressDeadlineSeconds();
        if (clocksAreRight
                && seconds != null
                && seconds != Integer.MAX_VALUE
                && UNDER_WAY.contains(progressing.reason())
                && !isComplete(deployment)
                && !isResized(deployment)
                && progressing
                        .lastUpdateTime()
                        .plusSeconds(seconds)
                        .plusNanos(overdue)
                        .isBefore(clock)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(deployment),
                    "made no progress since " + progressing.lastUpdateTime() + " and says " + progressing.reason()
                            + ", expected " + TIMED_OUT + " after " + seconds + "s");
        }
    }

    private static Optional<Deployment.Condition> progressing(Deployment deployment) {
        return deployment.status() == null
                ? Optional.empty()
                : deployment.status().conditions().stream()
                        .filter(condition -> condition.type().equals("Progressing"))
                        .findFirst();
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        Instant clock = VirtualTime.calendar(now);
        for (ReplicaSet set : sets.all()) {
            if (!set.metadata().isDeleting() && !givenUp.contains(set.key().toString())) {
                judge(set, outcomes);
            }
        }
        for (Deployment deployment : deployments.all()) {
            boolean isJudged = !deployment.metadata().isDeleting()
                    && !Boolean.TRUE.equals(deployment.spec().paused())
                    && !givenUp.contains(deployment.key().toString());
            if (isJudged) {
                judge(deployment, clock, outcomes);
            }
        }
        for (StatefulSet set : stateful.all()) {
            if (!set.metadata().isDeleting() && !givenUp.contains(set.key().toString())) {
                judge(set, outcomes);
            }
        }
    }

    private void judge(ReplicaSet set, Outcomes outcomes) {
        long active = pods.ownedBy(set.uid()).stream().filter(Pod::isActive).count();
        boolean hasAll = active == Defaults.zeroIfNull(set.spec().replicas());
        if (hasAll && set.status() != null) {
            for (ReplicaSet.Condition condition : set.status().conditions()) {
                if (condition.type().equals(FAILURE)) {
                    outcomes.broken(
                            this, ObjectNames.of(set), "has the condition ReplicaFailure, and all " + active + " pods");
                }
            }
        }
    }

    private void judge(Deployment deployment, Instant clock, Outcomes outcomes) {
        Deployment.Condition progressing = progressing(deployment).orElse(null);
        Integer seconds = deployment.spec().progressDeadlineSeconds();
        if (progressing == null || seconds == null || seconds == Integer.MAX_VALUE) {
            return;
        }
        String reason = progressing.reason();
        if (isComplete(deployment)) {
            if (!reason.equals("NewReplicaSetAvailable")) {
                outcomes.broken(
                        this,
                        ObjectNames.of(deployment),
                        "is rolled out, and says Progressing=" + progressing.status() + " with the reason " + reason
                                + ", expected NewReplicaSetAvailable");
            }
        } else {
            judgeOverdue(deployment, progressing, clock, outcomes);
        }
    }

    /**
     * Whether the controller takes the Deployment for being resized, by the annotations of its ReplicaSets: until that
     * is over it does not look at the progress ({@code syncDeployment}, pkg/controller/deployment).
     */
    private boolean isResized(Deployment deployment) {
        String wanted = String.valueOf(deployment.spec().replicas());
        return sets.ownedBy(deployment.uid()).stream()
                .filter(set -> Defaults.zeroIfNull(set.spec().replicas()) > 0)
                .anyMatch(set -> !set.metadata()
                        .annotations()
                        .getOrDefault(DESIRED, wanted)
                        .equals(wanted));
    }

    private boolean isComplete(Deployment deployment) {
        int wanted = Defaults.zeroIfNull(deployment.spec().replicas());
        Deployment.Status status = deployment.status();
        return status != null
                && Defaults.zeroIfNull(status.updatedReplicas()) == wanted
                && Defaults.zeroIfNull(status.replicas()) == wanted
                && Defaults.zeroIfNull(status.availableReplicas()) == wanted
                && isObserved(deployment);
    }

    private static boolean isObserved(Deployment deployment) {
        Long generation = deployment.metadata().generation();
        return generation != null
                && deployment.status() != null
                && generation.equals(deployment.status().observedGeneration());
    }

    private void judge(StatefulSet set, Outcomes outcomes) {
        StatefulSet.Status status = set.status();
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        boolean isRolling = strategy == null || !"OnDelete".equals(strategy.type());
        if (status == null || !isRolling || status.updateRevision() == null) {
            return;
        }
        long updated = pods.ownedBy(set.uid()).stream()
                .filter(pod -> pod.isActive()
                        && pod.isReady()
                        && status.updateRevision()
                                .equals(pod.metadata().labels().get("controller-revision-hash")))
                .count();
        boolean isComplete =
                updated == set.replicas() && pods.ownedBy(set.uid()).size() == updated;
        if (isComplete && !status.updateRevision().equals(status.currentRevision())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(set),
                    "has all " + updated + " pods of " + status.updateRevision() + ", and calls "
                            + status.currentRevision() + " its current revision");
        }
    }
}

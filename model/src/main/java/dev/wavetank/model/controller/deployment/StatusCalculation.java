package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentStatusBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Computes the status of a Deployment from its ReplicaSets. */
final class StatusCalculation {

    static final String AVAILABLE = "Available";
    static final String PROGRESSING = "Progressing";
    static final String REPLICA_FAILURE = "ReplicaFailure";
    static final String NEW_SET_AVAILABLE = "NewReplicaSetAvailable";
    static final String TIMED_OUT = "ProgressDeadlineExceeded";

    private static final Deployment.Status NONE =
            DeploymentStatusBuilder.builder().build();

    private StatusCalculation() {}

    /** The present status; all zero when none was written yet. */
    static Deployment.Status current(Deployment deployment) {
        return deployment.status() == null ? NONE : deployment.status();
    }

    /** The condition of that type, if there is one. */
    static Optional<Deployment.Condition> condition(Deployment.Status status, String type) {
        List<Deployment.Condition> conditions = status.conditions();
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).type().equals(type)) {
                return Optional.of(conditions.get(i));
            }
        }
        return Optional.empty();
    }

    /** The status with a condition set; unchanged when the condition has the same status and reason already. */
    static Deployment.Status with(Deployment.Status status, Deployment.Condition condition) {
        Deployment.Condition before = condition(status, condition.type()).orElse(null);
        if (before != null
                && before.status().equals(condition.status())
                && before.reason().equals(condition.reason())) {
            return status;
        }
        Instant since = before != null && before.status().equals(condition.status())
                ? before.lastTransitionTime()
                : condition.lastTransitionTime();
        Deployment.Status without = without(status, condition.type());
        List<Deployment.Condition> conditions = new ArrayList<>(without.conditions());
        conditions.add(condition.withLastTransitionTime(since));
        return without.withConditions(conditions);
    }

    /** The status without the condition of that type. */
    static Deployment.Status without(Deployment.Status status, String type) {
        List<Deployment.Condition> conditions = new ArrayList<>(status.conditions());
        conditions.removeIf(condition -> condition.type().equals(type));
        return status.withConditions(conditions);
    }

    /** A condition that begins now. */
    static Deployment.Condition condition(String type, String status, String reason, String message, Instant now) {
        Instant time = Timestamps.seconds(now);
        return new Deployment.Condition(type, status, time, time, reason, message);
    }

    /** The counts and the condition {@code Available}; the other conditions are unchanged. */
    static Deployment.Status calculate(Deployment deployment, Rollout rollout, Instant now) {
        int actual = 0;
        int ready = 0;
        int available = 0;
        for (ReplicaSet set : rollout.all()) {
            if (set.status() != null) {
                actual += Defaults.zeroIfNull(set.status().replicas());
                ready += Defaults.zeroIfNull(set.status().readyReplicas());
                available += Defaults.zeroIfNull(set.status().availableReplicas());
            }
        }
        int updated = rollout.newSet()
                .map(ReplicaSet::status)
                .map(status -> Defaults.zeroIfNull(status.replicas()))
                .orElse(0);
        int unavailable = Math.max(RollingMath.replicas(rollout.all()) - available, 0);
        Deployment.Status status = current(deployment)
                .withObservedGeneration(deployment.metadata().generation())
                .withReplicas(Defaults.nullIfZero(actual))
                .withUpdatedReplicas(Defaults.nullIfZero(updated))
                .withReadyReplicas(Defaults.nullIfZero(ready))
                .withAvailableReplicas(Defaults.nullIfZero(available))
                .withUnavailableReplicas(Defaults.nullIfZero(unavailable));
        boolean enough = available >= RollingMath.wanted(deployment) - RollingMath.maxUnavailable(deployment);
        return with(status, enough ? enough(now) : tooFew(now));
    }

    /**
     * The number of pods of all ReplicaSets whose deletion has begun; null when a ReplicaSet does not say it although
     * its controller has seen it.
     */
    static @Nullable Integer terminating(Rollout rollout) {
        int terminating = 0;
        for (ReplicaSet set : rollout.all()) {
            if (set.status() == null || set.status().observedGeneration() == null) {
                continue;
            }
            if (set.status().terminatingReplicas() == null) {
                return null;
            }
            terminating += set.status().terminatingReplicas();
        }
        return terminating;
    }

    private static Deployment.Condition enough(Instant now) {
        return condition(AVAILABLE, "True", "MinimumReplicasAvailable", "Deployment has minimum availability.", now);
    }

    private static Deployment.Condition tooFew(Instant now) {
        return condition(
                AVAILABLE,
                "False",
                "MinimumReplicasUnavailable",
                "Deployment does not have minimum availability.",
                now);
    }

    /**
     * The conditions {@code Progressing} and {@code ReplicaFailure} of a roll-out, on top of a calculated status.
     */
    static Deployment.Status withProgress(
            Deployment deployment, Deployment.Status calculated, Rollout rollout, Instant now) {
        Deployment.Status status = calculated;
        if (!hasDeadline(deployment)) {
            status = without(status, PROGRESSING);
        } else if (!wasComplete(deployment, status)) {
            status = withProgressing(deployment, status, rollout, now);
        }
        Optional<Deployment.Condition> failure = failure(rollout);
        return failure.isPresent() ? with(status, failure.get()) : without(status, REPLICA_FAILURE);
    }

    private static boolean wasComplete(Deployment deployment, Deployment.Status status) {
        boolean complete = condition(current(deployment), PROGRESSING)
                .map(condition -> condition.reason().equals(NEW_SET_AVAILABLE))
                .orElse(false);
        return complete && Defaults.zeroIfNull(status.replicas()) == Defaults.zeroIfNull(status.updatedReplicas());
    }

    private static Deployment.Status withProgressing(
            Deployment deployment, Deployment.Status status, Rollout rollout, Instant now) {
        String what = rollout.newSet()
                .map(set -> "ReplicaSet \"" + set.metadata().name() + "\"")
                .orElse("Deployment \"" + deployment.metadata().name() + "\"");
        if (isComplete(deployment, status)) {
            String message = what + " has successfully progressed.";
            return with(status, condition(PROGRESSING, "True", NEW_SET_AVAILABLE, message, now));
        }
        if (isProgressing(current(deployment), status)) {
            Deployment.Condition progress =
                    condition(PROGRESSING, "True", "ReplicaSetUpdated", what + " is progressing.", now);
            Deployment.Condition before =
                    condition(current(deployment), PROGRESSING).orElse(null);
            if (before != null && before.status().equals("True")) {
                progress = progress.withLastTransitionTime(before.lastTransitionTime());
            }
            // Removed first, so that the time of the last update moves even when nothing else does.
            return with(without(status, PROGRESSING), progress);
        }
        if (isTimedOut(deployment, status, now)) {
            String message = what + " has timed out progressing.";
            return with(status, condition(PROGRESSING, "False", TIMED_OUT, message, now));
        }
        return status;
    }

    /** Whether the roll-out is complete. */
    static boolean isComplete(Deployment deployment, Deployment.Status status) {
        int wanted = RollingMath.wanted(deployment);
        Long observed = status.observedGeneration();
        return Defaults.zeroIfNull(status.updatedReplicas()) == wanted
                && Defaults.zeroIfNull(status.replicas()) == wanted
                && Defaults.zeroIfNull(status.availableReplicas()) == wanted
                && observed != null
                && observed >= deployment.metadata().generation();
    }

    private static boolean isProgressing(Deployment.Status before, Deployment.Status after) {
        int oldBefore = Defaults.zeroIfNull(before.replicas()) - Defaults.zeroIfNull(before.updatedReplicas());
        int oldAfter = Defaults.zeroIfNull(after.replicas()) - Defaults.zeroIfNull(after.updatedReplicas());
        return Defaults.zeroIfNull(after.updatedReplicas()) > Defaults.zeroIfNull(before.updatedReplicas())
                || oldAfter < oldBefore
                || Defaults.zeroIfNull(after.readyReplicas()) > Defaults.zeroIfNull(before.readyReplicas())
                || Defaults.zeroIfNull(after.availableReplicas()) > Defaults.zeroIfNull(before.availableReplicas());
    }

    /** Whether the Deployment has a progress deadline. */
    static boolean hasDeadline(Deployment deployment) {
        Integer seconds = deployment.spec().progressDeadlineSeconds();
        return seconds != null && seconds != Integer.MAX_VALUE;
    }

    /** When the progress deadline passes. */
    static Instant deadline(Deployment deployment, Deployment.Condition progressing) {
        return progressing.lastUpdateTime().plusSeconds(deployment.spec().progressDeadlineSeconds());
    }

    private static boolean isTimedOut(Deployment deployment, Deployment.Status status, Instant now) {
        Deployment.Condition progressing = condition(status, PROGRESSING).orElse(null);
        if (progressing == null || progressing.reason().equals(NEW_SET_AVAILABLE)) {
            return false;
        }
        return progressing.reason().equals(TIMED_OUT)
                || deadline(deployment, progressing).isBefore(now);
    }

    /** The condition {@code ReplicaFailure} of the new ReplicaSet, else that of an old one. */
    private static Optional<Deployment.Condition> failure(Rollout rollout) {
        List<ReplicaSet> newFirst = new ArrayList<>(rollout.newSet().stream().toList());
        newFirst.addAll(rollout.old());
        for (ReplicaSet set : newFirst) {
            if (set.status() == null) {
                continue;
            }
            for (ReplicaSet.Condition condition : set.status().conditions()) {
                if (condition.type().equals(REPLICA_FAILURE)) {
                    Instant since = condition.lastTransitionTime();
                    return Optional.of(new Deployment.Condition(
                            REPLICA_FAILURE,
                            condition.status(),
                            since,
                            since,
                            condition.reason(),
                            condition.message()));
                }
            }
        }
        return Optional.empty();
    }
}

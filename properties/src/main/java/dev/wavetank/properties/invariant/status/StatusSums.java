package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What does not fit together in one status of a Job, budget, autoscaler or claim, in words. */
final class StatusSums {

    private static final List<String> LIMITS =
            List.of("TooManyReplicas", "TooFewReplicas", "ScaleUpLimit", "ScaleDownLimit");

    private StatusSums() {}

    static Optional<String> wrong(Job.Status status, Job.@Nullable Status before) {
        Optional<String> resumed = before == null ? Optional.empty() : wronglyResumed(status, before);
        return resumed.isPresent() ? resumed : wrong(status);
    }

    /** The deadline of a Job that goes on counts from then on. */
    private static Optional<String> wronglyResumed(Job.Status status, Job.Status before) {
        if (holds(before, "Suspended")) {
            for (Job.Condition condition : status.conditions()) {
                boolean goesOn = condition.type().equals("Suspended") && "False".equals(condition.status());
                if (goesOn
                        && (status.startTime() == null
                                || status.startTime().plusSeconds(1).isBefore(condition.lastTransitionTime()))) {
                    return Optional.of("goes on since " + condition.lastTransitionTime() + " with the start time "
                            + status.startTime());
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> wrong(Job.Status status) {
        boolean isComplete = holds(status, "Complete");
        boolean hasEnded = isComplete || holds(status, "Failed");
        if (isComplete != (status.completionTime() != null)) {
            return Optional.of("has the completion time " + status.completionTime() + " and is "
                    + (isComplete ? "complete" : "not complete"));
        }
        // Before Jobs tracked their pods, one could be complete while surplus pods worked.
        boolean isTracked = status.ready() != null;
        if (isTracked && hasEnded && Defaults.zeroIfNull(status.active()) != 0) {
            return Optional.of("has ended with " + status.active() + " active pods");
        }
        if (Defaults.zeroIfNull(status.active()) > 0 && status.startTime() == null) {
            return Optional.of("has " + status.active() + " active pods and no start time");
        }
        for (Job.Condition condition : status.conditions()) {
            String wanted = "True".equals(condition.status()) ? "JobSuspended" : "JobResumed";
            if (condition.type().equals("Suspended") && !wanted.equals(condition.reason())) {
                return Optional.of("has the condition Suspended=" + condition.status() + " with the reason "
                        + condition.reason() + ", expected " + wanted);
            }
        }
        return Optional.empty();
    }

    private static boolean holds(Job.Status status, String type) {
        return status.conditions().stream().anyMatch(one -> one.type().equals(type) && "True".equals(one.status()));
    }

    static Optional<String> wrong(PodDisruptionBudget.Status status) {
        int spare = Defaults.zeroIfNull(status.currentHealthy()) - Defaults.zeroIfNull(status.desiredHealthy());
        int allowed = Defaults.zeroIfNull(status.disruptionsAllowed());
        if (allowed > Math.max(0, spare)) {
            return Optional.of("allows " + allowed + " disruptions with " + status.currentHealthy()
                    + " healthy pods of " + status.desiredHealthy() + " that it needs");
        }
        for (PodDisruptionBudget.Condition condition : status.conditions()) {
            boolean says = "True".equals(condition.status());
            String wanted = says ? "SufficientPods" : "InsufficientPods";
            boolean isJudged = condition.type().equals("DisruptionAllowed") && !"SyncFailed".equals(condition.reason());
            if (isJudged && (says != allowed > 0 || !wanted.equals(condition.reason()))) {
                return Optional.of("has the condition DisruptionAllowed=" + condition.status() + " with the reason "
                        + condition.reason() + ", and allows " + allowed);
            }
        }
        return Optional.empty();
    }

    static Optional<String> wrong(
            HorizontalPodAutoscaler.Status status, HorizontalPodAutoscaler.@Nullable Status before) {
        for (HorizontalPodAutoscaler.Condition condition : status.conditions()) {
            if (condition.type().equals("ScalingLimited")
                    && "True".equals(condition.status()) != LIMITS.contains(condition.reason())) {
                return Optional.of("has the condition ScalingLimited=" + condition.status() + " with the reason "
                        + condition.reason());
            }
            boolean hasScaled = condition.type().equals("AbleToScale") && "SucceededRescale".equals(condition.reason());
            boolean isNoted = status.lastScaleTime() != null
                    && (before == null || !status.lastScaleTime().equals(before.lastScaleTime()));
            if (hasScaled && !isNoted) {
                return Optional.of("has scaled its target, and says that it did so last at " + status.lastScaleTime());
            }
            if (hasScaled
                    && Defaults.zeroIfNull(status.desiredReplicas()) == Defaults.zeroIfNull(status.currentReplicas())) {
                return Optional.of("has scaled its target from " + status.currentReplicas() + " to "
                        + status.desiredReplicas() + " replicas");
            }
        }
        return Optional.empty();
    }

    static Optional<String> wrong(PersistentVolumeClaim claim, PersistentVolumeClaim before) {
        boolean isNewlyBound = "Bound".equals(claim.phase()) && !"Bound".equals(before.phase());
        boolean isWhole = claim.volumeName() != null
                && claim.status() != null
                && !claim.status().capacity().isEmpty()
                && !claim.status().accessModes().isEmpty();
        return isNewlyBound && !isWhole
                ? Optional.of("is bound to " + claim.volumeName() + " with the status " + claim.status()
                        + ", expected a volume, its capacity and its access modes")
                : Optional.empty();
    }
}

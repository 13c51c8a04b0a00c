package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What does not fit together in one status of a workload, in words. */
final class WorkloadSums {

    private static final String FAILURE = "ReplicaFailure";
    private static final String PAUSED = "DeploymentPaused";
    private static final String TIMED_OUT = "ProgressDeadlineExceeded";
    /** The reasons that a condition of a Deployment may have. */
    private static final Map<String, List<String>> REASONS = Map.of(
            "Available=True", List.of("MinimumReplicasAvailable"),
            "Available=False", List.of("MinimumReplicasUnavailable"),
            "Progressing=False", List.of(TIMED_OUT, "ReplicaSetCreateError"),
            "Progressing=Unknown", List.of(PAUSED, "DeploymentResumed"),
            "Progressing=True",
                    List.of(
                            "NewReplicaSetCreated",
                            "FoundNewReplicaSet",
                            "ReplicaSetUpdated",
                            "NewReplicaSetAvailable"));

    private WorkloadSums() {}

    static Optional<String> wrong(ReplicaSet set, ReplicaSet before) {
        ReplicaSet.Status status = set.status();
        boolean isJudged = set.metadata().generation() != null
                && set.metadata().generation().equals(status.observedGeneration())
                && !hasFailed(before.status());
        int wanted = Defaults.zeroIfNull(set.spec().replicas());
        String reason = Defaults.zeroIfNull(status.replicas()) < wanted ? "FailedCreate" : "FailedDelete";
        return atMost("availableReplicas", status.availableReplicas(), "readyReplicas", status.readyReplicas())
                .or(() -> atMost("readyReplicas", status.readyReplicas(), "replicas", status.replicas()))
                .or(() -> atMost("fullyLabeledReplicas", status.fullyLabeledReplicas(), "replicas", status.replicas()))
                .or(() -> status.conditions().stream()
                        .filter(one -> isJudged && one.type().equals(FAILURE) && !reason.equals(one.reason()))
                        .findFirst()
                        .map(one -> "has the condition " + FAILURE + " with the reason " + one.reason() + " and "
                                + status.replicas() + " pods of " + wanted + ", expected " + reason));
    }

    private static boolean hasFailed(ReplicaSet.@Nullable Status status) {
        return status != null
                && status.conditions().stream().anyMatch(one -> one.type().equals(FAILURE));
    }

    static Optional<String> wrong(Deployment deployment) {
        Deployment.Status status = deployment.status();
        return atMost("availableReplicas", status.availableReplicas(), "readyReplicas", status.readyReplicas())
                .or(() -> atMost("readyReplicas", status.readyReplicas(), "replicas", status.replicas()))
                .or(() -> atMost("updatedReplicas", status.updatedReplicas(), "replicas", status.replicas()))
                .or(() -> status.conditions().stream()
                        .filter(one -> !REASONS.getOrDefault(one.type() + "=" + one.status(), List.of(one.reason()))
                                .contains(one.reason()))
                        .findFirst()
                        .map(one -> "has the condition " + one.type() + "=" + one.status() + " with the reason "
                                + one.reason()))
                .or(() -> wrongPause(deployment));
    }

    /** What is written of the latest generation knows whether it is paused. */
    private static Optional<String> wrongPause(Deployment deployment) {
        boolean isPaused = Boolean.TRUE.equals(deployment.spec().paused());
        // Of one that is being deleted only the counts are written.
        boolean isLatest = !deployment.metadata().isDeleting()
                && deployment.metadata().generation() != null
                && deployment.metadata().generation().equals(deployment.status().observedGeneration());
        return deployment.status().conditions().stream()
                .filter(one -> isLatest && one.type().equals("Progressing"))
                .filter(one -> isPaused != PAUSED.equals(one.reason()) && !TIMED_OUT.equals(one.reason()))
                .findFirst()
                .map(one -> "is " + (isPaused ? "" : "not ") + "paused, and says Progressing=" + one.status()
                        + " with the reason " + one.reason());
    }

    static Optional<String> wrong(StatefulSet.Status status, StatefulSet.@Nullable Status before) {
        int replicas = Defaults.zeroIfNull(status.replicas());
        boolean movesOn = before != null
                && before.currentRevision() != null
                && !before.currentRevision().equals(status.currentRevision())
                // A new template may come when the cache does not show the revision of the old one.
                && Objects.equals(before.updateRevision(), status.updateRevision());
        boolean isDone = Defaults.zeroIfNull(status.updatedReplicas()) == replicas
                && Defaults.zeroIfNull(status.readyReplicas()) == replicas;
        return atMost("availableReplicas", status.availableReplicas(), "readyReplicas", status.readyReplicas())
                .or(() -> atMost("readyReplicas", status.readyReplicas(), "replicas", status.replicas()))
                .or(() -> !movesOn || isDone
                        ? Optional.empty()
                        : Optional.of("calls " + status.currentRevision() + " its current revision with "
                                + status.readyReplicas() + " ready and " + status.updatedReplicas()
                                + " updated pods, expected all " + replicas));
    }

    static Optional<String> wrong(DaemonSet.Status status) {
        int missing =
                Defaults.zeroIfNull(status.desiredNumberScheduled()) - Defaults.zeroIfNull(status.numberAvailable());
        return atMost(
                        "currentNumberScheduled",
                        status.currentNumberScheduled(),
                        "desiredNumberScheduled",
                        status.desiredNumberScheduled())
                .or(() -> atMost(
                        "numberReady", status.numberReady(), "currentNumberScheduled", status.currentNumberScheduled()))
                .or(() -> atMost("numberAvailable", status.numberAvailable(), "numberReady", status.numberReady()))
                .or(() -> atMost(
                        "updatedNumberScheduled",
                        status.updatedNumberScheduled(),
                        "currentNumberScheduled",
                        status.currentNumberScheduled()))
                .or(() -> missing == Defaults.zeroIfNull(status.numberUnavailable())
                        ? Optional.empty()
                        : Optional.of("has status.numberUnavailable " + status.numberUnavailable() + ", expected "
                                + missing + ", which are not available"));
    }

    private static Optional<String> atMost(String field, @Nullable Integer value, String of, @Nullable Integer most) {
        return Defaults.zeroIfNull(value) <= Defaults.zeroIfNull(most)
                ? Optional.empty()
                : Optional.of("has status." + field + " " + value + ", expected at most status." + of + " "
                        + Defaults.zeroIfNull(most));
    }
}

package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Computes the status of a ReplicaSet from the pods in the cache at the start of a sync. */
final class StatusCalculation {

    private static final String REPLICA_FAILURE = "ReplicaFailure";
    private static final ReplicaSet.Status NONE =
            ReplicaSetStatusBuilder.builder().replicas(0).build();

    private StatusCalculation() {}

    /**
     * The status.
     *
     * @param failure the message of the first creation or deletion that failed, if one did
     */
    static ReplicaSet.Status calculate(ReplicaSet set, Replicas seen, Optional<String> failure, Instant now) {
        return ReplicaSetStatusBuilder.builder()
                .replicas(seen.active())
                .fullyLabeledReplicas(Defaults.nullIfZero(seen.labelled()))
                .readyReplicas(Defaults.nullIfZero(seen.ready()))
                .availableReplicas(Defaults.nullIfZero(seen.available()))
                .terminatingReplicas(seen.terminating())
                .observedGeneration(set.metadata().generation())
                .conditions(conditions(set, seen.active(), failure, now))
                .other(current(set).other())
                .build();
    }

    /** The present status; all zero when none was written yet. */
    static ReplicaSet.Status current(ReplicaSet set) {
        return set.status() == null ? NONE : set.status();
    }

    /** The first failure stays in the status until a sync succeeds. */
    private static List<ReplicaSet.Condition> conditions(
            ReplicaSet set, int active, Optional<String> failure, Instant now) {
        List<ReplicaSet.Condition> conditions = new ArrayList<>(current(set).conditions());
        boolean recorded =
                conditions.stream().anyMatch(condition -> condition.type().equals(REPLICA_FAILURE));
        if (failure.isEmpty()) {
            conditions.removeIf(condition -> condition.type().equals(REPLICA_FAILURE));
        } else if (!recorded) {
            String reason = active < set.spec().replicas() ? "FailedCreate" : "FailedDelete";
            conditions.add(
                    new ReplicaSet.Condition(REPLICA_FAILURE, "True", Timestamps.seconds(now), reason, failure.get()));
        }
        return conditions;
    }
}

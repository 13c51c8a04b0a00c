package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.Absent;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetStatusBuilder;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Computes the status of a ReplicaSet from the pods that were seen at the start of a sync. */
final class StatusCalculation {

    private static final String REPLICA_FAILURE = "ReplicaFailure";
    private static final ReplicaSet.Status NONE =
            ReplicaSetStatusBuilder.builder().replicas(0).build();

    private StatusCalculation() {}

    /** The status; {@code failure} is the message of the first creation or deletion that failed, if one did. */
    static ReplicaSet.Status calculate(ReplicaSet set, List<Pod> active, Optional<String> failure, Instant now) {
        Map<String, String> wanted = set.spec().template().metadata().labels();
        int minReadySeconds = Absent.toZero(set.spec().minReadySeconds());
        int labelled = 0;
        int ready = 0;
        int available = 0;
        for (Pod pod : active) {
            if (pod.metadata().labels().entrySet().containsAll(wanted.entrySet())) {
                labelled++;
            }
            if (pod.isReady()) {
                ready++;
                if (pod.isAvailable(minReadySeconds, now)) {
                    available++;
                }
            }
        }
        return ReplicaSetStatusBuilder.builder()
                .replicas(active.size())
                .fullyLabeledReplicas(Absent.ofZero(labelled))
                .readyReplicas(Absent.ofZero(ready))
                .availableReplicas(Absent.ofZero(available))
                .observedGeneration(set.metadata().generation())
                .conditions(conditions(set, active.size(), failure, now))
                .other(current(set).other())
                .build();
    }

    /** The present status; all zero when none was written yet. */
    static ReplicaSet.Status current(ReplicaSet set) {
        return set.status() == null ? NONE : set.status();
    }

    /** A failure is kept as it was first told, and goes when a sync succeeds. */
    private static List<ReplicaSet.Condition> conditions(
            ReplicaSet set, int active, Optional<String> failure, Instant now) {
        List<ReplicaSet.Condition> conditions = new ArrayList<>(current(set).conditions());
        boolean told =
                conditions.stream().anyMatch(condition -> condition.type().equals(REPLICA_FAILURE));
        if (failure.isEmpty()) {
            conditions.removeIf(condition -> condition.type().equals(REPLICA_FAILURE));
        } else if (!told) {
            String reason = active < set.spec().replicas() ? "FailedCreate" : "FailedDelete";
            conditions.add(
                    new ReplicaSet.Condition(REPLICA_FAILURE, "True", Timestamps.seconds(now), reason, failure.get()));
        }
        return conditions;
    }
}

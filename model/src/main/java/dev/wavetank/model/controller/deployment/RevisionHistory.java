package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/**
 * Deletes old ReplicaSets beyond {@code revisionHistoryLimit}: those with the lowest revisions, and before v1.21 the
 * oldest.
 */
final class RevisionHistory {

    private final Function<ReplicaSet, Completion<SyncResult>> delete;
    private final boolean byRevision;

    /** Cleans up as the controller of that version of Kubernetes; {@code delete} sends one request. */
    RevisionHistory(Function<ReplicaSet, Completion<SyncResult>> delete, KubernetesVersion version) {
        this.delete = delete;
        this.byRevision = version.has(Feature.DEPLOYMENT_CLEANUP_BY_REVISION);
    }

    /**
     * Deletes one after the other until a deletion fails. Skips ReplicaSets that still have replicas or are being
     * changed, but counts them.
     *
     * @param old the oldest first
     */
    Completion<SyncResult> cleanUp(Deployment deployment, List<ReplicaSet> old) {
        Integer limit = deployment.spec().revisionHistoryLimit();
        if (limit == null || limit == Integer.MAX_VALUE) {
            return Completion.of(SyncResult.DONE);
        }
        List<ReplicaSet> alive = new ArrayList<>(
                old.stream().filter(set -> !set.metadata().isDeleting()).toList());
        if (byRevision) {
            alive.sort(Comparator.comparingInt(
                    set -> Annotations.number(set, Annotations.REVISION).orElse(0)));
        }
        return next(alive.subList(0, Math.max(0, alive.size() - limit)).stream()
                .filter(RevisionHistory::isAtRest)
                .iterator());
    }

    private Completion<SyncResult> next(Iterator<ReplicaSet> surplus) {
        return surplus.hasNext()
                ? delete.apply(surplus.next()).then(gone -> gone.andThen(() -> next(surplus)))
                : Completion.of(SyncResult.DONE);
    }

    private static boolean isAtRest(ReplicaSet set) {
        return RollingMath.replicas(set) == 0
                && set.status() != null
                && Defaults.zeroIfNull(set.status().replicas()) == 0
                && set.status().observedGeneration() != null
                && set.status().observedGeneration() >= set.metadata().generation();
    }
}

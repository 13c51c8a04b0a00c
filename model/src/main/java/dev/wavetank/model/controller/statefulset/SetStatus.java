package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.apps.StatefulSetStatusBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Objects;

/**
 * The status of a StatefulSet as one sync counts it: from the cached pods and, before Kubernetes 1.27, from the
 * sync's own actions.
 */
final class SetStatus {

    private static final StatefulSet.Status NONE =
            StatefulSetStatusBuilder.builder().replicas(0).build();

    private final Revisions revisions;
    private final KubernetesVersion version;
    private int replicas;
    private int ready;
    private int available;
    private int current;
    private int updated;

    SetStatus(Revisions revisions, List<Pod> pods, PodState state, KubernetesVersion version) {
        this.revisions = revisions;
        this.version = version;
        for (Pod pod : pods) {
            replicas++;
            ready += PodState.isRunningAndReady(pod) ? 1 : 0;
            available += state.isAvailable(pod) ? 1 : 0;
            if (!pod.metadata().isDeleting()) {
                countRevision(pod, 1);
            }
        }
    }

    /** The present status; all zero when none was written yet. */
    static StatefulSet.Status current(StatefulSet set) {
        return set.status() == null ? NONE : set.status();
    }

    /** Counts a created pod. */
    void created(Pod pod) {
        replicas++;
        countRevision(pod, 1);
    }

    /** Counts the deletion of a finished pod. */
    void removed(Pod pod) {
        replicas--;
        countRevision(pod, -1);
    }

    /** Counts the deletion of a surplus pod. */
    void condemned(Pod pod) {
        countRevision(pod, -1);
    }

    /** Counts the deletion of a pod of the current revision for an update. */
    void updating() {
        current--;
    }

    private void countRevision(Pod pod, int change) {
        String revision = Identity.revision(pod);
        current += revision.equals(revisions.current().metadata().name()) ? change : 0;
        updated += revision.equals(revisions.update().metadata().name()) ? change : 0;
    }

    /** The status to write. When all pods are updated, the update is complete. */
    StatefulSet.Status of(StatefulSet set) {
        boolean complete = NewPods.isRolling(set) && isComplete(set);
        return StatefulSetStatusBuilder.builder()
                .observedGeneration(set.metadata().generation())
                .replicas(replicas)
                .readyReplicas(Defaults.nullIfZero(ready))
                .currentReplicas(Defaults.nullIfZero(complete ? updated : current))
                .updatedReplicas(Defaults.nullIfZero(updated))
                .currentRevision((complete ? revisions.update() : revisions.current())
                        .metadata()
                        .name())
                .updateRevision(revisions.update().metadata().name())
                .collisionCount(revisions.collisions())
                .availableReplicas(!version.has(Feature.STATEFUL_SET_AVAILABLE_REPLICAS) ? null : available)
                .build();
    }

    private boolean isComplete(StatefulSet set) {
        int wanted = version.has(Feature.STATEFUL_SET_COMPLETE_BY_SPEC) ? set.replicas() : replicas;
        return updated == wanted && ready == wanted && replicas == wanted;
    }

    /** Whether a status differs from the present one. */
    static boolean isNews(StatefulSet set, StatefulSet.Status status) {
        StatefulSet.Status present = current(set);
        long observed = present.observedGeneration() == null ? 0 : present.observedGeneration();
        long generation = status.observedGeneration() == null ? 0 : status.observedGeneration();
        return generation > observed
                || !Objects.equals(status.replicas(), present.replicas())
                || Defaults.zeroIfNull(status.currentReplicas()) != Defaults.zeroIfNull(present.currentReplicas())
                || Defaults.zeroIfNull(status.readyReplicas()) != Defaults.zeroIfNull(present.readyReplicas())
                || Defaults.zeroIfNull(status.updatedReplicas()) != Defaults.zeroIfNull(present.updatedReplicas())
                || Defaults.zeroIfNull(status.availableReplicas()) != Defaults.zeroIfNull(present.availableReplicas())
                || !Objects.equals(status.currentRevision(), present.currentRevision())
                || !Objects.equals(status.updateRevision(), present.updateRevision());
    }
}

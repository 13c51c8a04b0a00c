package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.List;

/** Decides which old ReplicaSets of a rolling update are scaled down, and to what size. */
final class RollingSteps {

    private RollingSteps() {}

    /**
     * The removal of unavailable pods.
     *
     * @param sizes the new sizes of the old ReplicaSets
     * @param complete whether all were handled, so that available pods may be removed too; false when a ReplicaSet
     *     still counts more available pods than its spec has, because its last removals are not done: the controller
     *     treats that as an error and scales nothing more down in this sync
     */
    record Removal(List<ProportionalScaling.Size> sizes, boolean complete) {}

    /** First removes pods that are not available. */
    static Removal withoutUnhealthy(Deployment deployment, Rollout rollout) {
        int left = RollingMath.maxScaledDown(
                deployment, rollout.all(), rollout.newSet().orElseThrow());
        List<ProportionalScaling.Size> sizes = new ArrayList<>();
        for (ReplicaSet set : rollout.activeOld()) {
            int replicas = RollingMath.replicas(set);
            int unhealthy = Math.min(left, replicas - RollingMath.available(set));
            if (unhealthy < 0) {
                return new Removal(sizes, false);
            }
            if (unhealthy > 0) {
                sizes.add(new ProportionalScaling.Size(set, replicas - unhealthy));
                left -= unhealthy;
            }
            if (left <= 0) {
                break;
            }
        }
        return new Removal(sizes, true);
    }

    /** Then removes available pods down to the minimum. */
    static List<ProportionalScaling.Size> scaledDown(Deployment deployment, Rollout rollout) {
        List<ProportionalScaling.Size> sizes = new ArrayList<>();
        List<ReplicaSet> activeAndNew = new ArrayList<>(rollout.activeOld());
        rollout.newSet().ifPresent(activeAndNew::add);
        int left = RollingMath.spareAvailable(deployment, activeAndNew);
        for (ReplicaSet set : rollout.activeOld()) {
            int replicas = RollingMath.replicas(set);
            int gone = Math.min(left, replicas);
            if (gone > 0) {
                sizes.add(new ProportionalScaling.Size(set, replicas - gone));
                left -= gone;
            }
        }
        return sizes;
    }
}

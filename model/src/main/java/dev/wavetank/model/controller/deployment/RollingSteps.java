package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.List;

/** Decides which old ReplicaSets of a rolling update shrink, and to what size. */
final class RollingSteps {

    private RollingSteps() {}

    /**
     * The removal of unavailable pods.
     *
     * @param sizes what the old ReplicaSets shrink to
     * @param complete whether all were looked at, so that available pods may go too; not when a ReplicaSet still
     *     counts more available pods than it is to have, because its last removals are not done: the controller takes
     *     that for an error and lets its sync shrink nothing more
     */
    record Removal(List<ProportionalScaling.Size> sizes, boolean complete) {}

    /** First go pods that are not available: nobody misses them. */
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

    /** Then go as many as leaves the least number of available pods. */
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

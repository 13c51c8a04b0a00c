package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.List;

/** Decides which old ReplicaSets of a rolling update shrink, and to what size. */
final class RollingSteps {

    private RollingSteps() {}

    /** First go pods that are not available: nobody misses them. */
    static List<ProportionalScaling.Size> withoutUnhealthy(Deployment deployment, Rollout rollout) {
        int left = RollingMath.maxScaledDown(
                deployment, rollout.all(), rollout.newSet().orElseThrow());
        List<ProportionalScaling.Size> sizes = new ArrayList<>();
        for (ReplicaSet set : rollout.activeOld()) {
            int replicas = RollingMath.replicas(set);
            int unhealthy = Math.min(left, replicas - RollingMath.available(set));
            if (unhealthy > 0) {
                sizes.add(new ProportionalScaling.Size(set, replicas - unhealthy));
                left -= unhealthy;
            }
        }
        return sizes;
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

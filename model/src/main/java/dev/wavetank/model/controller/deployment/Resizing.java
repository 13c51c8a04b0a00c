package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.List;
import java.util.Optional;

/** Decides how the ReplicaSets follow a change of {@code replicas} of their Deployment. */
final class Resizing {

    private Resizing() {}

    /** Whether an active ReplicaSet was last scaled for another size of the Deployment. */
    static boolean isNeeded(Deployment deployment, Rollout rollout) {
        int wanted = RollingMath.wanted(deployment);
        return rollout.active().stream()
                .anyMatch(set ->
                        Annotations.number(set, Annotations.DESIRED_REPLICAS).orElse(wanted) != wanted);
    }

    /** The new sizes; a ReplicaSet that is absent keeps its size. */
    static List<ProportionalScaling.Size> sizes(Deployment deployment, Rollout rollout) {
        int wanted = RollingMath.wanted(deployment);
        List<ReplicaSet> active = rollout.active();
        if (active.size() <= 1) {
            Optional<ReplicaSet> only =
                    active.isEmpty() ? rollout.newSet().or(() -> newest(rollout.old())) : Optional.of(active.get(0));
            return only.filter(set -> RollingMath.replicas(set) != wanted)
                    .map(set -> List.of(new ProportionalScaling.Size(set, wanted)))
                    .orElse(List.of());
        }
        if (isSaturated(wanted, rollout)) {
            return rollout.activeOld().stream()
                    .map(set -> new ProportionalScaling.Size(set, 0))
                    .toList();
        }
        return RollingMath.isRolling(deployment) ? ProportionalScaling.sizes(deployment, active) : List.of();
    }

    private static Optional<ReplicaSet> newest(List<ReplicaSet> old) {
        return old.isEmpty() ? Optional.empty() : Optional.of(old.get(old.size() - 1));
    }

    private static boolean isSaturated(int wanted, Rollout rollout) {
        return rollout.newSet()
                .map(set -> RollingMath.replicas(set) == wanted
                        && RollingMath.available(set) == wanted
                        && Annotations.number(set, Annotations.DESIRED_REPLICAS).orElse(-1) == wanted)
                .orElse(false);
    }
}

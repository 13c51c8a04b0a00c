package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.List;

/** The arithmetic of roll-outs: the surge, the permitted unavailability, and the resulting sizes. */
final class RollingMath {

    private RollingMath() {}

    /** Whether pods are replaced gradually. */
    static boolean isRolling(Deployment deployment) {
        Deployment.Strategy strategy = deployment.spec().strategy();
        return strategy == null || strategy.type() == null || strategy.type().equals("RollingUpdate");
    }

    /** The desired number of replicas. */
    static int wanted(Deployment deployment) {
        return deployment.spec().replicas() == null ? 1 : deployment.spec().replicas();
    }

    /** How many pods may exist above the desired number. */
    static int maxSurge(Deployment deployment) {
        return isRolling(deployment) ? resolve(bounds(deployment).maxSurge(), wanted(deployment), true) : 0;
    }

    /** How many pods may be unavailable; at least one when the surge is 0, so that the roll-out can proceed. */
    static int maxUnavailable(Deployment deployment) {
        int wanted = wanted(deployment);
        if (!isRolling(deployment) || wanted == 0) {
            return 0;
        }
        int unavailable = resolve(bounds(deployment).maxUnavailable(), wanted, false);
        if (unavailable == 0 && maxSurge(deployment) == 0) {
            unavailable = 1;
        }
        return Math.min(unavailable, wanted);
    }

    /** The next size of the new ReplicaSet, given the sizes of all. */
    static int newReplicas(Deployment deployment, List<ReplicaSet> all, int present) {
        int wanted = wanted(deployment);
        if (!isRolling(deployment)) {
            return wanted;
        }
        int room = wanted + maxSurge(deployment) - replicas(all);
        return room <= 0 ? present : present + Math.min(room, wanted - present);
    }

    /** The maximum number of old pods to remove, so that enough remain even if no new pod becomes available. */
    static int maxScaledDown(Deployment deployment, List<ReplicaSet> all, ReplicaSet newSet) {
        int minAvailable = wanted(deployment) - maxUnavailable(deployment);
        int newUnavailable = replicas(newSet) - available(newSet);
        return replicas(all) - minAvailable - newUnavailable;
    }

    /** The number of available pods above the minimum. */
    static int spareAvailable(Deployment deployment, List<ReplicaSet> all) {
        int available = 0;
        for (ReplicaSet set : all) {
            available += available(set);
        }
        return available - (wanted(deployment) - maxUnavailable(deployment));
    }

    /** The replicas in the spec of a ReplicaSet. */
    static int replicas(ReplicaSet set) {
        return set.spec().replicas() == null ? 1 : set.spec().replicas();
    }

    /** The sum of the replicas in the specs of the ReplicaSets. */
    static int replicas(List<ReplicaSet> sets) {
        int sum = 0;
        for (ReplicaSet set : sets) {
            sum += replicas(set);
        }
        return sum;
    }

    /** The available replicas in the status of a ReplicaSet. */
    static int available(ReplicaSet set) {
        return set.status() == null ? 0 : Defaults.zeroIfNull(set.status().availableReplicas());
    }

    private static Deployment.RollingUpdate bounds(Deployment deployment) {
        Deployment.Strategy strategy = deployment.spec().strategy();
        return strategy == null || strategy.rollingUpdate() == null
                ? new Deployment.RollingUpdate("25%", "25%")
                : strategy.rollingUpdate();
    }

    private static int resolve(Object bound, int wanted, boolean up) {
        if (bound instanceof Number number) {
            return number.intValue();
        }
        String text = bound == null ? "25%" : bound.toString();
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return (percent * wanted + (up ? 99 : 0)) / 100;
    }
}

package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.List;

/** The arithmetic of roll-outs: how many pods may be too many, how many may be missing, and what follows. */
final class RollingMath {

    private RollingMath() {}

    /** Whether pods are replaced gradually. */
    static boolean isRolling(Deployment deployment) {
        Deployment.Strategy strategy = deployment.spec().strategy();
        return strategy == null || strategy.type() == null || strategy.type().equals("RollingUpdate");
    }

    /** How many replicas are wanted. */
    static int wanted(Deployment deployment) {
        return deployment.spec().replicas() == null ? 1 : deployment.spec().replicas();
    }

    /** How many pods there may be above the wanted number. */
    static int maxSurge(Deployment deployment) {
        return isRolling(deployment) ? resolve(bounds(deployment).maxSurge(), wanted(deployment), true) : 0;
    }

    /** How many pods may be missing from the wanted number. When nothing else could move, one may. */
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

    /** How many replicas the new ReplicaSet is to have next, given those of all. */
    static int newReplicas(Deployment deployment, List<ReplicaSet> all, int present) {
        int wanted = wanted(deployment);
        if (!isRolling(deployment)) {
            return wanted;
        }
        int room = wanted + maxSurge(deployment) - replicas(all);
        return room <= 0 ? present : present + Math.min(room, wanted - present);
    }

    /** How many old pods may go at most, so that enough remain even if none of the new ones becomes available. */
    static int maxScaledDown(Deployment deployment, List<ReplicaSet> all, ReplicaSet newSet) {
        int minAvailable = wanted(deployment) - maxUnavailable(deployment);
        int newUnavailable = replicas(newSet) - available(newSet);
        return replicas(all) - minAvailable - newUnavailable;
    }

    /** How many available pods there are above the least number. */
    static int spareAvailable(Deployment deployment, List<ReplicaSet> all) {
        int available = 0;
        for (ReplicaSet set : all) {
            available += available(set);
        }
        return available - (wanted(deployment) - maxUnavailable(deployment));
    }

    /** How many replicas a ReplicaSet is told to have. */
    static int replicas(ReplicaSet set) {
        return set.spec().replicas() == null ? 1 : set.spec().replicas();
    }

    /** How many replicas the ReplicaSets are told to have together. */
    static int replicas(List<ReplicaSet> sets) {
        int sum = 0;
        for (ReplicaSet set : sets) {
            sum += replicas(set);
        }
        return sum;
    }

    /** How many pods of a ReplicaSet are available. */
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

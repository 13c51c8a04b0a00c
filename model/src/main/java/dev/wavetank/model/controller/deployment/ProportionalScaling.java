package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Distributes a size change of a Deployment over its ReplicaSets during a roll-out, in proportion to their sizes.
 */
final class ProportionalScaling {

    private static final Comparator<ReplicaSet> OLDEST_FIRST = Comparator.comparing(ProportionalScaling::created)
            .thenComparing(set -> set.metadata().name());
    private static final Comparator<ReplicaSet> LARGEST_FIRST = Comparator.comparing(set -> -RollingMath.replicas(set));

    private ProportionalScaling() {}

    /**
     * The size of one ReplicaSet.
     *
     * @param set as it is now
     * @param replicas its new size
     */
    record Size(ReplicaSet set, int replicas) {}

    /** New sizes of the active ReplicaSets, the largest first. The first gets the rounding remainder. */
    static List<Size> sizes(Deployment deployment, List<ReplicaSet> active) {
        int wanted = RollingMath.wanted(deployment);
        int allowed = wanted > 0 ? wanted + RollingMath.maxSurge(deployment) : 0;
        int toAdd = allowed - RollingMath.replicas(active);
        List<ReplicaSet> ordered = new ArrayList<>(active);
        ordered.sort(LARGEST_FIRST.thenComparing(toAdd > 0 ? OLDEST_FIRST.reversed() : OLDEST_FIRST));
        List<Size> sizes = new ArrayList<>(ordered.size());
        int added = 0;
        for (ReplicaSet set : ordered) {
            int share = toAdd == 0 ? 0 : share(deployment, set, toAdd - added);
            added += share;
            sizes.add(new Size(set, RollingMath.replicas(set) + share));
        }
        if (!sizes.isEmpty() && toAdd != added) {
            Size first = sizes.get(0);
            sizes.set(0, new Size(first.set(), Math.max(0, first.replicas() + toAdd - added)));
        }
        return sizes;
    }

    /** The change of one ReplicaSet, limited to the rest of the total change. */
    private static int share(Deployment deployment, ReplicaSet set, int left) {
        int present = RollingMath.replicas(set);
        if (present == 0 || left == 0) {
            return 0;
        }
        int fraction = proportional(deployment, set, present) - present;
        return left > 0 ? Math.min(fraction, left) : Math.max(fraction, left);
    }

    private static int proportional(Deployment deployment, ReplicaSet set, int present) {
        int wanted = RollingMath.wanted(deployment);
        if (wanted == 0) {
            return 0;
        }
        long total = wanted + RollingMath.maxSurge(deployment);
        int statusReplicas = deployment.status() == null
                ? 0
                : Defaults.zeroIfNull(deployment.status().replicas());
        long before = Annotations.number(set, Annotations.MAX_REPLICAS).orElse(statusReplicas);
        return before == 0 ? present : (int) ((2 * present * total + before) / (2 * before));
    }

    private static Instant created(ReplicaSet set) {
        Instant created = set.metadata().creationTimestamp();
        return created == null ? Instant.MIN : created;
    }
}

package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.ReplicaSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The ReplicaSets of one Deployment and their sizes, with the changes that a controller may not have observed yet. */
final class DeploymentReplicas {

    private static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";

    private final Map<String, Share> shares = new LinkedHashMap<>();
    private RollingBounds bounds;
    private int most;
    private long boundsChangedAt = Long.MIN_VALUE / 2;

    /** What is known of one ReplicaSet. */
    private static final class Share {
        private int replicas;
        private long revision;
        private String desired;
        private int mostAvailable;
        private long roseAt = Long.MIN_VALUE / 2;
        private long fellAt = Long.MIN_VALUE / 2;
        private long revisedAt = Long.MIN_VALUE / 2;
        /**
         * When its status had more available pods than its spec had replicas. The controller counts them as
         * available, and removes as many others.
         */
        private long flatteredAt = Long.MIN_VALUE / 2;
    }

    void wanted(RollingBounds now, long time) {
        if (!now.equals(bounds)) {
            bounds = now;
            most = Math.max(most, now.most());
            boundsChangedAt = time;
        }
    }

    void remove(ReplicaSet set) {
        shares.remove(set.uid());
    }

    /** Counts a ReplicaSet that was there before, and asks for as much as it did then. */
    void adopt(ReplicaSet set, long now) {
        Share share = new Share();
        shares.put(set.uid(), share);
        take(set, share, now);
        share.roseAt = now;
    }

    boolean contains(ReplicaSet set) {
        return shares.containsKey(set.uid());
    }

    /** Applies a change; returns the violation, if the Deployment controller made the change. */
    Optional<String> observe(ReplicaSet set, long now, CacheLag lag) {
        boolean known = contains(set);
        Share share = shares.computeIfAbsent(set.uid(), missing -> new Share());
        int before = share.replicas;
        boolean scaled = known && !String.valueOf(desired(set)).equals(String.valueOf(share.desired));
        take(set, share, now);
        Optional<String> wrong = Optional.empty();
        if (share.replicas > before && bounds != null) {
            wrong = tooMany(share, now, lag);
            share.roseAt = now;
        } else if (share.replicas < before && bounds != null) {
            wrong = scaled ? Optional.empty() : tooFew(share, now, lag);
            share.fellAt = now;
        }
        return wrong;
    }

    /** How many pods a ReplicaSet asks for. */
    static int replicas(ReplicaSet set) {
        return set.spec().replicas() == null ? 1 : set.spec().replicas();
    }

    private static String desired(ReplicaSet set) {
        return set.metadata().annotations().get(DESIRED);
    }

    private static void take(ReplicaSet set, Share share, long now) {
        int available =
                set.status() == null ? 0 : Defaults.zeroIfNull(set.status().availableReplicas());
        if (available > share.replicas) {
            share.flatteredAt = now;
        }
        share.replicas = replicas(set);
        share.desired = desired(set);
        long revision = Long.parseLong(set.metadata().annotations().getOrDefault(REVISION, "0"));
        if (revision != share.revision) {
            share.revision = revision;
            share.revisedAt = now;
        }
        share.mostAvailable = Math.max(share.mostAvailable, available);
    }

    private Optional<String> tooMany(Share raised, long now, CacheLag lag) {
        int sum = sum();
        boolean hidden = shares.values().stream().anyMatch(share -> share != raised && lag.mayHide(share.roseAt, now));
        return sum <= most || hidden
                ? Optional.empty()
                : Optional.of("makes its Deployment's ReplicaSets ask for " + sum + " pods, expected at most " + most);
    }

    private Optional<String> tooFew(Share lowered, long now, CacheLag lag) {
        Share newest = newest();
        boolean hidden = lowered == newest
                || lag.mayHide(boundsChangedAt, now)
                || shares.values().stream()
                        .anyMatch(share -> share != lowered && share != newest && lag.mayHide(share.fellAt, now)
                                || lag.mayHide(share.flatteredAt, now)
                                || lag.mayHide(share.revisedAt, now) && shares.size() > 2);
        int kept = sum() - newest.replicas + Math.min(newest.replicas, newest.mostAvailable);
        return hidden || kept >= bounds.least()
                ? Optional.empty()
                : Optional.of("leaves its Deployment with " + kept + " pods that are old or were seen available,"
                        + " expected at least " + bounds.least());
    }

    private int sum() {
        return shares.values().stream().mapToInt(share -> share.replicas).sum();
    }

    /** The ReplicaSet of the latest revision. */
    private Share newest() {
        Share newest = null;
        for (Share share : shares.values()) {
            newest = newest == null || share.revision > newest.revision ? share : newest;
        }
        return newest;
    }
}

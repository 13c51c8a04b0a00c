package dev.wavetank.model.scheduler.plugin;

/**
 * Spreads the pods of one controller over the nodes: nodes with fewer of them score higher. Stands for the default
 * constraints of PodTopologySpread. Weight 2.
 */
public final class OwnerSpread implements Score {

    private static final long WEIGHT = 2;

    private final OwnedPods owned;

    /** Spreads pods by where others of their controller are. */
    public OwnerSpread(OwnedPods owned) {
        this.owned = owned;
    }

    @Override
    public void addTo(long[] totals, PodDemand pod, Candidates nodes) {
        if (pod.owner() == null) {
            return;
        }
        for (int i = 0; i < totals.length; i++) {
            totals[i] += WEIGHT * MOST;
        }
        int most = 0;
        for (OwnedPods.Share share : owned.of(pod.owner())) {
            if (nodes.positionOf(share.node()) >= 0) {
                most = Math.max(most, share.pods());
            }
        }
        for (OwnedPods.Share share : owned.of(pod.owner())) {
            int position = nodes.positionOf(share.node());
            if (position >= 0) {
                totals[position] += WEIGHT * (MOST * (most - share.pods()) / most - MOST);
            }
        }
    }
}

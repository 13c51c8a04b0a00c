package dev.wavetank.model.scheduler.plugin;

import java.util.List;

/**
 * Spreads the pods of one controller over the nodes: the fewer are there, the better. Stands for the default
 * constraints of PodTopologySpread. Weight 2.
 */
public final class OwnerSpread implements Score {

    private static final long WEIGHT = 2;

    @Override
    public void addTo(long[] totals, PodDemand pod, List<NodeState> nodes) {
        if (pod.owner() == null) {
            return;
        }
        int most = 0;
        for (NodeState node : nodes) {
            most = Math.max(most, node.podsOwnedBy(pod.owner()));
        }
        for (int i = 0; i < totals.length; i++) {
            int here = nodes.get(i).podsOwnedBy(pod.owner());
            totals[i] += WEIGHT * (most == 0 ? MOST : MOST * (most - here) / most);
        }
    }
}

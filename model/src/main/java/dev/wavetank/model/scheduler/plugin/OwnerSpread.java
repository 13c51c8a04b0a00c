package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import java.util.List;
import java.util.Optional;

/**
 * Spreads the pods of one controller over the nodes: nodes with fewer of them score higher. Stands for the default
 * constraints of PodTopologySpread.
 */
public final class OwnerSpread implements PreScorePlugin, ScorePlugin {

    private static final StateKey<Owner> OWNER = new StateKey<>("PreScorePodTopologySpread");

    private record Owner(String uid) implements CycleState.Entry {

        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    @Override
    public String name() {
        return "PodTopologySpread";
    }

    @Override
    public Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
        Optional<OwnerReference> owner = pod.pod().metadata().controller();
        owner.ifPresent(reference -> state.write(OWNER, new Owner(reference.uid())));
        return owner.isEmpty() ? Status.SKIP : Status.SUCCESS;
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        Owner owner = state.read(OWNER);
        long count = 0;
        for (PodInfo other : node.pods()) {
            for (OwnerReference reference : other.pod().metadata().ownerReferences()) {
                if (owner != null && reference.uid().equals(owner.uid())) {
                    count++;
                }
            }
        }
        return count;
    }

    @Override
    public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        long most = 0;
        for (long count : points) {
            most = Math.max(most, count);
        }
        for (int i = 0; i < points.length; i++) {
            points[i] = most == 0 ? MAX_NODE_SCORE : MAX_NODE_SCORE * (most - points[i]) / most;
        }
    }
}

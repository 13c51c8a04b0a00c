package dev.wavetank.model.scheduler.framework;

import java.util.List;

/** Computes what the score of the same name needs, once the feasible nodes are known. */
public interface PreScorePlugin extends Plugin {

    /**
     * Prepares the scores of one cycle.
     *
     * @return success, {@link Status#SKIP} when the score of the same name need not run for this pod, or an error
     */
    Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible);
}

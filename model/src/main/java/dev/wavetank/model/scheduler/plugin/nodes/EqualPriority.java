package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ScorePlugin;

/** Scores all nodes alike, in policies of old ({@code core.EqualPriorityMap}). */
public final class EqualPriority implements ScorePlugin {

    /** Its name. */
    public static final String NAME = "EqualPriority";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        return 1;
    }
}

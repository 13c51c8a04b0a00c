package dev.wavetank.model.scheduler;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import java.util.List;

/**
 * A priority that an old policy names and gives an argument: one of several of its kind ({@code
 * RegisterCustomPriorityFunction} of v1.8).
 *
 * @param name that the policy gives it
 * @param score what it computes
 */
record CustomPriority(String name, ScorePlugin score) implements ScorePlugin {

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        return score.score(state, pod, node);
    }

    @Override
    public void scoreAll(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        score.scoreAll(state, pod, nodes, points);
    }

    @Override
    public boolean hasScoreExtensions() {
        return score.hasScoreExtensions();
    }

    @Override
    public long normalizedZero() {
        return score.normalizedZero();
    }

    @Override
    public void normalize(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        score.normalize(state, pod, nodes, points);
    }
}

package dev.wavetank.model.scheduler.plugin.resources;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreScorePlugin;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;

/** Prefers nodes that are full; until v1.22, then a strategy of NodeResourcesFit. */
public final class NodeResourcesMostAllocated implements PreScorePlugin, ScorePlugin, AmountsSigner {

    /** Its name. */
    public static final String NAME = "NodeResourcesMostAllocated";

    private final ResourceScore score;

    /** The plug-in of a version. */
    public NodeResourcesMostAllocated(Map<String, Object> arguments, KubernetesVersion version) {
        this.score = Strategies.most(NAME, new Arguments(NAME, arguments), version);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean hasScoreExtensions() {
        return false;
    }

    @Override
    public Status preScore(CycleState state, PodInfo pod, Snapshot snapshot, List<NodeInfo> feasible) {
        return score.prepare(state, pod);
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        return score.score(state, pod, node);
    }

    @Override
    public void scoreAll(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        score.scoreAll(state, pod, nodes, points);
    }
}

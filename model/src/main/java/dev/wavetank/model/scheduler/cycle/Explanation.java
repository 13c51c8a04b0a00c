package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.runtime.FrameworkRunner;
import java.util.List;

/** Is told the steps of a scheduling cycle, to explain it. */
public interface Explanation {

    /** Whether points by plug-in are wanted. */
    default boolean isWanted() {
        return false;
    }

    /** A pre-filter has refused all nodes. */
    default void refusedEverywhere(Refusal refusal) {}

    /** The filters have run. */
    default void filtered(List<NodeInfo> feasible, Refusals refusals) {}

    /** An extender has failed, and the attempt goes on without it. */
    default void ignored(String extender, String error) {}

    /** The feasible nodes have points. */
    default void scored(List<NodeInfo> feasible, FrameworkRunner.Scores scores) {}

    /** One of the best nodes was chosen. */
    default void chosen(NodeInfo node, List<NodeInfo> best) {}

    /** Wants nothing. */
    Explanation NONE = new Explanation() {};
}

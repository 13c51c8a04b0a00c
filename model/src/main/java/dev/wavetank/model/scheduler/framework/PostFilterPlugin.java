package dev.wavetank.model.scheduler.framework;

import dev.wavetank.sim.Completion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks for a way to make room when no node is feasible: preemption. */
public interface PostFilterPlugin extends Plugin {

    /**
     * What came of it.
     *
     * @param status success when the pod is to be nominated; unschedulable when nothing helps, with the text that newer
     *     versions append to the message
     * @param nominatedNode the node that will have room; empty text: an earlier nomination is to be cleared;
     *     null: it stays
     */
    record Result(Status status, @Nullable String nominatedNode) {}

    /**
     * Tries to make room; the attempt waits for what comes of it.
     *
     * @param refusals why each node that was looked at is not feasible
     */
    Completion<Result> postFilter(CycleState state, PodInfo pod, Map<NodeInfo, Refusal> refusals);
}

package dev.wavetank.model.scheduler.framework;

import java.util.BitSet;

/** A filter that knows which nodes it refuses without a look at each of them; it never fails. */
public interface SetFilterPlugin extends FilterPlugin {

    /**
     * Takes the nodes out that {@link #filter} refuses.
     *
     * @param nodes positions of nodes of the snapshot
     */
    void exclude(CycleState state, PodInfo pod, Snapshot snapshot, BitSet nodes);
}

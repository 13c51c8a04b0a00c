package dev.wavetank.model.scheduler.runtime;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Follows a snapshot from one cycle to the next: which of its nodes are no longer what they were. */
final class Positions {

    private long generation;

    /** What was computed of nodes by their positions. */
    interface Table {

        /** Forgets everything; from now on there are so many nodes. */
        void reset(int nodes);

        /** Forgets one node. */
        void forget(int position);
    }

    /** Whether nodes can be known by their positions. */
    static boolean areKnown(Snapshot snapshot) {
        return snapshot.generation() > 0;
    }

    /** Drops from the table what no longer holds. */
    void follow(Snapshot snapshot, Table table) {
        @Nullable Collection<NodeInfo> changed = generation == 0 ? null : snapshot.changedSince(generation);
        generation = snapshot.generation();
        if (changed == null) {
            table.reset(snapshot.nodes().size());
            return;
        }
        for (NodeInfo node : changed) {
            if (node.position() >= 0) {
                table.forget(node.position());
            }
        }
    }
}

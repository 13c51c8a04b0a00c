package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.QueueSortPlugin;

/** Higher priority first; among equals the one that came to the queue first. */
public final class PrioritySort implements QueueSortPlugin {

    @Override
    public String name() {
        return "PrioritySort";
    }

    @Override
    public int compare(Queued first, Queued second) {
        int byPriority = Integer.compare(second.pod().priority(), first.pod().priority());
        return byPriority != 0 ? byPriority : Long.compare(first.queuedAt(), second.queuedAt());
    }
}

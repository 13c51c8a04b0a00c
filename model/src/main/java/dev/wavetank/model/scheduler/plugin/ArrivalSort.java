package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.QueueSortPlugin;

/** First come, first served: the order of the queue before v1.11, when priorities were of no account. */
public final class ArrivalSort implements QueueSortPlugin {

    @Override
    public String name() {
        return "ArrivalSort";
    }

    @Override
    public int compare(Queued first, Queued second) {
        return Long.compare(first.queuedAt(), second.queuedAt());
    }
}

package dev.wavetank.model.trace.hop;

import dev.wavetank.sim.trace.TraceRecord;

/** A step on the way of a request or of an object, which took the time since the record before it. */
public sealed interface Hop extends TraceRecord
        permits ClientHop,
                CommandHop,
                ContainerHop,
                DeliveryHop,
                DequeueHop,
                DiscoveryHop,
                PullHop,
                RulesHop,
                SchedulerHop,
                SendHop,
                ServerHop,
                StatusHop,
                ThrottleHop,
                WaitHop {

    /** What the time since the record before it on its causal path was spent on. */
    Spent spent();

    /** How long before its record that time was over, in nanoseconds. */
    default long ago() {
        return 0;
    }

    @Override
    default boolean isDetail() {
        return true;
    }
}

package dev.wavetank.model.scheduler;

import dev.wavetank.model.client.Backoff;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;

/**
 * How a scheduler behaves.
 *
 * @param schedulerName it places the pods whose {@code spec.schedulerName} is this
 * @param backoff wait between attempts to place one pod ({@code podInitialBackoffSeconds}, {@code podMaxBackoffSeconds})
 * @param unschedulableLimit after how long an unschedulable pod is tried again without a cluster event, in nanoseconds
 * @param retriesOwnStatusPatch whether the pod's own status patch brings it back at once, as it did up to 1.20
 * @param decision how long it takes to place one pod
 */
public record SchedulerSettings(
        String schedulerName,
        Backoff backoff,
        long unschedulableLimit,
        boolean retriesOwnStatusPatch,
        Distribution decision) {

    private static final Distribution DECISION =
            new Distribution.LogNormal(400 * VirtualTime.MICROSECOND, 3 * VirtualTime.MILLISECOND);

    /** A present-day scheduler. */
    public static final SchedulerSettings DEFAULT = new SchedulerSettings(
            "default-scheduler",
            new Backoff(VirtualTime.SECOND, 10 * VirtualTime.SECOND),
            60 * VirtualTime.SECOND,
            false,
            DECISION);

    /** The scheduler of Kubernetes 1.20. */
    public static final SchedulerSettings V1_20 = new SchedulerSettings(
            DEFAULT.schedulerName, DEFAULT.backoff, DEFAULT.unschedulableLimit, true, DEFAULT.decision);
}

package dev.wavetank.model.scheduler;

import dev.wavetank.model.client.Backoff;
import dev.wavetank.model.client.LeaderElection;
import dev.wavetank.model.client.RateLimit;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.Optional;

/**
 * How a scheduler behaves.
 *
 * @param schedulerName it places the pods whose {@code spec.schedulerName} is this
 * @param backoff wait between attempts to place one pod ({@code podInitialBackoffSeconds}, {@code
 * podMaxBackoffSeconds})
 * @param unschedulableLimit after how long an unschedulable pod is tried again without a cluster event, in
 * nanoseconds
 * @param retriesOwnStatusPatch whether the pod's own status patch brings it back at once, as it did up to 1.20
 * @param decision how long it takes to place one pod
 * @param clientLimit {@code --kube-api-qps} and {@code --kube-api-burst}, for bindings, events and status patches
 * together
 * @param election how several schedulers choose the one that works; empty when each of them works
 * @param minorVersion the minor version of Kubernetes, such as 32
 */
public record SchedulerSettings(
        String schedulerName,
        Backoff backoff,
        long unschedulableLimit,
        boolean retriesOwnStatusPatch,
        Distribution decision,
        RateLimit clientLimit,
        Optional<LeaderElection.Settings> election,
        int minorVersion) {

    private static final Distribution DECISION =
            new Distribution.LogNormal(400 * VirtualTime.MICROSECOND, 3 * VirtualTime.MILLISECOND);

    /** A present-day scheduler. */
    public static final SchedulerSettings DEFAULT = new SchedulerSettings(
            "default-scheduler",
            new Backoff(VirtualTime.SECOND, 10 * VirtualTime.SECOND),
            60 * VirtualTime.SECOND,
            false,
            DECISION,
            new RateLimit(50, 100),
            Optional.empty(),
            32);

    /** The scheduler of Kubernetes 1.20. */
    public static final SchedulerSettings V1_20 = new SchedulerSettings(
            DEFAULT.schedulerName,
            DEFAULT.backoff,
            DEFAULT.unschedulableLimit,
            true,
            DEFAULT.decision,
            DEFAULT.clientLimit,
            Optional.empty(),
            20);

    /** The same with another limit on requests. */
    public SchedulerSettings withClientLimit(RateLimit limit) {
        return new SchedulerSettings(
                schedulerName,
                backoff,
                unschedulableLimit,
                retriesOwnStatusPatch,
                decision,
                limit,
                election,
                minorVersion);
    }

    /** The same with another way to choose the scheduler that works. */
    public SchedulerSettings withElection(Optional<LeaderElection.Settings> other) {
        return new SchedulerSettings(
                schedulerName,
                backoff,
                unschedulableLimit,
                retriesOwnStatusPatch,
                decision,
                clientLimit,
                other,
                minorVersion);
    }
}

package dev.wavetank.model.scheduler;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a scheduler.
 *
 * @param schedulerName {@code spec.schedulerName} of the pods that it places
 * @param backoff wait between attempts to place one pod ({@code podInitialBackoffSeconds}, {@code
 * podMaxBackoffSeconds})
 * @param unschedulableLimit after how long an unschedulable pod is tried again without a cluster event, in
 * nanoseconds
 * @param decision duration of placing one pod
 * @param clientLimit {@code --kube-api-qps} and {@code --kube-api-burst}, for bindings, events and status patches
 * together
 * @param lock the name by which schedulers that stand in for each other elect one
 * @param election the leader election of several schedulers; empty when each of them works
 * @param version the version of Kubernetes
 * @param notSimulated what its configuration asks for in vain, in sentences
 */
@RecordBuilder
public record SchedulerSettings(
        String schedulerName,
        Backoff backoff,
        long unschedulableLimit,
        Distribution decision,
        RateLimit clientLimit,
        String lock,
        Optional<LeaderElection.Settings> election,
        KubernetesVersion version,
        List<String> notSimulated)
        implements SchedulerSettingsBuilder.With {

    private static final Distribution DECISION =
            new Distribution.LogNormal(400 * VirtualTime.MICROSECOND, 3 * VirtualTime.MILLISECOND);

    /** The scheduler of the default version of Kubernetes. */
    public static final SchedulerSettings DEFAULT = of(KubernetesVersion.DEFAULT);

    /** The scheduler of a version of Kubernetes. */
    public static SchedulerSettings of(KubernetesVersion version) {
        return new SchedulerSettings(
                "default-scheduler",
                new Backoff(
                        VirtualTime.SECOND,
                        (version.has(Feature.SCHEDULING_PRIORITY_QUEUE) ? 10 : 60) * VirtualTime.SECOND),
                (version.has(Feature.LONG_UNSCHEDULABLE_LIMIT) ? 300 : 60) * VirtualTime.SECOND,
                DECISION,
                new RateLimit(50, 100),
                Scheduler.NAME,
                Optional.empty(),
                version,
                List.of());
    }
}

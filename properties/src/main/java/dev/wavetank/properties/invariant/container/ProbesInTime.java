package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * No probe decides before its time: a container that is probed is ready, or started, only after {@code
 * initialDelaySeconds}, and is killed for a probe only when {@code failureThreshold} of them, with {@code
 * periodSeconds} between them, have had time to fail. Before its startup probe has succeeded it is not ready, and is
 * not killed for its liveness probe. Readiness is judged by the API, a kill by the Event about it.
 */
public final class ProbesInTime implements Invariant {

    /** Times of Events are cut to whole seconds. */
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    /** The status that says so may come later than an Event that is recorded so soon after the startup probe. */
    private static final long STATUS_DELAY = 5;

    /** When each instance of a container of a pod was started, by uid and name, the latest last. */
    private final Map<String, Map<String, Start>> starts = new LinkedHashMap<>();

    private final Map<String, Pod> pods = new LinkedHashMap<>();
    private final OpenFaults faults = new OpenFaults();
    private boolean clocksAgree = true;

    /**
     * A start of a container.
     *
     * @param id of the instance
     * @param at virtual time
     * @param before the start before it, or null
     */
    private record Start(String id, long at, @Nullable Start before) {}

    @Override
    public String name() {
        return "ProbesInTime";
    }

    @Override
    public String reason() {
        return "A probe that decides too early kills a program that still starts, again and again, or sends it"
                + " requests that it cannot serve yet. The time of the Event about a kill is that of the node: once"
                + " a clock was skewed, kills are not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of("API reference v1.32, Probe", "pkg/kubelet/prober/worker.go (v1.32), doProbe");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A container is ready, started or killed by a probe only after the probe's delay and failures.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ApiEvent.class, ContainerTrace.Started.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof ContainerTrace.Started started) {
            Pod pod = pods.get(started.uid());
            if (pod != null) {
                starts.computeIfAbsent(started.uid(), missing -> new LinkedHashMap<>(2))
                        .compute(started.container(), (name, before) -> new Start(started.id(), entry.time(), before));
            }
        } else if (entry.record() instanceof FaultTrace.Opened opened) {
            clocksAgree &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        } else if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time(), outcomes);
            } else if (change.object() instanceof ApiEvent event
                    && change.change() != WatchEvent.Type.DELETED
                    && "Killing".equals(event.reason())
                    && clocksAgree) {
                judgeKill(event, outcomes);
            }
        }
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.DELETED) {
            pods.remove(pod.uid());
            starts.remove(pod.uid());
            return;
        }
        if (pod.spec().containers().stream().noneMatch(ProbesInTime::isProbed)) {
            return;
        }
        pods.put(pod.uid(), pod);
        if (change.previous() instanceof Pod before && pod.status() != null && pod.status() != before.status()) {
            for (Container container : pod.spec().containers()) {
                judgeStatus(pod, container, before, now, outcomes);
            }
        }
    }

    private static boolean isProbed(Container container) {
        return container.readinessProbe() != null
                || container.livenessProbe() != null
                || Probes.startup(container) != null;
    }

    private void judgeStatus(Pod pod, Container container, Pod before, long now, Outcomes outcomes) {
        Pod.ContainerStatus status = status(pod, container.name());
        Pod.ContainerStatus former = status(before, container.name());
        if (status == null || former == null || status.containerID() == null) {
            return;
        }
        boolean becomesReady = isTrue(status.ready()) && !isTrue(former.ready());
        boolean becomesStarted = isTrue(status.started()) && !isTrue(former.started());
        if (becomesReady && Probes.startup(container) != null && !isTrue(status.started())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "shows container " + status.name() + " as ready, although its startup probe has not succeeded");
        }
        if (becomesReady && container.readinessProbe() != null) {
            judgeDelay(pod, status, "ready", container.readinessProbe(), now, outcomes);
        }
        if (becomesStarted && Probes.startup(container) != null) {
            judgeDelay(pod, status, "started", Probes.startup(container), now, outcomes);
        }
    }

    private void judgeDelay(
            Pod pod,
            Pod.ContainerStatus status,
            String what,
            @Nullable Map<String, Object> probe,
            long now,
            Outcomes outcomes) {
        Start start = starts.getOrDefault(pod.uid(), Map.of()).get(status.name());
        long delay = Probes.delay(probe) * VirtualTime.SECOND;
        if (start != null && status.containerID().endsWith("/" + start.id()) && now - start.at() < delay) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "shows container " + status.name() + " as " + what + " " + VirtualTime.span(now - start.at())
                            + " after its start, expected a first probe after " + VirtualTime.span(delay));
        }
    }

    private void judgeKill(ApiEvent event, Outcomes outcomes) {
        Pod pod = pods.get(event.involvedObject().uid());
        Instant killed = event.lastTimestamp();
        if (pod == null || killed == null) {
            return;
        }
        for (Container container : pod.spec().containers()) {
            String kind = event.message().contains("Container " + container.name() + " failed liveness probe")
                    ? "liveness"
                    : event.message().contains("Container " + container.name() + " failed startup probe")
                            ? "startup"
                            : null;
            Start start = kind == null ? null : latest(pod, container, killed);
            if (start == null) {
                continue;
            }
            Duration least = least(container, kind, start.before() == null);
            Duration ran = Duration.between(VirtualTime.calendar(start.at()), killed.plus(ROUNDING));
            if ("liveness".equals(kind) && Probes.startup(container) != null && isUnstarted(pod, container, start)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "killed container " + container.name()
                                + " for its liveness probe, although its startup probe has not succeeded");
            }
            if (ran.compareTo(least) < 0) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "killed container " + container.name() + " for its " + kind + " probe " + ran.toSeconds()
                                + "s after its start, expected " + least.toSeconds() + "s at least");
            }
        }
    }

    /**
     * Whether a container is not known as started, although there was time to say so since its startup probe could have
     * succeeded and its liveness probe begun to fail.
     */
    private boolean isUnstarted(Pod pod, Container container, Start start) {
        Pod.ContainerStatus status = status(pod, container.name());
        Map<String, Object> probe = container.livenessProbe();
        long failing = (Probes.threshold(probe) - 1) * Probes.period(probe);
        return failing >= STATUS_DELAY
                && faults.isNoneSince(start.at())
                && status != null
                && status.containerID() != null
                && status.containerID().endsWith("/" + start.id())
                && Boolean.FALSE.equals(status.started());
    }

    /** The latest start before an instant: the next instance may start in the second in which this one is killed. */
    private @Nullable Start latest(Pod pod, Container container, Instant before) {
        Start start = starts.getOrDefault(pod.uid(), Map.of()).get(container.name());
        while (start != null && !VirtualTime.calendar(start.at()).isBefore(before)) {
            start = start.before();
        }
        return start;
    }

    /**
     * How long a container runs at least until a probe of a kind has failed often enough. Failures of liveness count
     * from when the startup probe has succeeded; those of the instance before may count ({@code ThresholdsReached}).
     */
    private static Duration least(Container container, @Nullable String kind, boolean isFirst) {
        Map<String, Object> startup = Probes.startup(container);
        boolean isLiveness = "liveness".equals(kind);
        Map<String, Object> probe = isLiveness ? container.livenessProbe() : startup;
        long begins = isLiveness ? Probes.delay(startup) : 0;
        return Duration.ofSeconds(Math.max(Probes.delay(probe), begins)
                + (isFirst ? (Probes.threshold(probe) - 1) * Probes.period(probe) : 0));
    }

    private static Pod.@Nullable ContainerStatus status(Pod pod, String name) {
        if (pod.status() != null) {
            for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
                if (status.name().equals(name)) {
                    return status;
                }
            }
        }
        return null;
    }

    private static boolean isTrue(@Nullable Boolean value) {
        return Boolean.TRUE.equals(value);
    }
}

package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A probe that has failed {@code failureThreshold} times in a row decides: liveness and startup probes fail no more
 * before the container is killed, and after as many failures of its readiness probe a container is not ready before the
 * next one is due. The failures are those that Events report, {@code periodSeconds} apart; when an Event is missing,
 * nothing is judged.
 */
public final class FailedProbesHeeded implements Invariant {

    /** Below it, whole seconds do not tell whether a probe in between has succeeded. */
    private static final int PERIOD_MIN = 3;

    /** From it on, there is time to report a decision before the next probe. */
    private static final int PERIOD_OF_REPORT = 6;

    private static final List<String> KINDS = List.of("Liveness", "Startup", "Readiness");

    private final Delays delays;
    private final OpenFaults faults = new OpenFaults();
    private final Map<String, Pod> pods = new LinkedHashMap<>();
    /** When the present instance of a container was started, by pod and container. */
    private final Map<String, Map<String, Instant>> starts = new LinkedHashMap<>();
    /** By pod, container and kind of probe. */
    private final Map<String, Map<String, Row>> rows = new LinkedHashMap<>();

    /**
     * Failures in a row.
     *
     * @param count how many
     * @param since virtual time at which the first was reported
     * @param last when the last one came
     * @param decisive when the one came that decides, or null
     */
    private record Row(
            int count, long since, Instant last, @Nullable Instant decisive) {

        Row with(Instant next, long threshold) {
            return new Row(count + 1, since, next, count + 1 == threshold ? next : decisive);
        }
    }

    /** With the delays of a cluster. */
    public FailedProbesHeeded(Delays delays) {
        this.delays = delays;
    }

    @Override
    public String name() {
        return "FailedProbesHeeded";
    }

    @Override
    public String reason() {
        return "Whoever sets a threshold counts on it: a program that hangs is restarted late, and gets requests that"
                + " it cannot answer, when the kubelet counts wrong. While there are faults, and in a pod that is being"
                + " deleted, nothing is judged.";
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
        return "A container is killed, or not ready any more, when its probe has failed as often as its threshold.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ApiEvent.class, ContainerTrace.Started.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof ContainerTrace.Started started) {
            forget(started.uid(), started.container());
            if (pods.containsKey(started.uid())) {
                starts.computeIfAbsent(started.uid(), missing -> new LinkedHashMap<>(2))
                        .put(started.container(), VirtualTime.calendar(entry.time()));
            }
        } else if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time(), outcomes);
            } else if (change.object() instanceof ApiEvent event && change.change() != WatchEvent.Type.DELETED) {
                observe(event, entry.time(), outcomes);
            }
        }
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.DELETED || pod.metadata().isDeleting()) {
            pods.remove(pod.uid());
            rows.remove(pod.uid());
            starts.remove(pod.uid());
            return;
        }
        pods.put(pod.uid(), pod);
        Map<String, Row> known = rows.get(pod.uid());
        if (known != null && change.previous() instanceof Pod before) {
            for (Container container : pod.spec().containers()) {
                Row row = known.get(key(container.name(), "Readiness"));
                if (row != null && isReady(before, container) && !isReady(pod, container)) {
                    judgeReport(pod, container, row, now, outcomes);
                }
            }
        }
    }

    private void observe(ApiEvent event, long now, Outcomes outcomes) {
        Pod pod = pods.get(event.involvedObject().uid());
        Instant at = event.lastTimestamp();
        if (pod == null || at == null) {
            return;
        }
        for (Container container : pod.spec().containers()) {
            if (!("spec.containers{" + container.name() + "}")
                    .equals(event.involvedObject().fieldPath())) {
                continue;
            }
            if ("Killing".equals(event.reason())) {
                forget(pod.uid(), container.name());
            } else if ("Unhealthy".equals(event.reason())) {
                KINDS.stream()
                        .filter(kind -> String.valueOf(event.message()).startsWith(kind + " probe failed"))
                        .forEach(kind -> count(pod, container, kind, at, now, outcomes));
            }
        }
    }

    private void count(Pod pod, Container container, String kind, Instant at, long now, Outcomes outcomes) {
        Map<String, Object> probe = probe(container, kind);
        long period = Probes.period(probe);
        long threshold = Probes.threshold(probe);
        Map<String, Row> known = rows.computeIfAbsent(pod.uid(), missing -> new LinkedHashMap<>());
        String key = key(container.name(), kind);
        Row before = known.get(key);
        Instant started = starts.getOrDefault(pod.uid(), Map.of()).get(container.name());
        // An Event about the instance before may come late.
        boolean isOld = started != null && at.isBefore(started) || before != null && !at.isAfter(before.last());
        if (isOld || period < PERIOD_MIN) {
            return;
        }
        Row row = goesOn(before, at, period)
                ? Objects.requireNonNull(before).with(at, threshold)
                : first(at, now, threshold);
        known.put(key, row);
        if (!kind.equals("Readiness") && row.count() == threshold + 1 && isCalm(row)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "lets container " + container.name() + " run after " + row.count() + " failures in a row of its "
                            + kind.toLowerCase(Locale.ROOT) + " probe, expected a restart after " + threshold);
        }
    }

    private static Row first(Instant at, long now, long threshold) {
        return new Row(1, now, at, threshold == 1 ? at : null);
    }

    /** Whether no probe can have succeeded since then: that would leave out a period, and seconds are cut. */
    private static boolean goesOn(@Nullable Row before, Instant at, long period) {
        return before != null && Duration.between(before.last(), at).compareTo(Duration.ofSeconds(2 * period - 1)) < 0;
    }

    private void judgeReport(Pod pod, Container container, Row row, long now, Outcomes outcomes) {
        long period = Probes.period(container.readinessProbe());
        if (row.decisive() == null || period < PERIOD_OF_REPORT || !isCalm(row)) {
            return;
        }
        Duration late = Duration.between(row.decisive(), VirtualTime.calendar(now - delays.answer()));
        if (late.compareTo(Duration.ofSeconds(period)) >= 0) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "shows container " + container.name() + " as not ready " + late.toSeconds()
                            + "s after its readiness probe had failed often enough, expected it before the next one");
        }
    }

    /** A fault that has ended may have left something behind for a while. */
    private boolean isCalm(Row row) {
        return faults.isNoneSince(row.since() - VirtualTime.MINUTE);
    }

    private void forget(String uid, String container) {
        Map<String, Row> known = rows.get(uid);
        if (known != null) {
            KINDS.forEach(kind -> known.remove(key(container, kind)));
        }
    }

    private static String key(String container, String kind) {
        return container + " " + kind;
    }

    private static boolean isReady(Pod pod, Container container) {
        return pod.status() != null
                && pod.status().containerStatuses().stream()
                        .anyMatch(status -> status.name().equals(container.name())
                                && Boolean.TRUE.equals(status.ready())
                                && status.state() != null
                                && status.state().running() != null);
    }

    private static @Nullable Map<String, Object> probe(Container container, String kind) {
        return switch (kind) {
            case "Liveness" -> container.livenessProbe();
            case "Readiness" -> container.readinessProbe();
            default -> Probes.startup(container);
        };
    }
}

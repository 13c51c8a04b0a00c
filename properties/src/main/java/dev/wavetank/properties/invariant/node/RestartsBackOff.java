package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.ChangedImages;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.RestartRules;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
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
 * A container that ends again and again is started after a back-off that doubles: at once, then after 10 s, 20 s, and
 * so on, up to 5 minutes.
 *
 * <p>The API tells when a run began and ended. The kubelet counts from the end of the last run, or, when it kills the
 * container itself, from the end of the run before that; so the time between the end of one run and the start of
 * the next but one is judged, which is never shorter. The first two restarts may be free: one that follows a kill has
 * no ended run before it. While nothing goes wrong, the start follows soon after the back-off that is due at most, and
 * at once after a run of more than 10 minutes, which ends it.
 */
public final class RestartsBackOff implements Invariant {

    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration MOST = Duration.ofSeconds(300);

    /** A run this long may end the back-off: the kubelet forgets after 10 minutes, from the start of the last run. */
    private static final Duration FORGOTTEN = Duration.ofSeconds(500);

    /** A run this long has ended the back-off: twice the longest one since the last run began ({@code hasExpired}). */
    private static final Duration EXPIRED = MOST.multipliedBy(2);

    /** After a run that has ended the back-off: until the kubelet sees the end, and starts the container. */
    private static final Duration AT_ONCE = Duration.ofSeconds(8);

    /** Both times are cut to whole seconds. */
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    /** After the back-off the pod waits for its next sync, and perhaps for an image that is pulled each time. */
    private static final Duration SLACK = Duration.ofSeconds(30);

    private final Map<String, Map<String, Runs>> byPod = new LinkedHashMap<>();
    private final OpenFaults faults = new OpenFaults();
    private boolean clocksAgree = true;

    /**
     * What is known of the runs of one container.
     *
     * @param base number of restarts that the back-off does not count any more
     * @param since from when on it counts what failed, starts included; null when not known
     * @param count number of restarts
     * @param start when the latest run began; null when not known
     * @param end when it ended; null when not known
     * @param endBefore when the run before it ended; null when not known
     */
    private record Runs(
            int base,
            @Nullable Instant since,
            int count,
            @Nullable Instant start,
            @Nullable Instant end,
            @Nullable Instant endBefore) {}

    @Override
    public String name() {
        return "RestartsBackOff";
    }

    @Override
    public String reason() {
        return "Without the back-off one crashing container keeps its node and the API server busy, and floods"
                + " logs. A kubelet or a runtime that starts anew has forgotten the back-off, and so has one whose"
                + " container ran for long, or has another image. The times are those of the node's clock: once a"
                + " clock was skewed nothing is judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Lifecycle, How Pods handle problems with containers",
                "pkg/kubelet/kubelet.go (v1.20), MaxContainerBackOff and backOffPeriod",
                "staging/src/k8s.io/client-go/util/flowcontrol/backoff.go (v1.32), hasExpired");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A container that ends again and again is started after a back-off that doubles.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ComponentTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            if (change.change() == WatchEvent.Type.DELETED || !clocksAgree) {
                byPod.remove(pod.uid());
                return;
            }
            Map<String, Runs> known = byPod.get(pod.uid());
            if (known != null) {
                ChangedImages.by(change, pod).forEach(known::remove);
            }
            if (pod.status() != null) {
                pod.status().containerStatuses().forEach(status -> observe(pod, status, outcomes));
            }
        } else if (entry.record() instanceof ComponentTrace.Started) {
            if (entry.component().startsWith("kubelet/") || entry.component().startsWith("runtime/")) {
                byPod.clear();
            }
        } else if (entry.record() instanceof FaultTrace.Opened opened
                && opened.fault() instanceof ComponentFault.SkewedClock) {
            clocksAgree = false;
        }
    }

    private void observe(Pod pod, Pod.ContainerStatus status, Outcomes outcomes) {
        int count = status.restartCount() == null ? 0 : status.restartCount();
        Map<String, Runs> known = byPod.get(pod.uid());
        Runs before = known == null ? null : known.get(status.name());
        if (before == null && count == 0) {
            // Most containers are never restarted: their first restart is seen soon enough.
            return;
        }
        Pod.Terminated last =
                status.lastState() == null ? null : status.lastState().terminated();
        Instant endBefore = last == null ? null : last.finishedAt();
        Instant start = start(status.state());
        Pod.Terminated ended = status.state() == null ? null : status.state().terminated();
        Instant end = ended == null ? null : ended.finishedAt();
        boolean waits = status.state() != null && status.state().waiting() != null;
        Runs now;
        if (before == null || count < before.count() || count > before.count() + 1) {
            now = new Runs(
                    count,
                    endBefore == null ? start : endBefore,
                    count,
                    start,
                    waits ? endBefore : end,
                    waits ? null : endBefore);
        } else if (count == before.count()) {
            Instant known1 = waits && endBefore != null ? endBefore : end;
            now = new Runs(
                    before.base(),
                    before.since(),
                    count,
                    start == null ? before.start() : start,
                    known1 == null ? before.end() : known1,
                    before.endBefore());
        } else {
            boolean forgotten = before.start() == null
                    || start == null
                    || Duration.between(before.start(), start).compareTo(FORGOTTEN) > 0;
            int base = forgotten ? count : before.base();
            if (!RestartRules.mayRestartAll(pod)) {
                judge(pod, status.name(), count - base, before.endBefore(), start, outcomes);
                judgeDelay(pod, status.name(), before, start, outcomes);
            }
            Instant since = forgotten ? start : before.since();
            now = new Runs(base, since, count, start, end, endBefore == null ? before.end() : endBefore);
        }
        byPod.computeIfAbsent(pod.uid(), missing -> new LinkedHashMap<>()).put(status.name(), now);
    }

    private static @Nullable Instant start(Pod.@Nullable ContainerState state) {
        if (state == null) {
            return null;
        }
        return state.running() != null
                ? state.running().startedAt()
                : state.terminated() != null ? state.terminated().startedAt() : null;
    }

    private void judge(
            Pod pod, String container, int restart, @Nullable Instant end, @Nullable Instant start, Outcomes outcomes) {
        Duration backoff = backoff(restart);
        if (end == null || start == null || start.getEpochSecond() == 0 || backoff.isZero()) {
            return;
        }
        Duration waited = Duration.between(end, start);
        if (waited.plus(ROUNDING).compareTo(backoff) < 0) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "started container " + container + " again " + waited.toSeconds()
                            + "s after its last run but one had" + " ended, expected a back-off of "
                            + backoff.toSeconds() + "s");
        }
    }

    /** Judges that a container is not kept waiting for longer than its restarts and its last run can explain. */
    private void judgeDelay(Pod pod, String container, Runs before, @Nullable Instant start, Outcomes outcomes) {
        Instant end = before.end();
        if (end == null || start == null || start.getEpochSecond() == 0 || before.count() < 1) {
            return;
        }
        Duration waited = Duration.between(end, start);
        Duration most = hasEndedBackOff(pod, container, before, end)
                ? AT_ONCE
                : doubled(before.count() - 1).plus(SLACK);
        // A start that fails makes the next back-off longer, and is no restart ({@code doBackOff}, v1.20).
        Instant since = before.since() == null ? end : before.since();
        if (waited.compareTo(most) > 0 && faults.isNoneSince(sinceStart(since))) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "started container " + container + " again " + waited.toSeconds() + "s after its last run had"
                            + " ended, expected " + most.toSeconds() + "s at most");
        }
    }

    /** Whether a container runs again at once: its last run was long, and its image is not pulled for each run. */
    private static boolean hasEndedBackOff(Pod pod, String container, Runs before, Instant end) {
        return before.start() != null
                && Duration.between(before.start(), end).compareTo(EXPIRED.plus(ROUNDING)) > 0
                && pod.spec().containers().stream()
                        .noneMatch(one -> one.name().equals(container) && "Always".equals(one.imagePullPolicy()));
    }

    /** Virtual time, in nanoseconds, of a clock that is not skewed. */
    private static long sinceStart(Instant time) {
        return Duration.between(VirtualTime.EPOCH, time).toNanos();
    }

    private static Duration backoff(int restart) {
        return restart < 3 ? Duration.ZERO : doubled(restart - 3);
    }

    private static Duration doubled(int times) {
        Duration backoff = FIRST.multipliedBy(1L << Math.min(times, 5));
        return backoff.compareTo(MOST) > 0 ? MOST : backoff;
    }
}

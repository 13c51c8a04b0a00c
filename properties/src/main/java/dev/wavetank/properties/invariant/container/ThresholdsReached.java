package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.trace.ProbeTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A probe changes what is said of its container only when it has had the same result as often in a row as its
 * thresholds ask for: a container becomes ready, or started, after {@code successThreshold} successes, and is not ready
 * any more, or killed, after {@code failureThreshold} failures.
 *
 * <p>The attempts are those of the trace. The API shows readiness, and an Event says why a container is killed. A
 * status that is stored was sent before, so readiness is compared with what could have been sent since it was shown
 * last.
 */
public final class ThresholdsReached implements Invariant {

    private static final String READINESS = "readiness";
    private static final List<String> KILLING = List.of("liveness", "startup");

    /** How long a request may be under way that was sent before a later one. */
    private static final long LATE = ApiClient.REQUEST_TIMEOUT;

    /** When nothing disturbs it. */
    private static final long SOON = VirtualTime.SECOND;

    private final boolean inherits;
    /** By kubelet, then by pod, container and kind of probe. */
    private final Map<String, Map<String, ProbeResults>> results = new LinkedHashMap<>();
    /** Pods with probes, by uid. */
    private final Map<String, Known> pods = new LinkedHashMap<>();

    private final OpenFaults faults = new OpenFaults();
    private boolean clocksAgree = true;

    /** A pod as it was stored last, and since when each of its containers is shown as ready. */
    private static final class Known {
        private Pod pod;
        private final Map<String, Long> readySince = new LinkedHashMap<>(2);

        private Known(Pod pod) {
            this.pod = pod;
        }
    }

    /** In a cluster of that version. */
    public ThresholdsReached(KubernetesVersion version) {
        this.inherits = version.has(Feature.READINESS_OUTLIVES_KUBELET);
    }

    @Override
    public String name() {
        return "ThresholdsReached";
    }

    @Override
    public String reason() {
        return "A program that answers once is not yet up, and one that is slow once is not down: a kubelet that"
                + " decides by one result sends requests to programs that cannot serve them, and restarts those that"
                + " could. Results in a row are counted over the instances of a container, and anew by a new kubelet;"
                + " one that takes over what the API says of containers (since v1.35) is not judged by that. The time"
                + " of the Event about a kill is that of the node: once a clock was skewed, kills are not judged.";
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
        return "A probe decides only when its results in a row are as many as its threshold.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ApiEvent.class, ProbeTrace.class, ComponentTrace.Started.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change, entry.time(), outcomes);
            } else if (change.object() instanceof ApiEvent event
                    && "Killing".equals(event.reason())
                    && change.change() != WatchEvent.Type.DELETED
                    && clocksAgree) {
                judgeKill(event, outcomes);
            }
        } else if (entry.record() instanceof ProbeTrace attempt) {
            observe(attempt, entry);
        } else if (entry.record() instanceof ComponentTrace.Started) {
            Map<String, ProbeResults> known = results.get(entry.component());
            if (known != null) {
                known.values().forEach(probe -> probe.restarted(inherits, entry.time()));
            }
        } else if (entry.record() instanceof FaultTrace.Opened opened) {
            clocksAgree &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        }
    }

    private void observe(ProbeTrace attempt, TraceEntry entry) {
        Known known = pods.get(attempt.uid());
        if (known != null) {
            results.computeIfAbsent(entry.component(), first -> new LinkedHashMap<>())
                    .computeIfAbsent(
                            key(attempt.uid(), attempt.container(), attempt.probe()),
                            first -> probe(known.pod, attempt.container(), attempt.probe()))
                    .take(attempt, KILLING.contains(attempt.probe()), entry.time());
        }
    }

    private static ProbeResults probe(Pod pod, String name, String kind) {
        Container container = container(pod, name);
        Map<String, Object> probe = container == null ? null : Probes.of(container, kind);
        return new ProbeResults(Probes.successes(probe), Probes.threshold(probe));
    }

    private @Nullable ProbeResults find(Pod pod, String container, String kind) {
        Map<String, ProbeResults> known = results.get("kubelet/" + pod.nodeName());
        return known == null ? null : known.get(key(pod.uid(), container, kind));
    }

    private static String key(String uid, String container, String kind) {
        return uid + " " + container + " " + kind;
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.DELETED) {
            if (pods.remove(pod.uid()) != null) {
                results.values().forEach(known -> known.keySet().removeIf(key -> key.startsWith(pod.uid() + " ")));
            }
            return;
        }
        Known known = pods.get(pod.uid());
        if (known == null) {
            if (isProbed(pod.spec().containers()) || isProbed(pod.spec().initContainers())) {
                pods.put(pod.uid(), new Known(pod));
            }
            return;
        }
        known.pod = pod;
        if (change.previous() instanceof Pod before && before.status() != null && pod.status() != null) {
            judge(known, pod, pod.status().containerStatuses(), before.status().containerStatuses(), now, outcomes);
            judge(
                    known,
                    pod,
                    pod.status().initContainerStatuses(),
                    before.status().initContainerStatuses(),
                    now,
                    outcomes);
        }
    }

    private static boolean isProbed(List<Container> containers) {
        return containers.stream()
                .anyMatch(one ->
                        one.readinessProbe() != null || one.livenessProbe() != null || Probes.startup(one) != null);
    }

    private void judge(
            Known known,
            Pod pod,
            List<Pod.ContainerStatus> statuses,
            List<Pod.ContainerStatus> former,
            long now,
            Outcomes outcomes) {
        for (Pod.ContainerStatus status : statuses) {
            for (Pod.ContainerStatus before : former) {
                if (status != before && status.name().equals(before.name()) && isRunning(status)) {
                    judge(known, pod, status, before, now, outcomes);
                }
            }
        }
    }

    private void judge(
            Known known, Pod pod, Pod.ContainerStatus status, Pod.ContainerStatus before, long now, Outcomes outcomes) {
        boolean isSame = status.containerID().equals(before.containerID());
        boolean wasReady = isSame && Boolean.TRUE.equals(before.ready());
        boolean wasStarted = isSame && Boolean.TRUE.equals(before.started());
        Container container = container(known.pod, status.name());
        if (container == null || pod.metadata().isDeleting()) {
            return;
        }
        if (!wasStarted && Boolean.TRUE.equals(status.started()) && Probes.startup(container) != null) {
            judgeSuccess(pod, status, "startup", "started", now, outcomes);
        }
        if (container.readinessProbe() == null) {
            return;
        }
        if (Boolean.TRUE.equals(status.ready()) && !wasReady) {
            known.readySince.put(status.name(), now);
            judgeSuccess(pod, status, READINESS, "ready", now, outcomes);
        } else if (wasReady && !Boolean.TRUE.equals(status.ready()) && isRunning(before)) {
            judgeFailure(pod, status, container, known.readySince.getOrDefault(status.name(), now), now, outcomes);
        }
    }

    private void judgeSuccess(
            Pod pod, Pod.ContainerStatus status, String kind, String word, long now, Outcomes outcomes) {
        ProbeResults found = find(pod, status.name(), kind);
        boolean isKnown = found != null && found.isOf(id(status));
        if (found == null || !isKnown || !found.hadSucceeded(now - LATE)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "shows container " + status.name() + " as " + word + " when its " + kind
                            + " probe has succeeded " + (isKnown && found != null ? found.inARow() : 0)
                            + " times in a row, expected more");
        }
    }

    /** Judges that a container is shown as not ready any more; nothing can have been said of it before it was ready. */
    private void judgeFailure(
            Pod pod, Pod.ContainerStatus status, Container container, long readySince, long now, Outcomes outcomes) {
        ProbeResults found = find(pod, status.name(), READINESS);
        boolean isCalm = faults.isNoneSince(now - LATE);
        long since = Math.min(readySince, now - (isCalm ? SOON : LATE));
        if (found != null && found.isOf(id(status)) && found.hasSucceededSince(since)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "shows container " + status.name() + " as not ready when its readiness probe has failed "
                            + found.longest() + " times in a row at most, expected "
                            + Probes.threshold(container.readinessProbe()));
        }
    }

    private void judgeKill(ApiEvent event, Outcomes outcomes) {
        Known known = event.involvedObject() == null
                ? null
                : pods.get(event.involvedObject().uid());
        if (known == null || event.lastTimestamp() == null) {
            return;
        }
        long second = Duration.between(VirtualTime.EPOCH, event.lastTimestamp()).toNanos();
        String field = String.valueOf(event.involvedObject().fieldPath());
        for (String kind : KILLING) {
            if (String.valueOf(event.message()).contains("failed " + kind + " probe")) {
                judgeKill(known.pod, container(field), kind, second, outcomes);
            }
        }
    }

    private void judgeKill(Pod pod, String name, String kind, long second, Outcomes outcomes) {
        ProbeResults found = find(pod, name, kind);
        Container container = container(pod, name);
        if (found != null && container != null && !found.hadFailed(second, second + VirtualTime.SECOND)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "killed container " + name + " when its " + kind + " probe had failed " + found.longest()
                            + " times in a row at most, expected " + Probes.threshold(Probes.of(container, kind)));
        }
    }

    /** The name in such as {@code spec.containers{app}}. */
    private static String container(String field) {
        int brace = field.indexOf('{');
        return field.substring(brace + 1, field.endsWith("}") ? field.length() - 1 : field.length());
    }

    private static @Nullable Container container(Pod pod, String name) {
        for (Container container : pod.spec().containers()) {
            if (container.name().equals(name)) {
                return container;
            }
        }
        for (Container container : pod.spec().initContainers()) {
            if (container.name().equals(name)) {
                return container;
            }
        }
        return null;
    }

    private static boolean isRunning(Pod.ContainerStatus status) {
        return status.containerID() != null
                && status.state() != null
                && status.state().running() != null;
    }

    /** Without the name of the runtime. */
    private static String id(Pod.ContainerStatus status) {
        return status.containerID().substring(status.containerID().lastIndexOf('/') + 1);
    }
}

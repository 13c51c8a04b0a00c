package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.PostStartHooks;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A container of a pod that is being deleted is killed only when its grace period is over, and is asked to stop only
 * after its preStop hook has slept. A container that is killed ends with code 137; one whose probe can have it killed
 * is left out, because its grace may have begun before the deletion. Whether a hook has slept is judged of containers
 * without a command of their own and without such probes: servers, which run until they are asked to stop.
 */
public final class GraceGiven implements Invariant {

    private static final int KILLED = 137;
    /** Killed by the kernel, or gone before the kubelet has looked: how it ended is not known then. */
    private static final List<String> OTHERS = List.of("OOMKilled", "ContainerStatusUnknown");

    /** A container that was killed before the deletion may end after it. */
    private static final long BEFORE = VirtualTime.MINUTE;

    /** {@code minimumGracePeriodInSeconds}: what is left to a container however long its hook took. */
    private static final long GRACE_MIN = 2 * VirtualTime.SECOND;

    /** How long a kubelet takes to learn of a deletion, to be free for it, and to see to the end of the grace. */
    private static final long PROMPT = 5 * VirtualTime.SECOND;

    private final long late;
    private final OpenFaults faults = new OpenFaults();
    private final NodeTroubles troubles = new NodeTroubles();
    private final Map<String, Deletion> deletions = new LinkedHashMap<>();

    /** The deletion of a pod. */
    private static final class Deletion {
        private final long since;
        private long grace;
        /** Whether a post-start hook was under way, which the kubelet awaits before it ends the pod. */
        private final boolean awaitsHook;
        /** When containers ended, by the ids of the instances. */
        private final Map<String, Long> ends = new LinkedHashMap<>(2);

        private Deletion(Pod pod, long since, long grace) {
            this.since = since;
            this.grace = grace;
            this.awaitsHook =
                    pod.spec().containers().stream().anyMatch(container -> PostStartHooks.hides(pod, container.name()));
        }
    }

    /** In a cluster with these delays. */
    public GraceGiven(Delays delays) {
        this.late = GRACE_MIN + PROMPT + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "GraceGiven";
    }

    @Override
    public String reason() {
        return "In its grace a program finishes requests, hands over a lease and flushes to disk; a preStop hook"
                + " that sleeps lets load balancers forget it first. Around the time in which something is wrong"
                + " with a node, its programs or its containers, nothing is judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Pod Lifecycle, Termination of Pods; Container Lifecycle Hooks",
                "pkg/kubelet/kuberuntime/kuberuntime_container.go (v1.32), killContainer");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A container of a deleted pod is killed when its grace is over, not before, and stopped after its"
                + " preStop hook.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ContainerTrace.Ended.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        troubles.observe(entry);
        faults.observe(entry);
        if (entry.record() instanceof ContainerTrace.Ended ended) {
            Deletion deletion = deletions.get(ended.uid());
            if (deletion != null) {
                deletion.ends.putIfAbsent(ended.id(), entry.time());
            }
        } else if (entry.record() instanceof StoreTrace change
                && change.object() instanceof Pod pod
                && pod.metadata().isDeleting()) {
            observe(pod, change, entry.time(), outcomes);
        }
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        Long seconds = pod.metadata().deletionGracePeriodSeconds();
        if (seconds == null) {
            return;
        }
        long grace = seconds * VirtualTime.SECOND;
        Deletion deletion = deletions.computeIfAbsent(pod.uid(), missing -> new Deletion(pod, now, grace));
        boolean isHurried = grace < deletion.grace;
        deletion.grace = Math.min(deletion.grace, grace);
        if (pod.status() != null && pod.status().reason() == null && !isHurried && grace > 0) {
            judge(pod, deletion, outcomes);
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            deletions.remove(pod.uid());
        }
    }

    private void judge(Pod pod, Deletion deletion, Outcomes outcomes) {
        for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
            Pod.Terminated ended =
                    status.state() == null ? null : status.state().terminated();
            Long end = ended == null || ended.containerID() == null
                    ? null
                    : deletion.ends.get(id(Objects.requireNonNull(ended.containerID())));
            if (ended == null || end == null || troubles.since(deletion.since - BEFORE)) {
                continue;
            }
            long lasted = end - deletion.since;
            boolean isKilled = ended.exitCode() == KILLED && !OTHERS.contains(ended.reason());
            long hook = Math.min(hook(pod, status.name()), deletion.grace);
            if (isKilled && lasted < deletion.grace && !isProbed(pod, status.name())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "has container " + status.name() + " killed " + VirtualTime.span(lasted)
                                + " after its deletion, expected a grace of " + VirtualTime.span(deletion.grace));
            } else if (isKilled
                    && !deletion.awaitsHook
                    && faults.isNoneSince(deletion.since - BEFORE)
                    && hadStarted(pod, deletion.since)) {
                outcomes.used(this, lasted, deletion.grace + late, () -> ObjectNames.of(pod));
                if (lasted > deletion.grace + late) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(pod),
                            "has container " + status.name() + " killed only " + VirtualTime.span(lasted)
                                    + " after its deletion, expected a grace of " + VirtualTime.span(deletion.grace));
                }
            } else if (lasted < hook) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "has container " + status.name() + " stopped " + VirtualTime.span(lasted)
                                + " after its deletion, expected a preStop hook of " + VirtualTime.span(hook));
            }
        }
    }

    /** Whether all containers of a pod ran before its deletion: a kubelet that starts some may be busy with it. */
    private static boolean hadStarted(Pod pod, long deleted) {
        Instant before = VirtualTime.calendar(deleted - VirtualTime.SECOND);
        return pod.status().containerStatuses().stream().allMatch(status -> {
            Pod.ContainerState state = status.state();
            Instant started = state == null
                    ? null
                    : state.running() != null
                            ? state.running().startedAt()
                            : state.terminated() != null ? state.terminated().startedAt() : null;
            return started != null && started.isBefore(before);
        });
    }

    private static String id(String containerId) {
        return containerId.substring(containerId.lastIndexOf('/') + 1);
    }

    /** How long the preStop hook of a container sleeps, in nanoseconds; 0 without one that sleeps. */
    private static long hook(Pod pod, String name) {
        for (Container container : pod.spec().containers()) {
            if (container.name().equals(name)
                    && isServer(pod, container)
                    && container.other().get("lifecycle") instanceof Map<?, ?> lifecycle
                    && lifecycle.get("preStop") instanceof Map<?, ?> hook) {
                return seconds(hook) * VirtualTime.SECOND;
            }
        }
        return 0;
    }

    private static boolean isProbed(Pod pod, String name) {
        return pod.spec().containers().stream()
                .anyMatch(container -> container.name().equals(name) && isProbed(container));
    }

    /** Whether a probe can have it killed. */
    private static boolean isProbed(Container container) {
        return container.livenessProbe() != null || container.other().get("startupProbe") != null;
    }

    /** Whether a container runs until it is stopped, as far as its spec says. */
    private static boolean isServer(Pod pod, Container container) {
        return (container.command() == null || container.command().isEmpty())
                && !isProbed(container)
                && pod.metadata().annotations().keySet().stream()
                        .noneMatch(key -> key.endsWith("/" + container.name()));
    }

    private static long seconds(Map<?, ?> hook) {
        if (hook.get("sleep") instanceof Map<?, ?> sleep && sleep.get("seconds") instanceof Number number) {
            return number.longValue();
        }
        @Nullable Object command = hook.get("exec") instanceof Map<?, ?> exec ? exec.get("command") : null;
        return command instanceof List<?> words
                        && words.size() == 2
                        && "sleep".equals(words.get(0))
                        && String.valueOf(words.get(1)).matches("[0-9]{1,4}")
                ? Long.parseLong(String.valueOf(words.get(1)))
                : 0;
    }
}

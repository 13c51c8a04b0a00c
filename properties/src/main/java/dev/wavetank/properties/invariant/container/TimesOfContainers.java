package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The status of a pod says of each run of a container in which second its process began and ended, and a run that ended
 * with code 0 is Completed, any other is not. Only the latest two runs of a container are known. The time at which the
 * kubelet took the pod stays, also when the kubelet begins anew.
 */
public final class TimesOfContainers implements Invariant {

    /** The start of a pod is written within this time. */
    private static final long WRITTEN = 30 * VirtualTime.SECOND;

    private final CacheLag lag;
    private final Map<String, Map<String, Run>> byPod = new LinkedHashMap<>();
    private boolean clocksAgree = true;

    /** A run of a container. */
    private static final class Run {
        private final String id;
        private final Instant begun;
        private @Nullable Run before;
        private @Nullable Instant ended;

        private Run(String id, Instant begun, @Nullable Run before) {
            this.id = id;
            this.begun = begun;
            this.before = before;
        }
    }

    /** With the age of what kubelets act on. */
    public TimesOfContainers(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "TimesOfContainers";
    }

    @Override
    public String reason() {
        return "The kubelet counts its back-off from these times, Jobs say by them when they were completed,"
                + " activeDeadlineSeconds begins with the start of the pod, and people compare"
                + " them with the logs. They are those of the node: once a clock was skewed, nothing"
                + " is judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ContainerStateRunning and ContainerStateTerminated",
                "pkg/kubelet/kubelet_pods.go (v1.32), convertToAPIContainerStatuses",
                "pkg/kubelet/status/status_manager.go (v1.32), updateStatusInternal: StartTime");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A pod says when it and its containers began and ended, and calls Completed those that ended with"
                + " code 0.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ContainerTrace.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!clocksAgree) {
            return;
        }
        if (entry.record() instanceof ContainerTrace.Started started) {
            Map<String, Run> runs = byPod.get(started.uid());
            if (runs != null) {
                Run before = runs.get(started.container());
                if (before != null) {
                    before.before = null;
                }
                runs.put(started.container(), new Run(started.id(), second(entry.time()), before));
            }
        } else if (entry.record() instanceof ContainerTrace.Ended ended) {
            Run run = run(ended.uid(), ended.id());
            if (run != null) {
                run.ended = second(entry.time());
            }
        } else if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            observe(pod, change, entry.time(), outcomes);
        } else if (entry.record() instanceof FaultTrace.Opened opened
                && opened.fault() instanceof ComponentFault.SkewedClock) {
            clocksAgree = false;
            byPod.clear();
        }
    }

    private void observe(Pod pod, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.DELETED) {
            byPod.remove(pod.uid());
            return;
        }
        if (pod.nodeName() == null) {
            return;
        }
        byPod.computeIfAbsent(pod.uid(), missing -> new LinkedHashMap<>(2));
        if (change.previous() instanceof Pod before && pod.status() != null && pod.status() != before.status()) {
            judgeStart(pod, before, now, outcomes);
            judge(pod, pod.status().initContainerStatuses(), outcomes);
            judge(pod, pod.status().containerStatuses(), outcomes);
        }
    }

    /** A kubelet that has just begun may not have seen what it wrote shortly before. */
    private void judgeStart(Pod pod, Pod before, long now, Outcomes outcomes) {
        Instant start = before.status() == null ? null : before.status().startTime();
        if (start == null || start.equals(pod.status().startTime())) {
            return;
        }
        long written = Timestamps.between(VirtualTime.calendar(0), start) + WRITTEN;
        if (!lag.mayHide(written, now)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "has the start time " + pod.status().startTime() + ", and had " + start + " before");
        }
    }

    private static Instant second(long time) {
        return VirtualTime.calendar(time).truncatedTo(ChronoUnit.SECONDS);
    }

    /** The run with that identity; its text in a status begins with the name of the runtime. */
    private @Nullable Run run(String uid, @Nullable String id) {
        Map<String, Run> runs = byPod.get(uid);
        if (runs != null && id != null) {
            for (Run latest : runs.values()) {
                for (Run run = latest; run != null; run = run.before) {
                    if (id.endsWith(run.id)) {
                        return run;
                    }
                }
            }
        }
        return null;
    }

    private void judge(Pod pod, List<Pod.ContainerStatus> statuses, Outcomes outcomes) {
        for (int i = 0; i < statuses.size(); i++) {
            Pod.ContainerStatus status = statuses.get(i);
            Pod.ContainerState state = status.state();
            if (state != null && state.running() != null) {
                Run run = run(pod.uid(), status.containerID());
                Instant begun = state.running().startedAt();
                if (run != null && !run.begun.equals(begun)) {
                    outcomes.broken(this, ObjectNames.of(pod), differs(status, "began", begun, run.begun));
                }
            }
            judge(pod, status, state, outcomes);
            judge(pod, status, status.lastState(), outcomes);
        }
    }

    private void judge(Pod pod, Pod.ContainerStatus status, Pod.@Nullable ContainerState state, Outcomes outcomes) {
        Pod.Terminated end = state == null ? null : state.terminated();
        if (end == null) {
            return;
        }
        if ("Completed".equals(end.reason()) && end.exitCode() != 0
                || "Error".equals(end.reason()) && end.exitCode() == 0) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "says that container " + status.name() + " ended with code " + end.exitCode() + ", and gives as"
                            + " reason " + end.reason());
        }
        Run run = run(pod.uid(), end.containerID());
        if (run == null || end.finishedAt() == null) {
            return;
        }
        if (!run.begun.equals(end.startedAt())) {
            outcomes.broken(this, ObjectNames.of(pod), differs(status, "began", end.startedAt(), run.begun));
        } else if (run.ended != null && !run.ended.equals(end.finishedAt())) {
            outcomes.broken(this, ObjectNames.of(pod), differs(status, "ended", end.finishedAt(), run.ended));
        }
    }

    private static String differs(Pod.ContainerStatus status, String what, @Nullable Instant said, Instant real) {
        return "says that a run of container " + status.name() + " " + what + " at " + said + ", expected " + real;
    }
}

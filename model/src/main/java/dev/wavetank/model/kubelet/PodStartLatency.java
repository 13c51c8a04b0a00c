package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.image.PullTimes;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.trace.MeasuredTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long pods take from their creation until the kubelet sees by its watch that all their containers run
 * ({@code pkg/kubelet/util/pod_startup_latency_tracker.go}, v1.26, v1.29 and v1.36). Nothing is kept when the trace
 * has no details.
 */
final class PodStartLatency implements PullTimes {

    private final Context context;
    private final boolean measures;
    private final boolean measuresTotal;
    private final boolean excludes;
    private final Map<String, State> pods = new TreeMap<>();
    private final Set<String> excluded = new TreeSet<>();

    PodStartLatency(Context context, KubernetesVersion version) {
        this.context = context;
        this.measures = version.has(Feature.POD_START_SLI);
        this.measuresTotal = version.has(Feature.POD_START_TOTAL);
        this.excludes = version.has(Feature.POD_START_SLI_EXCLUDES);
    }

    private static final class State {
        private long pullingSince = -1;
        private long firstPull = -1;
        private long lastPulled;
        /** Sum of all pulls; they are one after the other. */
        private long pulled;

        /** Whether the status with all containers has been written. */
        private boolean running;
        /** As the watch shows it with all containers, or null. */
        private @Nullable Pod seen;

        private @Nullable RuntimePod runtime;
        private boolean recorded;
    }

    /** The watch shows a new state of a pod, whose containers are those. */
    void observed(Pod pod, @Nullable RuntimePod runtime) {
        if (!measures || !context.tracesDetails()) {
            return;
        }
        String uid = pod.uid();
        if (pod.isFinished() || excludes && isUnschedulable(pod)) {
            pods.remove(uid);
            if (!pod.isFinished()) {
                excluded.add(uid);
            }
            return;
        }
        State state = pods.get(uid);
        if (state == null) {
            boolean known = pod.status() != null && pod.status().startTime() != null;
            if (!known && !excluded.contains(uid)) {
                pods.put(uid, new State());
            }
        } else if (!state.recorded && hasStarted(pod.status())) {
            state.seen = pod;
            state.runtime = runtime;
            record(state);
        }
    }

    /** Records a pod that runs by the written status and by the watch, whichever came first. */
    private void record(State state) {
        if (state.running && state.seen != null && !state.recorded) {
            state.recorded = true;
            record(state.seen, state, state.runtime);
            state.seen = null;
            state.runtime = null;
        }
    }

    private void record(Pod pod, State state, @Nullable RuntimePod runtime) {
        long total = Timestamps.between(pod.metadata().creationTimestamp(), context.clock());
        if (measuresTotal) {
            MeasuredTrace.of(context, MeasuredTrace.POD_START_TOTAL, "", total, false);
        }
        long pulling = excludes ? state.pulled : state.lastPulled - Math.max(0, state.firstPull);
        long left = total - Math.max(0, pulling) - (excludes ? ofInitContainers(pod, runtime) : 0);
        if (!excludes || !isStateful(pod)) {
            MeasuredTrace.of(context, MeasuredTrace.POD_START_SLI, "", left, false);
        }
    }

    private static long ofInitContainers(Pod pod, @Nullable RuntimePod runtime) {
        return pod.spec().initContainers().stream()
                .filter(spec -> !Containers.isSidecar(spec))
                .map(spec -> Containers.find(runtime, spec))
                .filter(container -> container != null && container.hasExited())
                .mapToLong(PodStartLatency::runTime)
                .sum();
    }

    private static long runTime(RuntimeContainer container) {
        return container.finishedAt() - container.startedAt();
    }

    /** The status of a pod has been written. */
    void written(Pod pod, Pod.Status status) {
        State state = pods.get(pod.uid());
        if (state != null && hasStarted(status)) {
            state.running = true;
            record(state);
        }
    }

    @Override
    public void began(String uid) {
        State state = pods.get(uid);
        if (state != null) {
            state.pullingSince = context.now();
            state.firstPull = state.firstPull < 0 ? context.now() : state.firstPull;
        }
    }

    @Override
    public void ended(String uid) {
        State state = pods.get(uid);
        if (state != null && state.pullingSince >= 0) {
            state.pulled += context.now() - state.pullingSince;
            state.pullingSince = -1;
            state.lastPulled = context.now();
        }
    }

    /** A pod is gone. */
    void forget(String uid) {
        pods.remove(uid);
        excluded.remove(uid);
    }

    private static boolean hasStarted(Pod.@Nullable Status status) {
        return status != null
                && status.containerStatuses().stream()
                        .allMatch(one -> one.state().running() != null
                                && one.state().running().startedAt() != null);
    }

    private static boolean isUnschedulable(Pod pod) {
        return pod.status() != null
                && pod.status().conditions().stream()
                        .anyMatch(one -> one.type().equals("PodScheduled")
                                && one.status().equals("False"));
    }

    /** Whether a pod has volumes of another kind than those that every node can make. */
    private static boolean isStateful(Pod pod) {
        List<String> stateless = List.of("secret", "configMap", "downwardAPI", "emptyDir");
        return pod.spec().volumes().stream()
                .anyMatch(volume -> volume.keySet().stream().noneMatch(stateless::contains));
    }
}

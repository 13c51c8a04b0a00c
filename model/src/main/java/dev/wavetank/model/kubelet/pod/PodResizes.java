package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.nodefit.ResizedPod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Resizes of the pods of a node: each is granted, waits for room, or can never be granted here ({@code
 * pkg/kubelet/allocation/allocation_manager.go} v1.34). A pod is run with what is set aside for it, whatever it asks
 * for by now. Nothing is done for a pod whose specification has never changed.
 */
public final class PodResizes {

    private static final String PENDING = "PodResizePending";
    private static final String IN_PROGRESS = "PodResizeInProgress";

    /** {@code retryDelay}. */
    private static final long RETRY = 3 * VirtualTime.MINUTE;

    private final Context context;
    private final KubernetesVersion version;
    private final Admission admission;
    private final PodEvents events;
    private final Workers workers;
    private final boolean queues;
    private final boolean observes;
    private final Map<String, State> states = new TreeMap<>();
    /** Those that wait for room, in the order in which they are tried. */
    private final List<State> waiting = new ArrayList<>(0);

    private boolean busy;
    private boolean armed;

    /** What it needs of the workers of the pods. */
    public interface Workers {

        /** Whether it is known of each pod of the node whether it may run, so that it is known what is left. */
        boolean areDecided();

        /** The pod as it is desired; null when it is gone, or ends. */
        @Nullable
        Pod desired(String uid);

        /** Wants a sync of the pod. */
        void sync(String uid);
    }

    /** What is known of one pod that has changed since it was created. */
    private static final class State {
        private final String uid;
        /** What was asked for when the resize was looked at last, and what it was made of. */
        private @Nullable PodSpec asked;

        private @Nullable PodSpec desired;
        private @Nullable PodSpec allocated;
        private @Nullable PodSpec shown;
        private Pod.@Nullable Condition pending;
        private Pod.@Nullable Condition progress;
        private @Nullable Long generation;

        private State(String uid) {
            this.uid = uid;
        }
    }

    /** Resizes of a node on which nothing waits. */
    public PodResizes(
            Context context, KubernetesVersion version, Admission admission, PodEvents events, Workers workers) {
        this.context = context;
        this.version = version;
        this.admission = admission;
        this.events = events;
        this.workers = workers;
        this.queues = version.has(Feature.RESIZES_QUEUED);
        this.observes = version.has(Feature.POD_OBSERVED_GENERATION);
    }

    /** The pod with the resources that are set aside for it; itself where it asks for these. */
    Pod of(Pod desired) {
        if (!isPossible(desired)) {
            return desired;
        }
        State state = states.get(desired.uid());
        PodSpec allocated = admission.allocated(desired.uid());
        if (allocated == null && state != null) {
            allocated = state.allocated;
        }
        if (allocated == null) {
            return desired;
        }
        if (state == null) {
            state = new State(desired.uid());
            states.put(desired.uid(), state);
        }
        if (state.desired != desired.spec() || state.allocated != allocated) {
            state.desired = desired.spec();
            state.allocated = allocated;
            state.shown = AllocatedSpec.of(desired.spec(), allocated);
        }
        PodSpec shown = state.shown;
        return shown == null || shown == desired.spec() ? desired : desired.withSpec(shown);
    }

    private boolean isPossible(Pod pod) {
        return ResizedPod.isPossible(pod) && version.has(Feature.POD_RESIZE);
    }

    /** Handles another state of a pod: what it asks for may differ from what is set aside for it. */
    void changed(Pod desired) {
        if (!isPossible(desired) || admission.allocated(desired.uid()) == null) {
            return;
        }
        boolean same = of(desired) == desired;
        State state = states.get(desired.uid());
        if (state == null) {
            return;
        }
        if (same) {
            state.asked = desired.spec();
            state.pending = null;
            waiting.remove(state);
        } else if (!queues) {
            state.asked = desired.spec();
            decide(state, desired);
        } else if (state.asked != desired.spec()) {
            state.asked = desired.spec();
            waiting.remove(state);
            waiting.add(state);
            retry();
        }
    }

    /**
     * The pod to sync, after a look at what its containers have: a resize is complete when they have what is set aside
     * for them ({@code SyncPod}, pkg/kubelet/kubelet.go v1.34).
     */
    Pod synced(Pod desired, @Nullable RuntimePod seen) {
        if (!isPossible(desired)) {
            return desired;
        }
        changed(desired);
        Pod pod = of(desired);
        State state = states.get(desired.uid());
        if (state == null) {
            return pod;
        }
        if (isUnderWay(pod, seen)) {
            if (state.progress == null) {
                begin(state, pod);
            }
        } else if (state.progress != null) {
            state.progress = null;
            if (version.has(Feature.RESIZE_COMPLETED_EVENTS)) {
                events.normal(
                        desired, "ResizeCompleted", ResizeTexts.of("Pod resize completed", pod, state.generation, ""));
            }
        }
        return pod;
    }

    private static boolean isUnderWay(Pod pod, @Nullable RuntimePod seen) {
        for (List<Container> specs : List.of(pod.spec().containers(), pod.spec().initContainers())) {
            for (Container spec : specs) {
                RuntimeContainer container = Containers.find(seen, spec);
                if (container != null && container.isRunning() && ResourceChange.of(spec, container) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    private void begin(State state, Pod pod) {
        state.generation = pod.metadata().generation();
        state.progress = condition(IN_PROGRESS, pod, null, null);
    }

    private Pod.Condition condition(String type, Pod pod, @Nullable String reason, @Nullable String message) {
        return new Pod.Condition(type, "True", null, Timestamps.seconds(context.clock()), reason, message)
                .observing(observes ? pod.metadata().generation() : null);
    }

    /** The runtime could not do it. */
    void failed(Pod pod, String error) {
        State state = states.get(pod.uid());
        if (state != null) {
            state.progress = condition(IN_PROGRESS, pod, "Error", error);
            if (version.has(Feature.RESIZE_EVENTS)) {
                events.warning(
                        pod,
                        "ResizeError",
                        ResizeTexts.of("Pod resize error", pod, pod.metadata().generation(), error));
            }
        }
    }

    /** What the status of a pod says of its resize. */
    List<Pod.Condition> conditions(String uid) {
        State state = states.get(uid);
        if (state == null || state.pending == null && state.progress == null) {
            return List.of();
        }
        List<Pod.Condition> conditions = new ArrayList<>(2);
        if (state.pending != null) {
            conditions.add(state.pending);
        }
        if (state.progress != null) {
            conditions.add(state.progress);
        }
        return conditions;
    }

    /** Whether the resize of a pod is tried again with its next sync only. */
    boolean waitsForSync(String uid) {
        State state = states.get(uid);
        return !queues && state != null && state.pending != null && "Deferred".equals(state.pending.reason());
    }

    /** Forgets a pod that is over. */
    public void forget(String uid) {
        State state = states.remove(uid);
        if (state != null) {
            waiting.remove(state);
        }
    }

    /** Tries those that wait, because there may be more room than before, or other pods. */
    void retry() {
        if (waiting.isEmpty() || busy) {
            return;
        }
        if (workers.areDecided()) {
            tryAll();
        }
        arm();
    }

    private void tryAll() {
        busy = true;
        waiting.sort(order());
        for (State state : List.copyOf(waiting)) {
            Pod pod = workers.desired(state.uid);
            if (pod == null) {
                waiting.remove(state);
                continue;
            }
            Pod.Condition before = state.pending;
            boolean granted = decide(state, pod);
            boolean deferred = state.pending != null && "Deferred".equals(state.pending.reason());
            if (!deferred) {
                waiting.remove(state);
            }
            if (granted || before != state.pending) {
                workers.sync(state.uid);
            }
        }
        busy = false;
    }

    /** The periodic try, for as long as something waits. */
    private void arm() {
        if (!armed && !waiting.isEmpty()) {
            armed = true;
            context.after(RETRY, () -> {
                armed = false;
                retry();
            });
        }
    }

    /** Looks at one resize, and answers whether it is granted. */
    private boolean decide(State state, Pod pod) {
        if (of(pod) == pod) {
            state.pending = null;
            return false;
        }
        Optional<Admission.Refusal> refusal = admission.resize(pod);
        if (refusal.isEmpty()) {
            state.pending = null;
            begin(state, pod);
            if (version.has(Feature.RESIZE_EVENTS)) {
                events.normal(pod, "ResizeStarted", ResizeTexts.of("Pod resize started", pod, state.generation, ""));
            }
            return true;
        }
        String reason = refusal.get().reason();
        String message = refusal.get().message();
        Pod.Condition next = condition(PENDING, pod, reason, message);
        Pod.Condition before = state.pending;
        boolean isNew = before == null
                || !reason.equals(before.reason())
                || !message.equals(before.message())
                || !Objects.equals(next.observedGeneration(), before.observedGeneration());
        if (isNew) {
            state.pending = next;
            if (version.has(Feature.RESIZE_EVENTS)) {
                events.warning(
                        pod,
                        "Resize" + reason,
                        ResizeTexts.of(
                                "Pod resize " + reason, pod, pod.metadata().generation(), message));
            }
        }
        return false;
    }

    /**
     * First those that ask for no more than they have, which are granted always; then by priority, by class, and by how
     * long they have waited ({@code sortPendingResizes}).
     */
    private Comparator<State> order() {
        return Comparator.<State>comparingInt(state -> isGrowing(state) ? 1 : 0)
                .thenComparingInt(state -> -priority(state))
                .thenComparingInt(state -> isGuaranteed(state) ? 0 : 1);
    }

    private boolean isGrowing(State state) {
        Pod pod = workers.desired(state.uid);
        PodSpec allocated = admission.allocated(state.uid);
        if (pod == null || allocated == null) {
            return false;
        }
        ResourceAmounts wanted = ResourceAmounts.requestedBy(pod.spec());
        ResourceAmounts has = ResourceAmounts.requestedBy(allocated);
        return wanted.milliCpu() > has.milliCpu() || wanted.memory() > has.memory();
    }

    private int priority(State state) {
        Pod pod = workers.desired(state.uid);
        Integer priority = pod == null ? null : pod.spec().priority();
        return priority == null ? 0 : priority;
    }

    private boolean isGuaranteed(State state) {
        Pod pod = workers.desired(state.uid);
        return pod != null && QosClass.of(pod) == QosClass.GUARANTEED;
    }
}

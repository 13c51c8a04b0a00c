package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.pod.Parts;
import dev.wavetank.model.kubelet.pod.PodResizes;
import dev.wavetank.model.kubelet.pod.PodWorker;
import dev.wavetank.model.kubelet.runtime.PodLifecycleEvents;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.kubelet.source.StaticPods;
import dev.wavetank.model.kubelet.volume.PodVolumes;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The workers of the pods of one node, and which news reaches which of them: pods of the API, static pods and their
 * mirrors, and listings of the runtime ({@code HandlePodAdditions} and its kin, pkg/kubelet/kubelet.go v1.20).
 */
final class PodWorkers implements PodResizes.Workers {

    private final Context context;
    private final PodStartLatency latency;
    private final Map<String, PodWorker> workers = new LinkedHashMap<>();
    private final Map<String, RuntimePod> latest = new LinkedHashMap<>();
    /** Static pods that wait for the end of the one that they replace. */
    private final Map<String, Pod> successors = new LinkedHashMap<>();

    private @Nullable Supplier<Parts> source;
    private @Nullable Parts parts;

    PodWorkers(Context context, PodStartLatency latency) {
        this.context = context;
        this.latency = latency;
    }

    /** Takes what makes the parts of workers, which is done for the first pod: a node at rest does without. */
    void use(Supplier<Parts> maker) {
        source = maker;
    }

    private Parts parts() {
        Parts made = parts;
        if (made == null) {
            made = Objects.requireNonNull(source).get();
            parts = made;
        }
        return made;
    }

    /** The volumes of the pods. */
    PodVolumes volumes() {
        return parts().volumes();
    }

    /** All workers by the uid of their pods, in the order in which the pods came to be known. */
    Map<String, PodWorker> byUid() {
        return workers;
    }

    /** Brings the files of a pod up to date, before a command reads them. */
    Completion<Boolean> prepare(ObjectKey pod) {
        return workers.values().stream()
                .filter(worker -> worker.pod().key().equals(pod))
                .findFirst()
                .map(worker -> parts().volumes().prepare(worker.pod()))
                .orElse(Completion.of(true));
    }

    /** Whether the latest run of a container has ended, and the pod says that the next one waits. */
    boolean waits(ObjectKey pod, String container) {
        return workers.values().stream().anyMatch(worker -> worker.pod().key().equals(pod) && worker.waits(container));
    }

    @Override
    public boolean areDecided() {
        return workers.values().stream().allMatch(PodWorker::isDecided);
    }

    @Override
    public @Nullable Pod desired(String uid) {
        PodWorker worker = workers.get(uid);
        return worker == null || worker.isEnding() ? null : worker.pod();
    }

    @Override
    public void sync(String uid) {
        PodWorker worker = workers.get(uid);
        if (worker != null) {
            worker.resized();
        }
    }

    /** Ends a pod to make room for a critical one. */
    void preempt(Pod pod) {
        PodWorker worker = workers.get(pod.uid());
        if (worker != null) {
            worker.preempt();
        }
    }

    /** Handles a listing of the runtime. */
    void listed(List<RuntimePod> listing, PodLifecycleEvents runtime) {
        latest.clear();
        for (RuntimePod pod : listing) {
            latest.put(pod.uid(), pod);
        }
        long cause = context.cause();
        for (PodWorker worker : new ArrayList<>(workers.values())) {
            String uid = worker.pod().uid();
            context.resume(runtime.takeCause(uid, cause));
            worker.see(latest.get(uid));
        }
        context.resume(cause);
    }

    /**
     * Pods can be connected no more: every pod comes to hear of it with its next regular sync, which is not simulated
     * otherwise.
     */
    void networkLost() {
        List.copyOf(workers.values()).forEach(PodWorker::resync);
    }

    final class PodHandler implements Informer.Handler<Pod> {
        /** The pods that the node had when the kubelet started; null once these have begun. */
        private @Nullable List<Pod> first = new ArrayList<>(0);

        @Override
        public void added(Pod pod) {
            if (StaticPod.isMirror(pod)) {
                mirrored(pod, false, true);
            } else if (first != null) {
                first.add(pod);
            } else {
                latency.observed(pod, latest.get(pod.uid()));
                begin(pod);
            }
        }

        /** Begins with the pods that were there, the oldest first: where room is short the youngest are rejected. */
        void beginFirst() {
            List<Pod> found = Objects.requireNonNull(first);
            first = null;
            found.sort(Comparator.comparing(
                    pod -> pod.metadata().creationTimestamp(), Comparator.nullsLast(Comparator.naturalOrder())));
            found.forEach(this::added);
        }

        @Override
        public void updated(Pod before, Pod after) {
            if (StaticPod.isMirror(after)) {
                mirrored(after, false, PodWorker.differs(before, after));
            } else if (before.uid().equals(after.uid())) {
                latency.observed(after, latest.get(after.uid()));
                parts().statuses().compare(after.uid(), after);
                workers.get(after.uid()).update(after);
            } else {
                deleted(before);
                added(after);
            }
        }

        @Override
        public void deleted(Pod last) {
            if (StaticPod.isMirror(last)) {
                mirrored(last, true, true);
            } else {
                end(last);
            }
        }
    }

    final class StaticPodHandler implements StaticPods.Handler {
        @Override
        public void added(Pod pod) {
            boolean replaces = workers.values().stream()
                    .anyMatch(other -> other.pod().key().equals(pod.key()));
            if (replaces && parts().version().has(Feature.TERMINATING_POD_STATUS)) {
                successors.put(pod.uid(), pod);
            } else {
                begin(pod);
            }
        }

        @Override
        public void removed(Pod pod) {
            successors.remove(pod.uid());
            end(pod);
            sweepMirrors();
        }
    }

    private void begin(Pod pod) {
        context.trace(new Milestone(Milestone.Point.SEEN_BY_KUBELET, "pod/" + pod.key(), null));
        PodWorker worker = new PodWorker(parts(), pod, latest.get(pod.uid()));
        workers.put(pod.uid(), worker);
        worker.update(pod);
    }

    private void end(Pod last) {
        parts().statuses().forget(last.uid());
        latency.forget(last.uid());
        PodWorker worker = workers.get(last.uid());
        if (worker != null) {
            worker.remove();
        }
    }

    void over(PodWorker worker) {
        workers.remove(worker.pod().uid(), worker);
        parts().resizes().forget(worker.pod().uid());
        for (Pod successor : new ArrayList<>(successors.values())) {
            if (successor.key().equals(worker.pod().key())) {
                successors.remove(successor.uid());
                begin(successor);
            }
        }
    }

    /** Handles news of a mirror: its static pod is synced, unless no more than its status has changed. */
    private void mirrored(Pod mirror, boolean gone, boolean differs) {
        if (gone) {
            parts().mirrors().remove(mirror);
        } else {
            parts().mirrors().put(mirror);
        }
        PodWorker worker = staticPod(mirror.key());
        if (worker == null) {
            sweepMirrors();
            return;
        }
        if (!gone) {
            parts().statuses().compare(worker.pod().uid(), mirror);
        }
        if (differs) {
            parts().mirrors().tell(mirror, gone);
            worker.mirrored();
        }
    }

    private @Nullable PodWorker staticPod(ObjectKey key) {
        PodWorker found = null;
        for (PodWorker worker : workers.values()) {
            if (worker.pod().key().equals(key) && StaticPod.isStatic(worker.pod()) && !worker.isGone()) {
                found = worker;
            }
        }
        return found;
    }

    /** Deletes mirrors without a static pod at the next housekeeping. */
    private void sweepMirrors() {
        context.after(
                parts().grids().untilHousekeeping(),
                () -> parts().mirrors()
                        .sweep(key -> staticPod(key) != null
                                || successors.values().stream()
                                        .anyMatch(one -> one.key().equals(key))));
    }
}

package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Starts one pod, keeps it running, and terminates it. Does one thing at a time and handles changes afterwards.
 */
final class PodWorker {

    /** {@code backOffPeriod}: the wait after a failed step. */
    private static final long ERROR_BACKOFF = 10 * VirtualTime.SECOND;

    private final Parts parts;
    private final CrashLoopBackoff crashLoop = new CrashLoopBackoff();
    private final StatusComposer composer;
    private Pod pod;
    private Pod.Status composed;
    private RuntimePod seen;
    private long neededListing = 1;
    private long notBefore;
    private long retryAt = Long.MAX_VALUE;
    private boolean admitted;
    private boolean finished;
    private boolean gone;
    private boolean busy;
    private boolean ended;
    private boolean deletionRequested;
    private boolean everStarted;
    private boolean awaiting = true;

    /** The parts that the workers of one kubelet share. */
    record Parts(
            Context context,
            CriClient cri,
            PodLifecycleEvents runtime,
            StatusWriter statuses,
            ImagePuller images,
            Admission admission,
            BoundVolumes volumes,
            String hostAddress,
            KubernetesVersion version,
            Consumer<PodWorker> whenOver) {}

    /** A worker for a pod; {@code seen} is its state in the last listing, null when it is absent. */
    PodWorker(Parts parts, Pod pod, RuntimePod seen) {
        this.parts = parts;
        this.pod = pod;
        this.seen = seen;
        this.finished = pod.isFinished();
        Instant now = parts.context().clock();
        this.composer = new StatusComposer(
                parts.hostAddress(), new Readiness(parts.context(), this::work), now, parts.version());
    }

    Pod pod() {
        return pod;
    }

    /** Handles a change of the pod's object. */
    void update(Pod latest) {
        pod = latest;
        work();
    }

    /** Handles the deletion of the pod's object. */
    void remove() {
        gone = true;
        work();
    }

    /** Handles a listing with this state of the pod; null when it is absent. */
    void see(RuntimePod state) {
        boolean news = awaiting || !Objects.equals(seen, state);
        seen = state;
        awaiting &= parts.runtime().received() < neededListing;
        if (news) {
            work();
        }
    }

    private boolean mustEnd() {
        return gone || finished || pod.metadata().isDeleting();
    }

    private void work() {
        if (busy) {
            return;
        }
        if (!mustEnd()) {
            sync();
        } else if (!ended) {
            busy = true;
            new PodTermination(parts.cri(), pod).run(this::publishEnd).whenDone(this::terminated);
        } else if (gone) {
            parts.whenOver().accept(this);
        } else if (pod.metadata().isDeleting() && !deletionRequested) {
            deletionRequested = true;
            parts.statuses().delete(pod);
        }
    }

    private void terminated(boolean success) {
        busy = false;
        ended = success;
        if (success) {
            parts.admission().release(pod.uid());
            work();
        } else {
            parts.context().after(ERROR_BACKOFF, this::workAgain);
        }
    }

    /** The containers have ended; their sandbox is still there. */
    private void publishEnd(RuntimePod last) {
        if (!finished && !gone) {
            RuntimePod state = last == null ? seen : last;
            if (parts.version().has(Feature.POD_TERMINAL_PHASE)) {
                // A watcher of the last phase may create another pod at once.
                parts.admission().release(pod.uid());
                publish(PodPlan.ended(pod, state), state);
            } else {
                publish(PodPlan.NOTHING, state);
            }
        }
    }

    private void sync() {
        long now = parts.context().now();
        if (now < notBefore || parts.runtime().received() < neededListing) {
            return;
        }
        if (!admitted && !admit()) {
            return;
        }
        PodPlan plan = PodPlan.of(pod, seen, crashLoop, now);
        publish(plan, seen);
        if (plan.finalPhase() != null) {
            finished = true;
            work();
            return;
        }
        if (plan.nextStart() != Long.MAX_VALUE) {
            workAt(plan.nextStart());
        }
        if (!plan.starts().isEmpty()) {
            execute(plan);
        }
    }

    private boolean admit() {
        Optional<Admission.Refusal> refusal = parts.admission().admit(pod);
        admitted = refusal.isEmpty();
        if (!admitted) {
            finished = true;
            parts.statuses().write(pod, composer.refused(pod, refusal.get()));
            work();
        }
        return admitted;
    }

    private void publish(PodPlan plan, RuntimePod runtime) {
        composed = composer.compose(
                new StatusComposer.Picture(pod, composed, runtime, plan),
                parts.context().clock());
        parts.statuses().write(pod, composed);
    }

    private void workAt(long time) {
        long now = parts.context().now();
        if (retryAt <= now || time < retryAt) {
            retryAt = time;
            parts.context().after(time - now, this::workAgain);
        }
    }

    /** Works on after a back-off: of a step that failed, or of a container that did. */
    private void workAgain() {
        if (parts.context().tracesDetails()) {
            parts.context().trace(new WaitHop.BackedOff("pod workers", pod.key().toString(), 0));
        }
        work();
    }

    private void execute(PodPlan plan) {
        busy = true;
        (plan.newSandbox() ? parts.volumes().areThere(pod) : Completion.of(true))
                .then(mounted -> mounted ? sandbox(plan) : Completion.of((String) null))
                .then(id -> id == null ? Completion.of(false) : start(id, plan, 0))
                .whenDone(success -> {
                    busy = false;
                    neededListing = parts.runtime().expectChange();
                    awaiting = true;
                    if (!success) {
                        notBefore = parts.context().now() + ERROR_BACKOFF;
                        parts.context().after(ERROR_BACKOFF, this::workAgain);
                    }
                    work();
                });
    }

    /** The sandbox to start containers in; null when there is none. */
    private Completion<String> sandbox(PodPlan plan) {
        if (!plan.newSandbox()) {
            return Completion.of(seen.sandboxId());
        }
        Completion<CriResponse> cleared = seen == null
                ? Completion.of(new CriResponse.Done())
                : parts.cri().call(new CriRequest.RemovePodSandbox(seen.sandboxId()));
        int attempt = seen == null ? 0 : seen.attempt() + 1;
        return cleared.then(response -> response instanceof CriResponse.Done
                        ? parts.cri().call(new CriRequest.RunPodSandbox(pod.key(), pod.uid(), attempt))
                        : Completion.of(response))
                .map(response -> response instanceof CriResponse.Created created ? created.id() : null);
    }

    /**
     * Starts the containers of the plan from that index on. Done with whether it succeeded, or was no longer needed.
     */
    private Completion<Boolean> start(String sandbox, PodPlan plan, int index) {
        if (mustEnd() || index == plan.starts().size()) {
            return Completion.of(true);
        }
        PodPlan.Start start = plan.starts().get(index);
        boolean last = !start.init() && !everStarted && index == plan.starts().size() - 1;
        return parts.images()
                .ensure(start.spec())
                .then(present -> {
                    reached(last && present, Milestone.Point.IMAGES_PULLED);
                    return present ? create(sandbox, start) : Completion.of(false);
                })
                .then(started -> {
                    if (!started) {
                        return Completion.of(false);
                    }
                    everStarted |= last;
                    reached(last, Milestone.Point.CONTAINERS_STARTED);
                    return start(sandbox, plan, index + 1);
                });
    }

    private Completion<Boolean> create(String sandbox, PodPlan.Start start) {
        CriRequest request = new CriRequest.CreateContainer(
                sandbox,
                start.spec().name(),
                ImageReference.of(start.spec().image()),
                start.attempt(),
                ContainerCommand.process(pod.spec(), start.spec(), start.init()));
        if (start.exit() >= 0) {
            crashLoop.restarted(
                    start.spec().name(), start.exit(), parts.context().now());
        }
        return parts.cri()
                .call(request)
                .then(response -> response instanceof CriResponse.Created created
                        ? parts.cri().call(new CriRequest.StartContainer(created.id()))
                        : Completion.of(response))
                .map(response -> response instanceof CriResponse.Done);
    }

    private void reached(boolean reached, Milestone.Point point) {
        if (reached) {
            parts.context().trace(new Milestone(point, "pod/" + pod.key(), null));
        }
    }
}

package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.container.ContainerStarter.Start;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.probe.PodProbes;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.kubelet.status.EphemeralContainers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a sync does to the containers of a pod: a pure decision from the desired pod, the runtime's state of it and
 * the results of its probes ({@code computePodActions}, pkg/kubelet/kuberuntime v1.20). A container whose image has
 * changed is stopped and started, whatever its restart policy is. No other of its fields can change but its resources,
 * which it gets while it runs, unless it says that it has to start again for them.
 *
 * @param newSandbox whether the pod needs a sandbox before any start
 * @param kills containers to stop first
 * @param starts containers to start then, in this order
 * @param resizes running containers that get other resources, before any is started
 */
record PodActions(boolean newSandbox, List<Kill> kills, List<Start> starts, List<ResourceChange> resizes) {

    /**
     * A container to stop.
     *
     * @param spec the container
     * @param running its running instance
     * @param cause why
     * @param failure of its probe, if that is the cause
     */
    record Kill(Container spec, RuntimeContainer running, Cause cause, PodProbes.@Nullable Failure failure) {}

    /** Why a container is to be stopped. */
    enum Cause {
        /** Its image is another one: it is started again. */
        CHANGED,
        /** Its probe has failed: it is started again. */
        FAILED,
        /** Its probe has failed, and it is not started again. */
        FAILED_FOR_GOOD,
        /** It gets other resources, which it takes when it starts: it is started again. */
        RESIZED
    }

    /** @param changesSidecars whether a sidecar that has started is also stopped when its image has changed */
    static PodActions of(Pod pod, @Nullable RuntimePod seen, PodProbes probes, boolean changesSidecars) {
        Draft draft = new Draft(pod, seen, probes, changesSidecars);
        draft.decide();
        boolean newSandbox = draft.runtime == null && !draft.starts.isEmpty();
        return new PodActions(newSandbox, draft.kills, draft.starts, draft.resizes);
    }

    /** The newest run of a container that has ended, or null: from its end on the back-off counts. */
    static @Nullable RuntimeContainer lastExited(@Nullable RuntimePod seen, Container spec) {
        RuntimeContainer container = Containers.find(seen, spec);
        if (container == null || container.hasExited()) {
            return container;
        }
        return container.previous();
    }

    private static final class Draft {
        private final Pod pod;
        private final @Nullable RuntimePod seen;
        /** What its sandbox has; null when there is none, or it has ended. */
        private final @Nullable RuntimePod runtime;

        private final PodProbes probes;
        private final boolean changesSidecars;
        private final List<Kill> kills = new ArrayList<>(0);
        private final List<Start> starts = new ArrayList<>(1);
        private final List<ResourceChange> resizes = new ArrayList<>(0);

        private Draft(Pod pod, @Nullable RuntimePod seen, PodProbes probes, boolean changesSidecars) {
            this.pod = pod;
            this.seen = seen;
            this.runtime = seen != null && seen.ready() ? seen : null;
            this.probes = probes;
            this.changesSidecars = changesSidecars;
        }

        private void decide() {
            startEphemeral();
            for (Container spec : pod.spec().initContainers()) {
                RuntimeContainer container = Containers.find(runtime, spec);
                if (Containers.isSidecar(spec)) {
                    boolean started = container != null && probes.isStarted(spec, container);
                    keepRunning(spec, container, changesSidecars && started);
                    if (container == null || !container.isRunning() || !started) {
                        return;
                    }
                } else if (container == null || !container.hasSucceeded()) {
                    if (Containers.isToBeStarted(pod, spec, container)) {
                        start(spec, container);
                    }
                    return;
                }
            }
            for (Container spec : pod.spec().containers()) {
                if (!isDone(spec)) {
                    keepRunning(spec, Containers.find(runtime, spec), true);
                }
            }
        }

        /** They come to a sandbox that is there, whatever the init containers do, and never come again. */
        private void startEphemeral() {
            if (runtime != null && !pod.metadata().isDeleting()) {
                for (Container spec : EphemeralContainers.of(pod)) {
                    RuntimeContainer before = Containers.find(runtime, spec);
                    if (before == null || before.state() == RuntimeContainer.State.CREATED) {
                        start(spec, before);
                    }
                }
            }
        }

        /** One that has succeeded in an earlier sandbox, and is to run again only after a failure. */
        private boolean isDone(Container spec) {
            RuntimeContainer earlier = runtime == null ? Containers.find(seen, spec) : null;
            return earlier != null
                    && earlier.hasSucceeded()
                    && "OnFailure".equals(Containers.policy(pod, spec))
                    && !Containers.restartsAfter(pod, spec, earlier.exitCode());
        }

        private void keepRunning(Container spec, @Nullable RuntimeContainer container, boolean follows) {
            if (container == null || !container.isRunning()) {
                if (Containers.isToBeStarted(pod, spec, container)) {
                    start(spec, container);
                }
                return;
            }
            boolean changed = follows && !container.image().wanted().equals(spec.image());
            PodProbes.Failure failure = changed ? null : probes.failure(spec, container);
            if (changed) {
                restart(spec, container, Cause.CHANGED, null);
            } else if (failure != null && "Never".equals(Containers.policy(pod, spec))) {
                kills.add(new Kill(spec, container, Cause.FAILED_FOR_GOOD, failure));
            } else if (failure != null) {
                restart(spec, container, Cause.FAILED, failure);
            } else {
                resize(spec, container);
            }
        }

        private void resize(Container spec, RuntimeContainer container) {
            ResourceChange change = ResourceChange.of(spec, container);
            if (change != null && change.restarts()) {
                restart(spec, container, Cause.RESIZED, null);
            } else if (change != null) {
                resizes.add(change);
            }
        }

        private void restart(
                Container spec, RuntimeContainer running, Cause cause, PodProbes.@Nullable Failure failure) {
            kills.add(new Kill(spec, running, cause, failure));
            starts.add(new Start(pod, spec, running.attempt() + 1));
        }

        private void start(Container spec, @Nullable RuntimeContainer before) {
            if (before == null) {
                starts.add(new Start(pod, spec, Containers.nextAttempt(pod, spec.name())));
            } else {
                starts.add(new Start(pod, spec, before.hasExited() ? before.attempt() + 1 : before.attempt()));
            }
        }
    }
}

package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The next actions for a pod: a pure decision from the desired pod and the runtime's state of it.
 *
 * @param newSandbox whether it needs a sandbox before any start
 * @param starts the containers to start now, in this order
 * @param backoffs containers in back-off, with the length of the whole back-off in nanoseconds
 * @param nextStart virtual time at which the first of these waits is over, or {@code Long.MAX_VALUE}
 * @param finalPhase {@code Succeeded} or {@code Failed} when no container will run again, otherwise null
 */
record PodPlan(boolean newSandbox, List<Start> starts, Map<String, Long> backoffs, long nextStart, String finalPhase) {

    /** No action: for pods that terminate. */
    static final PodPlan NOTHING = new PodPlan(false, List.of(), new TreeMap<>(), Long.MAX_VALUE, null);

    /**
     * No action for a deleted pod whose containers have all ended: since 1.27 a kubelet sets the final phase of such
     * a pod, so that controllers that wait for it, such as the Job controller, do not wait for ever.
     */
    static PodPlan ended(Pod pod, RuntimePod last) {
        boolean allSucceeded = pod.spec().containers().stream().allMatch(spec -> {
            RuntimeContainer container = last == null ? null : last.container(spec.name());
            return container != null && container.hasExited() && container.exitCode() == 0;
        });
        return new PodPlan(false, List.of(), new TreeMap<>(), Long.MAX_VALUE, allSucceeded ? "Succeeded" : "Failed");
    }

    /**
     * A container to start.
     *
     * @param spec the container
     * @param init whether it is an init container
     * @param attempt how many of that name there were before
     * @param exit virtual time at which the last one of them ended, or -1
     */
    record Start(Container spec, boolean init, int attempt, long exit) {}

    /** The plan for a pod that should run. */
    static PodPlan of(Pod pod, RuntimePod seen, CrashLoopBackoff crashLoop, long now) {
        Draft draft = new Draft(pod, seen != null && seen.ready() ? seen : null, crashLoop, now);
        draft.decide();
        boolean newSandbox = draft.runtime == null && !draft.starts.isEmpty();
        return new PodPlan(newSandbox, draft.starts, draft.backoffs, draft.nextStart, draft.finalPhase);
    }

    /** The status that the API has of a container of that name, if its process was ever started; otherwise null. */
    static Pod.ContainerStatus startedBefore(Pod pod, String name) {
        if (pod.status() == null) {
            return null;
        }
        List<Pod.ContainerStatus> all = new ArrayList<>(pod.status().initContainerStatuses());
        all.addAll(pod.status().containerStatuses());
        for (Pod.ContainerStatus status : all) {
            if (status.name().equals(name) && status.containerID() != null) {
                return status;
            }
        }
        return null;
    }

    /** Whether the runtime has lost a container that must not be started twice. */
    static boolean isLost(Pod pod, RuntimeContainer container, String name) {
        return container == null && "Never".equals(pod.spec().restartPolicy()) && startedBefore(pod, name) != null;
    }

    private static final class Draft {
        private final Pod pod;
        private final RuntimePod runtime;
        private final CrashLoopBackoff crashLoop;
        private final long now;
        private final List<Start> starts = new ArrayList<>(1);
        private final Map<String, Long> backoffs = new TreeMap<>();
        private long nextStart = Long.MAX_VALUE;
        private String finalPhase;

        private Draft(Pod pod, RuntimePod runtime, CrashLoopBackoff crashLoop, long now) {
            this.pod = pod;
            this.runtime = runtime;
            this.crashLoop = crashLoop;
            this.now = now;
        }

        private RuntimeContainer existing(Container spec) {
            return runtime == null ? null : runtime.container(spec.name());
        }

        private void decide() {
            for (Container spec : pod.spec().initContainers()) {
                RuntimeContainer container = existing(spec);
                if (container == null || !container.hasExited() || container.exitCode() != 0) {
                    decideInit(spec, container);
                    return;
                }
            }
            boolean over = true;
            boolean allSucceeded = true;
            for (Container spec : pod.spec().containers()) {
                RuntimeContainer container = existing(spec);
                boolean ended = isOver(spec, container);
                over &= ended;
                allSucceeded &= ended && container != null && container.exitCode() == 0;
                if (!ended && (container == null || !container.isRunning())) {
                    start(spec, false, container);
                }
            }
            if (over) {
                finalPhase = allSucceeded ? "Succeeded" : "Failed";
            }
        }

        private void decideInit(Container spec, RuntimeContainer container) {
            boolean failed = container != null && container.hasExited();
            if (isLost(pod, container, spec.name())
                    || failed && "Never".equals(pod.spec().restartPolicy())) {
                finalPhase = "Failed";
            } else if (container == null || !container.isRunning()) {
                start(spec, true, container);
            }
        }

        /** Whether the container has ended and is not to be started again. */
        private boolean isOver(Container spec, RuntimeContainer container) {
            if (container == null || !container.hasExited()) {
                return isLost(pod, container, spec.name());
            }
            return "Never".equals(pod.spec().restartPolicy())
                    || "OnFailure".equals(pod.spec().restartPolicy()) && container.exitCode() == 0;
        }

        private void start(Container spec, boolean init, RuntimeContainer before) {
            if (before == null) {
                Pod.ContainerStatus known = startedBefore(pod, spec.name());
                starts.add(new Start(spec, init, known == null ? 0 : known.restartCount() + 1, -1));
            } else if (!before.hasExited()) {
                starts.add(new Start(spec, init, before.attempt(), -1));
            } else {
                long delay = crashLoop.delay(spec.name(), before.finishedAt());
                if (before.finishedAt() + delay <= now) {
                    starts.add(new Start(spec, init, before.attempt() + 1, before.finishedAt()));
                } else {
                    backoffs.put(spec.name(), delay);
                    nextStart = Math.min(nextStart, before.finishedAt() + delay);
                }
            }
        }
    }
}

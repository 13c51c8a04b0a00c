package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.List;

/** The phase of a pod, from the states of its containers ({@code getPhase}, pkg/kubelet/kubelet_pods.go v1.20). */
final class PodPhase {

    private final boolean overlooksInits;
    private final boolean asksSandbox;

    PodPhase(KubernetesVersion version) {
        this.overlooksInits = version.has(Feature.STARTED_PODS_NEVER_PENDING);
        this.asksSandbox = version.has(Feature.PHASE_OF_PRESENT_SANDBOX);
    }

    /**
     * The phase.
     *
     * @param inits statuses of the init containers, in the order of the specification
     * @param apps statuses of the other containers, in the order of the specification
     * @param sandboxSince when the present sandbox was made
     */
    String of(Pod pod, List<Pod.ContainerStatus> inits, List<Pod.ContainerStatus> apps, Instant sandboxSince) {
        boolean initializing = false;
        boolean sidecarsStarting = false;
        for (int i = 0; i < inits.size(); i++) {
            Pod.ContainerStatus status = inits.get(i);
            Container spec = pod.spec().initContainers().get(i);
            Pod.Terminated ended = status.state().terminated() != null
                    ? status.state().terminated()
                    : status.state().waiting() == null
                            ? null
                            : status.lastState().terminated();
            if (RestartAll.isRemoved(status) || ended != null && RestartRules.restartAll(spec, ended.exitCode())) {
                initializing = true;
            } else if (Containers.isSidecar(spec)) {
                sidecarsStarting |= !Boolean.TRUE.equals(status.started());
            } else if (ended == null) {
                initializing = true;
            } else if (ended.exitCode() != 0 && !Containers.restartsAfter(pod, spec, ended.exitCode())) {
                return "Failed";
            }
        }
        Counts counts = Counts.of(pod, apps);
        if (counts.waiting > 0
                || initializing && !(overlooksInits && hasStarted(apps, Instant.MIN))
                || sidecarsStarting && !hasStarted(apps, asksSandbox ? sandboxSince : Instant.MIN)) {
            return "Pending";
        }
        if (counts.running > 0 || counts.restarting > 0) {
            return "Running";
        }
        return counts.stopped == counts.succeeded ? "Succeeded" : "Failed";
    }

    /** Whether a container runs, or has ended that was started not before then. */
    private static boolean hasStarted(List<Pod.ContainerStatus> apps, Instant since) {
        for (Pod.ContainerStatus status : apps) {
            Pod.Terminated ended = status.state().terminated();
            if (status.state().running() != null
                    || ended != null
                            && (ended.startedAt() == null || !ended.startedAt().isBefore(since))) {
                return true;
            }
        }
        return false;
    }

    /** @param restarting those that have stopped, and will be started again as their restart policies say */
    private record Counts(int running, int waiting, int stopped, int succeeded, int restarting) {

        private static Counts of(Pod pod, List<Pod.ContainerStatus> apps) {
            int running = 0;
            int waiting = 0;
            int stopped = 0;
            int succeeded = 0;
            int restarting = 0;
            for (int i = 0; i < apps.size(); i++) {
                Pod.ContainerStatus status = apps.get(i);
                Container spec = pod.spec().containers().get(i);
                Pod.Terminated ended = status.state().terminated();
                Pod.Terminated before = status.lastState().terminated();
                if (status.state().running() != null) {
                    running++;
                } else if (ended != null) {
                    stopped++;
                    succeeded += ended.exitCode() == 0 ? 1 : 0;
                    restarting += runsAgain(pod, spec, ended.exitCode()) ? 1 : 0;
                } else if (before != null) {
                    stopped++;
                    boolean isRemoved = RestartAll.isRemoved(status);
                    restarting += isRemoved || waitsToRestart(pod, spec, before.exitCode()) ? 1 : 0;
                } else {
                    waiting++;
                }
            }
            return new Counts(running, waiting, stopped, succeeded, restarting);
        }

        private static boolean runsAgain(Pod pod, Container spec, int code) {
            return Containers.restartsAfter(pod, spec, code) || RestartRules.restartAll(spec, code);
        }

        /** It would not wait with the policy OnFailure if it had succeeded. */
        private static boolean waitsToRestart(Pod pod, Container spec, int code) {
            return Containers.restartsAfter(pod, spec, code) || "OnFailure".equals(Containers.policy(pod, spec));
        }
    }
}

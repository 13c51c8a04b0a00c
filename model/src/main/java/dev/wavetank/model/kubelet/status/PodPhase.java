package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import java.util.List;

/** The phase of a pod, from the states of its containers ({@code getPhase}, pkg/kubelet/kubelet_pods.go v1.20). */
final class PodPhase {

    private PodPhase() {}

    static String of(Pod pod, List<Pod.ContainerStatus> inits, List<Pod.ContainerStatus> apps) {
        String policy = pod.spec().restartPolicy();
        boolean initializing = false;
        for (int i = 0; i < inits.size(); i++) {
            Pod.ContainerStatus status = inits.get(i);
            Container spec = pod.spec().initContainers().get(i);
            Pod.Terminated ended = status.state().terminated() != null
                    ? status.state().terminated()
                    : status.state().waiting() == null
                            ? null
                            : status.lastState().terminated();
            if (Containers.isSidecar(spec)) {
                initializing |= !Boolean.TRUE.equals(status.started());
            } else if (ended == null) {
                initializing = true;
            } else if (ended.exitCode() != 0 && "Never".equals(policy)) {
                return "Failed";
            }
        }
        Counts counts = Counts.of(apps);
        if (initializing || counts.waiting > 0) {
            return "Pending";
        }
        if (counts.running > 0 || "Always".equals(policy) || policy == null) {
            return "Running";
        }
        if (counts.stopped == counts.succeeded) {
            return "Succeeded";
        }
        return "Never".equals(policy) ? "Failed" : "Running";
    }

    private record Counts(int running, int waiting, int stopped, int succeeded) {

        private static Counts of(List<Pod.ContainerStatus> apps) {
            int running = 0;
            int waiting = 0;
            int stopped = 0;
            int succeeded = 0;
            for (Pod.ContainerStatus status : apps) {
                Pod.Terminated ended = status.state().terminated();
                if (status.state().running() != null) {
                    running++;
                } else if (ended != null) {
                    stopped++;
                    succeeded += ended.exitCode() == 0 ? 1 : 0;
                } else if (status.lastState().terminated() != null) {
                    stopped++;
                } else {
                    waiting++;
                }
            }
            return new Counts(running, waiting, stopped, succeeded);
        }
    }
}

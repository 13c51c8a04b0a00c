package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ports that processes listen on: one of them for each port of a network, which the containers of a pod share, and the
 * pods that have the network of the node. Only commands that name a port are known to listen there.
 */
final class ListeningPorts {

    /** Of a server that cannot bind its port. */
    private static final int FAILED = 1;

    private final Map<String, Sandbox> sandboxes;
    private final Map<String, LiveProcess> processes;

    /** The ports of these sandboxes and processes, by identity. */
    ListeningPorts(Map<String, Sandbox> sandboxes, Map<String, LiveProcess> processes) {
        this.sandboxes = sandboxes;
        this.processes = processes;
    }

    /**
     * Takes a step of a process, unless it would listen on a port that another one of its network has. Returns how the
     * process ends then, if it does not go on without.
     */
    Optional<Exit> take(Step step, @Nullable Sandbox own, LiveProcess process, long now) {
        if (step.change() == Change.LISTENS && own != null && isTaken(step.name(), own)) {
            return step.content().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Exit(FAILED, null, "", step.content()));
        }
        process.apply(step, now);
        return Optional.empty();
    }

    private boolean isTaken(String port, Sandbox own) {
        boolean onHost = own.identity().hostNetwork();
        for (Sandbox other : sandboxes.values()) {
            if (other == own || onHost && other.identity().hostNetwork()) {
                for (RuntimeContainer container : other.containers()) {
                    LiveProcess process = processes.get(container.id());
                    if (process != null && process.has(port)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}

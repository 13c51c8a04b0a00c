package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.InUse;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Ports that processes listen on: one of them for each port of a network, which the containers of a pod share, and the
 * pods that have the network of the node. Only commands that name a port, and well-known images, are known to listen
 * there.
 */
final class ListeningPorts {

    private final Context context;
    private final Map<String, Sandbox> sandboxes;
    private final Map<String, LiveProcess> processes;
    private final BiConsumer<String, Exit> exit;

    /**
     * The ports of these sandboxes and processes, by identity.
     *
     * @param exit ends the process of a container
     */
    ListeningPorts(
            Context context,
            Map<String, Sandbox> sandboxes,
            Map<String, LiveProcess> processes,
            BiConsumer<String, Exit> exit) {
        this.context = context;
        this.sandboxes = sandboxes;
        this.processes = processes;
        this.exit = exit;
    }

    /** Takes a step of the process of a container, unless it would listen on a port that another one has. */
    void take(Step step, @Nullable Sandbox own, String container, LiveProcess process) {
        if (own == null || step.change() != Change.LISTENS || !isTaken(step.name(), own)) {
            process.apply(step, context.now());
            return;
        }
        InUse inUse = step.inUse();
        if (inUse == null) {
            return;
        }
        if (inUse.nanos() == 0) {
            end(own, container, inUse);
        } else {
            // It tries again until it gives up: then it ends at once.
            InUse last = new InUse(0, inUse.code(), inUse.words());
            Step again = new Step(step.at(), step.change(), step.name(), step.content(), last);
            context.after(inUse.nanos(), () -> take(again, own, container, process));
        }
    }

    private void end(Sandbox own, String id, InUse inUse) {
        RuntimeContainer container = own.byId(id);
        if (container != null && container.isRunning()) {
            List<Line> log = new ArrayList<>(container.log());
            long at = context.now() - container.startedAt();
            inUse.words().lines().forEach(line -> log.add(new Line(at, line + "\n")));
            own.put(container.withLog(log));
            exit.accept(id, new Exit(inUse.code(), null, "", inUse.words()));
        }
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

package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.NodeTroubles;
import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.node.NodeReadiness;
import dev.wavetank.model.kubelet.node.NodeStatusUpdate;
import dev.wavetank.model.kubelet.node.ShutdownSettings;
import dev.wavetank.model.kubelet.pod.PodWorker;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Optional;

/**
 * Ends the pods of a node whose operating system shuts down: the usual ones first, then the critical ones ({@code
 * processShutdownEvent}, pkg/kubelet/nodeshutdown v1.22). The node is not ready from then on, and admits no pods.
 */
final class NodeShutdown {

    private final Context context;
    private final NodeConfig config;
    private final NodeTroubles machine;
    private final PodEvents events;
    private final PodWorkers workers;
    private final NodeReadiness readiness;
    private final NodeStatusUpdate status;
    private final ShutdownSettings settings;
    private final boolean isKnown;
    private final boolean recordsEvent;
    private final String reason;
    private final String message;

    NodeShutdown(
            Context context,
            NodeConfig config,
            PodEvents events,
            PodWorkers workers,
            NodeReadiness readiness,
            NodeStatusUpdate status,
            ShutdownSettings settings,
            KubernetesVersion version) {
        this.context = context;
        this.config = config;
        this.machine = config.troubles();
        this.events = events;
        this.workers = workers;
        this.readiness = readiness;
        this.status = status;
        this.settings = settings;
        this.isKnown = version.has(Feature.GRACEFUL_NODE_SHUTDOWN);
        this.recordsEvent = version.has(Feature.SHUTDOWN_EVENTS);
        boolean tellsMore = version.has(Feature.SHUTDOWN_TERMINATED_TEXT);
        this.reason = tellsMore ? "Terminated" : "Shutdown";
        this.message = tellsMore
                ? "Pod was terminated in response to imminent node shutdown."
                : "Node is shutting, evicting pods";
    }

    /** Waits for the node to shut down, if it does not already. */
    void start() {
        machine.whenChanged(Trouble.SHUTTING_DOWN, context, this::changed);
        changed();
    }

    /** Why the node admits no pod; empty when it may. */
    Optional<String> refusal() {
        return isBegun() ? Optional.of("Pod was rejected as the node is shutting down.") : Optional.empty();
    }

    private boolean isBegun() {
        return isKnown && settings.period() > 0 && machine.isOpen(Trouble.SHUTTING_DOWN);
    }

    private void changed() {
        if (!machine.isOpen(Trouble.SHUTTING_DOWN)) {
            return;
        }
        if (!isBegun()) {
            context.after(0, machine::switchOff);
            return;
        }
        if (recordsEvent) {
            events.node(config.name(), false, "Shutdown", "Shutdown manager detected shutdown event");
        }
        readiness.setShutdown("node is shutting down");
        status.compareNow();
        long usual = settings.period() - settings.critical();
        end(false, usual);
        context.after(usual, () -> end(true, settings.critical()));
        context.after(settings.period(), machine::switchOff);
    }

    private void end(boolean critical, long grace) {
        for (PodWorker worker : List.copyOf(workers.byUid().values())) {
            Pod pod = worker.pod();
            if (Pressure.isCritical(pod) == critical) {
                worker.terminate(reason, message, grace);
            }
        }
    }
}

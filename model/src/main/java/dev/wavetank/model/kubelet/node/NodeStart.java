package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.List;

/**
 * The first second of a kubelet ({@code Run}, {@code BirthCry}, {@code registerWithAPIServer} and {@code
 * fastStatusUpdateOnce}, pkg/kubelet/kubelet.go and kubelet_node_status.go v1.20). It registers its node and writes the
 * first status before it has looked at its runtime, unless there is little to look at: so the restart of a kubelet
 * makes its node not ready. A status that says otherwise follows at once where pods have their addresses from the
 * node's range, and from v1.26 on; else with the next regular one, ten seconds later.
 */
public final class NodeStart {

    /** The first step of {@code registerWithAPIServer}. */
    private static final long REGISTRATION = 100 * VirtualTime.MILLISECOND;

    /** When the recorded kubelet had started its container manager. */
    private static final long ALLOCATABLE = 60 * VirtualTime.MILLISECOND;

    /** What the recorded kubelet takes to start the modules that need a runtime, and for each container that runs. */
    private static final long MODULES = 60 * VirtualTime.MILLISECOND;

    private static final long CONTAINER = 20 * VirtualTime.MILLISECOND;

    /** How often {@code fastStatusUpdateOnce} looks. */
    private static final long LOOK = 100 * VirtualTime.MILLISECOND;

    private final Context context;
    private final PodEvents events;
    private final NodeConfig config;
    private final NodeReadiness readiness;
    private final Steps steps;
    private final boolean isImmediate;
    private final boolean isFast;
    private Runnable modules = () -> {};
    private boolean isChecked;
    private boolean isRegistered;

    /**
     * What a kubelet does once at its start.
     *
     * @param registration creates the node
     * @param status compares its status, from then on every ten seconds
     * @param csiNode says which drivers of volumes the node has
     */
    public record Steps(NodeRegistration registration, NodeStatusUpdate status, CsiNodeRegistration csiNode) {}

    /**
     * A start that is to come.
     *
     * @param version of the kubelet
     * @param isHollow whether the node is hollow: it is ready at once
     */
    public NodeStart(
            Context context,
            PodEvents events,
            NodeConfig config,
            NodeReadiness readiness,
            Steps steps,
            KubernetesVersion version,
            boolean isHollow) {
        this.context = context;
        this.events = events;
        this.config = config;
        this.readiness = readiness;
        this.steps = steps;
        this.isImmediate = isHollow || context.isBeginning();
        this.isFast = version.has(Feature.NODE_READY_AT_ONCE)
                || version.has(Feature.NODE_READY_WITH_CIDR)
                        && !config.podCidr().isEmpty();
    }

    /**
     * Begins. A kubelet that has been at work when the run begins has all of this behind it.
     *
     * @param modules starts what needs a runtime: pods are not looked at before
     */
    public void start(Runnable modules) {
        this.modules = modules;
        if (isImmediate) {
            isChecked = true;
            readiness.checked();
            steps.registration().start(isNew -> {
                steps.status().start();
                steps.csiNode().start();
            });
            modules.run();
            return;
        }
        events.node(config.name(), false, "Starting", "Starting kubelet.");
        events.node(config.name(), true, "InvalidDiskCapacity", "invalid capacity 0 on image filesystem");
        steps.csiNode().start();
        context.after(
                ALLOCATABLE,
                () -> events.node(
                        config.name(), false, "NodeAllocatableEnforced", "Updated Node Allocatable limit across pods"));
        context.after(REGISTRATION, () -> {
            noPressure();
            steps.registration().start(this::registered);
        });
    }

    /** What is recorded when a kubelet computes a status from nothing. */
    private void noPressure() {
        List.of("NodeHasSufficientMemory", "NodeHasNoDiskPressure", "NodeHasSufficientPID")
                .forEach(reason -> events.nodeStatus(config.name(), reason));
    }

    private void registered(boolean isNew) {
        isRegistered = true;
        if (isNew) {
            noPressure();
        }
        steps.status().start();
        speedUp();
    }

    /** Takes the first listing of the runtime: with the containers that run, its modules start. */
    public void listed(List<RuntimePod> listing) {
        if (isChecked) {
            return;
        }
        isChecked = true;
        long running = listing.stream()
                .flatMap(pod -> pod.containers().stream())
                .filter(RuntimeContainer::isRunning)
                .count();
        context.after(MODULES + 2 * running * CONTAINER, () -> {
            readiness.checked();
            modules.run();
            speedUp();
        });
    }

    private void speedUp() {
        if (isFast && isRegistered && isChecked) {
            context.after(LOOK, () -> steps.status().compareNow());
        }
    }
}
